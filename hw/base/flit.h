#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "hw/base/types.h"

namespace switchyard {

/// The unit of flow control: what one link carries in one cycle, 16 bytes.
///
/// The position in the packet is held as `remaining`, so a header carries its packet's length and
/// order can be checked from one flit to the next. Packet ids are canonical: packet n of node s in a
/// network of N nodes is n * N + s, at every level and in any evaluation order.
struct alignas(16) Flit {
  PacketId packet = 0;
  NodeId destination = 0;
  std::uint32_t payload = 0;
  std::uint16_t remaining = 0;  ///< Flits of the packet from this one to the tail; 0: no flit.
  std::uint8_t vc = 0;          ///< Lane at the far end of the link that carries the flit.
  bool head = false;

  bool valid() const { return remaining != 0; }
  bool tail() const { return remaining == 1; }
  friend bool operator==(const Flit&, const Flit&) = default;
};
static_assert(sizeof(Flit) == 16);

/// A flit put together in a register: its copies need not wait for the stores of its fields.
inline Flit make_flit(PacketId packet, NodeId destination, std::uint32_t payload, std::uint16_t remaining, VcId vc,
                      bool head) {
  using Halves = std::uint64_t __attribute__((vector_size(sizeof(Flit))));
  static_assert(std::endian::native == std::endian::little && offsetof(Flit, head) == sizeof(Flit) - 1);
  return std::bit_cast<Flit>(Halves{std::uint64_t{destination} << 32 | packet,
                                    std::uint64_t{head} << 56 | static_cast<std::uint64_t>(vc) << 48 |
                                        std::uint64_t{remaining} << 32 | payload});
}

/// The flit on another lane. Without a store of one byte: what loads the whole flit next would wait for it.
inline Flit on_lane(const Flit& flit, VcId vc) {
  using Words = std::uint16_t __attribute__((vector_size(sizeof(Flit))));
  constexpr std::size_t kLast = sizeof(Flit) / sizeof(std::uint16_t) - 1;
  static_assert(std::endian::native == std::endian::little && offsetof(Flit, vc) == 2 * kLast);
  auto words = std::bit_cast<Words>(flit);
  words[kLast] = static_cast<std::uint16_t>((words[kLast] & 0xff00) | vc);
  return std::bit_cast<Flit>(words);
}

}  // namespace switchyard
