#pragma once

#include <array>
#include <cstdint>

#include "hw/router/mesh/buffer_block.h"
#include "testbench/cosim/pin_layout.h"

namespace switchyard {

/// How the pins of rtl/mesh/node_buffers.sv carry what the model has as C++ values.

using PortVcs = std::array<VcMask, TurnBuffers::kPorts>;  ///< [port]: VCs that are withheld.

inline constexpr int kPairsOfBank = TurnBuffers::kPorts * TurnBuffers::kBufferTypes;

/// Bit of [bank][port][type] for a VC.
inline int withheld_pin(int banks, PortId port, VcId vc) {
  const int bank = banks == 1 ? 0 : vc / TurnBuffers::kTypes;
  return bank * kPairsOfBank + port * TurnBuffers::kBufferTypes + vc % TurnBuffers::kTypes;
}

/// withheld_i, withheld_o. A single bank has the signals of its colour only.
inline std::uint32_t withheld_pins(const PortVcs& vcs, int banks) {
  std::uint32_t pins = 0;
  for (PortId port = 0; port < TurnBuffers::kPorts; ++port) {
    for_each_bit(vcs[port], [&](VcId vc) { pins |= 1U << withheld_pin(banks, port, vc); });
  }
  return pins;
}
/// `colour`: of a single bank.
inline PortVcs withheld_vcs(std::uint64_t pins, int banks, Colour colour) {
  PortVcs vcs{};
  for (const Colour of : {Colour::Black, Colour::White}) {
    if (banks == 1 && of != colour) continue;
    for (PortId port = 0; port < TurnBuffers::kPorts; ++port) {
      for (int type = 0; type < TurnBuffers::kBufferTypes; ++type) {
        const VcId vc = TurnBuffers::vc_of(of, static_cast<BufferType>(type));
        VcMask& withheld = vcs[port];
        if ((pins >> withheld_pin(banks, port, vc) & 1) != 0)
          withheld = static_cast<VcMask>(withheld | bit<VcMask>(vc));
      }
    }
  }
  return vcs;
}

/// start_i: [bank][exit], and where two banks share the links, [exit] above them.
inline std::uint32_t start_pins(const BufferStarts& starts, int banks) {
  if (banks == 1) return starts.left_turn[0];
  return starts.left_turn[0] | starts.left_turn[1] << TurnBuffers::kPorts |
         starts.second_bank << 2 * TurnBuffers::kPorts;
}
inline BufferStarts starts_of_pins(std::uint64_t pins) {
  const auto exits = [&](int from) {
    return static_cast<PortMask>(pins >> from & low_bits<PortMask>(TurnBuffers::kPorts));
  };
  return {.left_turn = {exits(0), exits(TurnBuffers::kPorts)}, .second_bank = exits(2 * TurnBuffers::kPorts)};
}

/// vc_i, vc_o: three bits a port, {colour, type}.
inline constexpr int kVcBits = 3;

/// here_i, and the low end of a packet: {row, column}.
inline std::uint32_t place_pins(const MeshPlace& place, int bits) {
  return static_cast<std::uint32_t>(place[1]) << bits | static_cast<std::uint32_t>(place[0]);
}

/// A packet as words, the low end first: {row, column}, its number, its payload.
inline constexpr std::size_t kPacketWords = 3;
inline constexpr int kCoordBits = 16;
inline std::array<std::uint32_t, kPacketWords> packet_words(const Flit& flit, NodeId side) {
  const MeshPlace to{static_cast<int>(flit.destination % side), static_cast<int>(flit.destination / side)};
  return {place_pins(to, kCoordBits), flit.packet, flit.payload};
}

/// Its outputs in PinWords.
struct BufferPlaces {
  explicit BufferPlaces(int banks) : withheld(layout.add("node_buffers.withheld_o", banks * kPairsOfBank)) {}

  PinLayout layout;
  std::size_t send = layout.add("node_buffers.send_o", TurnBuffers::kPorts);
  std::size_t vc = layout.add("node_buffers.vc_o", kVcBits, TurnBuffers::kPorts);
  std::size_t packet = layout.add("node_buffers.packet_o", 32 * kPacketWords, TurnBuffers::kPorts);
  std::size_t withheld;
};

}  // namespace switchyard
