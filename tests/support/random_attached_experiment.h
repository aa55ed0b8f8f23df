#pragma once

#include <cstdint>
#include <string>

namespace switchyard {

/// YAML of a small random network whose terminals are anywhere: several at a node or none, entry and exit at
/// different nodes, entries or exits alone; with links of one direction, or narrower than a flit. Of VC
/// routers or of central queues. The same `number` always gives the same text. Every one of them is free of
/// deadlock.
std::string random_attached_experiment(std::uint64_t number);

}  // namespace switchyard
