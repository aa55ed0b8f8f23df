#pragma once

#include <memory>

#include "testbench/traffic/catalog.h"

namespace switchyard {

/// The pattern under `pattern`, which is required; null if it is at fault. A fault if no node would send.
std::shared_ptr<const Pattern> read_pattern(const TrafficContext& context);

/// Open-loop traffic.
///
/// Config:  pattern, load (flits per cycle of a node that sends, 0..1), packet_length, process (default
///          bernoulli), and the keys of the chosen pattern and process.
Injection read_traffic(const TrafficContext& context);

}  // namespace switchyard
