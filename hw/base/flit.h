#pragma once

#include <cstdint>

#include "hw/base/types.h"

namespace switchyard {

/// The unit of flow control: what one link carries in one cycle, 16 bytes.
///
/// The position in the packet is held as `remaining`, so a head flit carries its packet's length and
/// order can be checked from one flit to the next. Packet ids are canonical: packet n of terminal s in a
/// network of N terminals is n * N + s, at every level and in any evaluation order.
struct alignas(16) Flit {
  PacketId packet = 0;
  TerminalId destination = 0;
  std::uint32_t payload = 0;    ///< A head flit's: header_payload(); of the flits behind it: payload_of().
  std::uint16_t remaining = 0;  ///< Flits of the packet from this one to the tail; 0: no flit.
  std::uint8_t vc = 0;          ///< VC at the far end of the link that carries the flit.
  bool head : 1 = false;
  bool over_null : 1 = false;  ///< Of a head flit: injected in place of a null packet (Recirculation).
  bool marker : 1 = false;     ///< No packet: a barrier wave is here (BarrierWave).
  bool odd_epoch : 1 = false;  ///< Sent when its sender had arrived at an odd number of barriers.

  bool valid() const { return remaining != 0; }
  bool tail() const { return remaining == 1; }
  friend bool operator==(const Flit&, const Flit&) = default;
};
static_assert(sizeof(Flit) == 16);

/// A marker of a barrier wave; `destination`: of one that releases a terminal.
constexpr Flit marker_flit(TerminalId destination, VcId vc) {
  Flit flit{~PacketId{0}, destination, 0, 1, static_cast<std::uint8_t>(vc), true};
  flit.marker = true;
  return flit;
}

/// The payload of a head flit, by which routers know how old a packet is.
constexpr std::uint32_t header_payload(Cycle created) { return static_cast<std::uint32_t>(created); }

/// Orders packets by age, the oldest first: by when they were created, and then by number.
constexpr std::uint64_t age_of(const Flit& header) {
  return std::uint64_t{header.payload} << 32 | header.packet;
}

/// The payload that every other flit of every packet must carry from its source to its destination.
constexpr std::uint32_t payload_of(PacketId packet, int remaining) {
  const std::uint32_t x = packet * 0x9e3779b1U ^ static_cast<std::uint32_t>(remaining) * 0x85ebca6bU;
  return x ^ (x >> 15);
}

}  // namespace switchyard
