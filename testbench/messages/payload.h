#pragma once

#include <cstdint>
#include <string>

#include "testbench/messages/graph_catalog.h"

namespace switchyard {

/// Lengths in bytes, as flits of flit.width bits.
struct Payload {
  std::uint32_t grain = 1;         ///< Bytes of a block.
  std::uint32_t packet_bytes = 0;  ///< Of payload at most; 0: a message is one packet.
  std::uint32_t flit_width = 32;   ///< Bits.

  std::uint64_t flits(std::uint64_t bytes) const { return (8 * bytes + flit_width - 1) / flit_width; }
  /// Of so many blocks. Precondition: those of the longest message, or fewer.
  std::uint32_t blocks(std::uint64_t count) const { return static_cast<std::uint32_t>(flits(count * grain)); }
};

/// Reads grain (required) and packet_bytes. A fault: packets that are not of whole flits.
Payload read_payload(const TrafficContext& context, const std::string& grain_is);

/// Says in the graph what is known of its lengths. A fault at `grain`, and false, if a message of
/// `longest_blocks` blocks has more flits than a message may have.
bool set_lengths(const TrafficContext& context, const Payload& payload, std::uint64_t longest_blocks,
                 double mean_blocks, MessageGraph& graph);

}  // namespace switchyard
