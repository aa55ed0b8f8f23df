#pragma once

#include "testbench/messages/graph_catalog.h"

namespace switchyard {

/// Rounds of a fork and a join: the root sends a message to each of `width` others, each answers after
/// `service` cycles, and the next round begins `compute` cycles after the last answer has come.
///
/// Config:  rounds, root, width, service, compute, fork_length, join_length. The others are those behind the
///          root in the order of terminals, and around.
/// Classes: fork, join.
MessageGraph build_fork_join(const TrafficContext& context);

}  // namespace switchyard
