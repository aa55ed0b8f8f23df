#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "hw/base/flit.h"
#include "testbench/cosim/pin_layout.h"

namespace switchyard {

/// How the pins of a whole router of rtl/ carry what the model has as C++ values.

/// A flit as words, the low end first: header_t of rtl/include/net_types.svh, and the payload above it.
inline constexpr int kFlitWords = 4;
inline std::array<std::uint32_t, kFlitWords> words_of(const Flit& flit) {
  return {flit.packet, flit.destination,
          flit.remaining | static_cast<std::uint32_t>(flit.vc) << 16 |
              static_cast<std::uint32_t>(flit.head) << 24,
          flit.payload};
}
inline Flit flit_of(const std::uint32_t* words) {
  return {words[0],
          words[1],
          words[3],
          static_cast<std::uint16_t>(words[2]),
          static_cast<std::uint8_t>(words[2] >> 16),
          (words[2] >> 24 & 1) != 0};
}

/// Where the outputs of a router stand.
struct RouterPlaces {
  /// `scope`: of its pins below the RTL, with the dot; empty if there is none.
  RouterPlaces(const std::string& scope, int ports, int virtual_channels)
      : flit(layout.add(scope + "flit_o", 32 * kFlitWords, ports)),
        credit(layout.add(scope + "credit_o", virtual_channels, ports)) {}

  PinLayout layout;
  std::size_t flit;                         ///< [port], kFlitWords each.
  std::size_t credit;                       ///< [port]
  std::optional<std::size_t> busy = {};     ///< If it says whether it needs the clock.
  std::optional<std::size_t> request = {};  ///< [port], one bit each, if it asks for half-duplex links.
};
}  // namespace switchyard
