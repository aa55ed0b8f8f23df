#pragma once

#include "hw/base/flit.h"
#include "hw/routing/turn_buffers.h"

namespace switchyard {

/// VCs of a link besides those of TurnBuffers: what neighbours tell each other between the routing phases.
inline constexpr VcId kExchangeVc = TurnBuffers::kVcs;  ///< Packets that are compared.
inline constexpr VcId kTokenVc = kExchangeVc + 1;       ///< Leaders' copies, painters, searchers, maxima.
inline constexpr int kMeshVcs = kTokenVc + 1;

/// What a processor has its node do, all of them in the same cycle. The VC of a flit at the terminal port.
enum class MeshCommand : std::uint8_t {
  Load,             ///< Here is your packet; the value is its colour.
  SortRowMajor,     ///< In row-major snake-like-column order.
  SortColumnMajor,  ///< In column-major snake-like-row order.
  Colour,           ///< Of every row's packets paint the first `value` black, the others white.
  Count,            ///< How many packets does a processor get?
  Maximum,          ///< Of all counts; the node tells its processor whenever it hears of a greater one.
  Combine,          ///< Of the packets for one processor keep the first, and paint it black.
  Route             ///< Deliver the packets of the colours in the value, black bit 0, white bit 1.
};

/// Where a processor has no packet: greater than all packets when it is sorted.
inline constexpr NodeId kNoPacket = kNoNode;

inline Flit mesh_command(MeshCommand command, std::uint32_t value) {
  return {.packet = 0,
          .destination = kNoPacket,
          .payload = value,
          .remaining = 1,
          .vc = static_cast<std::uint8_t>(command),
          .head = true};
}

}  // namespace switchyard
