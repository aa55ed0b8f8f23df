#pragma once

#include <memory>
#include <string>

#include "testbench/traffic/catalog.h"

namespace switchyard {

/// The pattern under `pattern`; null if it is at fault. A fault if no node would send. `without`: what it
/// means that there is none, which then is null; empty: it is required.
std::shared_ptr<const Pattern> read_pattern(const TrafficContext& context, const std::string& without = {});

/// Open-loop traffic.
///
/// Config:  load (flits per cycle of a node that sends, 0..1), pattern, packet_length, process (default
///          bernoulli), rates, and the keys of the chosen pattern and process. In the place of the pattern:
///          `parts`, which are there at once, each with its weight; or `phases`, which follow each other,
///          each with its cycles and its rate. What a part or a phase does not say, the map around it says.
Injection read_traffic(const TrafficContext& context);

}  // namespace switchyard
