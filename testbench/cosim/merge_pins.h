#pragma once

#include <array>
#include <cstdint>

#include "hw/router/merge_block.h"

namespace switchyard {

/// How the pins and straps of rtl/merge/merge_switch.sv carry what the model has as C++ values.

/// A message as words, the low end first: message_t of rtl/include/net_types.svh, the key, the word.
inline constexpr std::size_t kMessageWords = 3;
inline std::array<std::uint32_t, kMessageWords> message_words(const Flit& flit) {
  return {flit.packet, flit.destination, flit.payload};
}
template <class Words>
Flit message_of(const Words& words, std::size_t first) {
  return {.packet = static_cast<PacketId>(words[first]),
          .destination = static_cast<NodeId>(words[first + 1]),
          .payload = static_cast<std::uint32_t>(words[first + 2]),
          .remaining = 1,
          .vc = 0,
          .head = true};
}

/// merge_site_t of rtl/include/net_types.svh.
inline std::uint16_t pins_of(const MergeSite& site) {
  return static_cast<std::uint16_t>(site.combining << 8 | site.ghosts << 7 | site.joins << 6 |
                                    site.splits << 5 | site.row_bit << 4 | site.route_bit);
}
inline MergeSite site_of_pins(std::uint64_t pins, int queue) {
  return {.queue = queue,
          .combining = (pins >> 8 & 1) != 0,
          .ghosts = (pins >> 7 & 1) != 0,
          .joins = (pins >> 6 & 1) != 0,
          .splits = (pins >> 5 & 1) != 0,
          .route_bit = static_cast<int>(pins & 15),
          .row_bit = (pins >> 4 & 1) != 0};
}

}  // namespace switchyard
