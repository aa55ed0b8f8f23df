#pragma once

#include <string>

#include "hw/base/random_stream.h"

namespace switchyard {

/// YAML of a small random network: topology, radices, VCs, depths, delays, duplex, crossbar style, routing,
/// VC reallocation, traffic. The same `number` always gives the same text. Every one of them is free of
/// deadlock.
std::string random_experiment(std::uint64_t number);

}  // namespace switchyard
