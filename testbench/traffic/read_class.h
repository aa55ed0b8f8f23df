#pragma once

#include "hw/config/config_node.h"
#include "hw/topology/topology.h"
#include "testbench/traffic/traffic_class.h"

namespace switchyard {

/// Adds the class that `item` of traffic.classes describes, and that of its replies if it has any. Its
/// pattern, lengths and process are read as those of other traffic. `topology` is null if it is at fault.
///
/// Faults: no name or one that is taken; `outstanding` without a reply; a reply where terminals cannot
///         answer.
void read_class(const ConfigNode& item, const Topology* topology, TrafficClasses& classes);

}  // namespace switchyard
