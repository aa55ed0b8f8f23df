#pragma once

#include <cstdint>
#include <optional>

#include "hw/design/design.h"

namespace switchyard {

/// How many flits the buffers of a network can hold at once; those on links and in crossbars come on top.
struct BufferBound {
  std::uint64_t network = 0;
  int largest_node = 0;  ///< Of the node that can hold most.
  NodeId node = 0;       ///< The first such node.
};

/// Counts the buffers and queues of every router, but those at ports that lead nowhere. Nothing if the
/// routers have no model, or queues without bound.
std::optional<BufferBound> buffer_bound(const Design& design);

}  // namespace switchyard
