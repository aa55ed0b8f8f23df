#pragma once

#include "hw/router/circuit/circuit_block.h"
#include "testbench/cosim/flit_words.h"
#include "testbench/cosim/pin_layout.h"

namespace switchyard {

/// How the pins of rtl/switch/tag_switch.sv carry what the model has as C++ values. Its inputs are ports
/// 0..r-1 of the router, its outputs ports r..2r-1.

inline int switch_size(const CircuitSite& site) { return (site.ports - 1) / 2; }

/// Bits of inputs, or of a router's outputs as the switch numbers them.
inline std::uint32_t input_pins(PortMask ports) { return static_cast<std::uint32_t>(ports); }
inline std::uint32_t output_pins(PortMask ports, int size) {
  return static_cast<std::uint32_t>(ports >> size) & low_bits<std::uint32_t>(size);
}

/// Its outputs in PinWords.
struct CircuitPlaces {
  explicit CircuitPlaces(int size)
      : sent(layout.add("tag_switch.sent_o", size)),
        flits(layout.add("tag_switch.data_o", 32 * std::tuple_size_v<FlitWords>, size)),
        taken(layout.add("tag_switch.taken_o", size)),
        answered(layout.add("tag_switch.answered_o", size)),
        refused(layout.add("tag_switch.refused_o", size)) {}

  std::size_t flit(std::size_t output) const { return flits + output * std::tuple_size_v<FlitWords>; }

  PinLayout layout;
  std::size_t sent;
  std::size_t flits;
  std::size_t taken;
  std::size_t answered;
  std::size_t refused;
};

}  // namespace switchyard
