#pragma once

#include <cstdint>

#include "hw/config/config_node.h"
#include "hw/topology/faults.h"

namespace switchyard {

/// Reads `faults`: links by their two ends, nodes, or random links, each from a cycle on and to another.
///
/// A fault that is there from the start to the end is known to routing unless `known: false`. Routers that
/// route themselves know of all faults: no others are legal.
/// Errors: recorded as faults of the document.
Faults read_faults(const ConfigNode& root, const Topology& topology, std::uint64_t seed, bool routes_itself);

}  // namespace switchyard
