#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>

#include "hw/design/design.h"
#include "testbench/cosim/pin_layout.h"
#include "testbench/cosim/start_pins.h"

namespace switchyard {

/// How the pins and straps of rtl/router/vc_router.sv carry what the model has as C++ values.

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

/// What the RTL's parameters say.
struct RouterShape {
  int ports = 0;
  int virtual_channels = 0;
  int depth = 0;
  int radix = 0;
  friend auto operator<=>(const RouterShape&, const RouterShape&) = default;
};
std::string describe(const RouterShape& shape);

/// Errors: std::invalid_argument, with what it can carry, if the RTL is another router than the design's.
RouterShape shape_of(const Design& design);

/// Where the outputs of a router stand.
struct RouterPlaces {
  /// `scope`: of its pins below the RTL, with the dot; empty if there is none.
  RouterPlaces(const std::string& scope, int ports, int virtual_channels)
      : flit(layout.add(scope + "flit_o", 32 * kFlitWords, ports)),
        credit(layout.add(scope + "credit_o", virtual_channels, ports)) {}

  PinLayout layout;
  std::size_t flit;                      ///< [port], kFlitWords each.
  std::size_t credit;                    ///< [port]
  std::optional<std::size_t> busy = {};  ///< If it says whether it needs the clock.
};
/// Those of vc_router.
RouterPlaces vc_router_places(int ports, int virtual_channels);

/// site_t of rtl/include/net_types.svh. Precondition: shape_of() takes the design.
std::uint64_t site_of(const Design& design, NodeId node);

/// start_i of vc_router. Precondition: shape_of() takes the design.
StartPins start_pins(const Design& design, NodeId node);

/// Throws what shape_of() throws.
[[noreturn]] void refuse_rtl_router(const std::string& why);

}  // namespace switchyard
