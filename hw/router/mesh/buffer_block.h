#pragma once

#include <array>
#include <functional>
#include <memory>

#include "hw/alloc/arbiter_starts.h"
#include "hw/base/flit.h"
#include "hw/routing/turn_buffers.h"

namespace switchyard {

/// Whose turn it is after reset: who goes first among those that want a link.
struct BufferStarts {
  std::array<PortMask, 2> left_turn{};  ///< [bank]: exits where packets that turn left go before those right.
  PortMask second_bank = 0;             ///< Exits where the second bank goes before the first.
  friend bool operator==(const BufferStarts&, const BufferStarts&) = default;

  /// The arbiters are numbered in the order of the members, by bank and exit.
  static BufferStarts draw(const ArbiterStarts& starts) {
    int arbiter = ArbiterStarts::kRouter;
    const auto exits = [&] {
      PortMask drawn = 0;
      for (PortId exit = 0; exit < TurnBuffers::kPorts; ++exit)
        drawn |= static_cast<std::uint32_t>(starts.of(arbiter++, 2)) << exit;
      return drawn;
    };
    return {.left_turn = {exits(), exits()}, .second_bank = exits()};
  }
};

/// Which node's buffers they are, and how many.
struct BufferSite {
  MeshPlace here{};
  int side = 2;   ///< The mesh has side x side nodes.
  int queue = 2;  ///< Packets per buffer type.
  int banks = 1;
  BufferStarts starts{};
  friend bool operator==(const BufferSite&, const BufferSite&) = default;
};

/// What the buffers of a node are given in a cycle.
struct BufferArrivals {
  Colour colour = Colour::Black;                       ///< Of all packets here, if there is one bank.
  std::array<Flit, TurnBuffers::kPorts> flits{};       ///< [port]; not valid(): none.
  std::array<VcMask, TurnBuffers::kPorts> withheld{};  ///< [port]: VCs to which nothing may leave.
  friend bool operator==(const BufferArrivals&, const BufferArrivals&) = default;
};

/// What they do then.
struct BufferDepartures {
  std::array<Flit, TurnBuffers::kPorts> flits{};       ///< [port]; not valid(): none.
  std::array<VcMask, TurnBuffers::kPorts> withheld{};  ///< [port]: VCs to which the neighbour may not send.
};

/// The buffers of a mesh node as the node asks them, with signals and turns of their own: what RTL can stand
/// in for.
///
/// Whatever stands behind it must do as NodeBuffers does, or the network behaves differently. While nothing
/// is in it and nothing arrives it may miss cycles.
class BufferBlock {
 public:
  virtual ~BufferBlock() = default;

  virtual void reset() = 0;
  /// A cycle. A packet that begins at this node arrives like one that comes straight.
  virtual BufferDepartures step(const BufferArrivals& arrivals) = 0;
};

using BufferFactory = std::function<std::unique_ptr<BufferBlock>(NodeId, const BufferSite&)>;

}  // namespace switchyard
