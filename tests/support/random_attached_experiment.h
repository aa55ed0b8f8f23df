#pragma once

#include <cstdint>
#include <string>

#include "tests/support/random_experiment.h"
#include "tests/support/random_queue_experiment.h"

namespace switchyard {

/// A random tree with more links and terminals anywhere.
RandomShape attached_graph_shape(Dice& dice);
/// Stages of nodes, joined by links that lead from stage to stage only, with entries at the first and exits
/// at the last; for VC routers or for central queues.
RandomShape stages_shape(Dice& dice);
QueueShape queue_stages_shape(Dice& dice);

/// YAML of a small random network whose terminals are anywhere: several at a node or none, entry and exit at
/// different nodes, entries or exits alone; with links of one direction, or narrower than a flit. Of VC
/// routers or of central queues. The same `number` always gives the same text. Every one of them is free of
/// deadlock.
std::string random_attached_experiment(std::uint64_t number);

}  // namespace switchyard
