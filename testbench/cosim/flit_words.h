#pragma once

#include <array>
#include <cstdint>

#include "hw/base/flit.h"

namespace switchyard {

/// A flit as crossbars of rtl/ carry it, which looks at none of its bits: the bytes of Flit, low end first.
using FlitWords = std::array<std::uint32_t, 4>;
inline constexpr std::size_t kPayloadWord = 2;

inline FlitWords bytes_of(const Flit& flit) {
  return {flit.packet, flit.destination, flit.payload,
          flit.remaining | std::uint32_t{flit.vc} << 16 | std::uint32_t{flit.head} << 24 |
              std::uint32_t{flit.over_null} << 25};
}
inline Flit flit_of_bytes(const FlitWords& words) {
  return {.packet = words[0],
          .destination = words[1],
          .payload = words[kPayloadWord],
          .remaining = static_cast<std::uint16_t>(words[3]),
          .vc = static_cast<std::uint8_t>(words[3] >> 16),
          .head = (words[3] >> 24 & 1) != 0,
          .over_null = (words[3] >> 25 & 1) != 0};
}

/// A packet of one flit as those keep it who know that it is one, and have its VC elsewhere: the low end
/// first.
inline constexpr std::size_t kPacketOfOneFlitWords = 3;
inline std::array<std::uint32_t, kPacketOfOneFlitWords> words_of_packet(const Flit& flit) {
  return {flit.packet, flit.destination, flit.payload};
}
template <class Words>
Flit packet_of_words(const Words& words, std::size_t first) {
  return {.packet = static_cast<PacketId>(words[first]),
          .destination = static_cast<NodeId>(words[first + 1]),
          .payload = static_cast<std::uint32_t>(words[first + 2]),
          .remaining = 1,
          .vc = 0,
          .head = true};
}

}  // namespace switchyard
