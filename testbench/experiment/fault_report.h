#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "testbench/experiment/experiment.h"

namespace switchyard {

/// Ordered pairs of nodes: where from, where to.
using NodePairs = std::vector<std::pair<NodeId, NodeId>>;

/// Those between which faults have left no way that routing knows.
NodePairs unreachable_pairs(const Design& design);

/// Others that at some time have no way, because of faults that routing does not know of: meanwhile routers
/// send no packet between them but by deroutes. None for networks too large for SurvivingRoutes.
NodePairs cut_off_pairs(const Design& design);

/// "14 pairs of nodes: 0 -> 1, 1 -> 0, ...".
std::string to_text(const NodePairs& pairs);

/// "2 links and 1 node from the start; 1 link, 0 nodes that routing does not know of".
std::string to_text(const Faults& faults, const Topology& topology);

/// What is wrong if other than `expect.unreachable_pairs` (0) pairs are unreachable.
std::optional<std::string> missed_pairs(const Expectations& expect, const NodePairs& unreachable);

}  // namespace switchyard
