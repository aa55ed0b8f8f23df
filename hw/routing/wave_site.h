#pragma once

#include <cstdint>
#include <vector>

#include "hw/base/types.h"

namespace switchyard {

/// How a barrier wave passes a node with queues: what brings packets where, over all hops of a routing
/// function. Channels are masks of class_bit(): those of the node's input or output ports.
struct WaveSite {
  struct Queue {
    std::uint64_t from_channels = 0;  ///< Whose packets enter it.
    VcMask from_queues = 0;           ///< Of the node, whose packets move into it.
    std::uint64_t to_channels = 0;
  };

  std::vector<Queue> queues;     ///< Those that packets can be in have something before them.
  std::uint64_t delivering = 0;  ///< Channels of packets that are delivered here.
  std::uint64_t injection = 0;   ///< The channel from the node's terminal.
};

}  // namespace switchyard
