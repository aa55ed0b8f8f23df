#pragma once

#include <array>
#include <stdexcept>
#include <vector>

#include "hw/base/bits.h"
#include "hw/base/ring_index.h"
#include "hw/router/router_core.h"
#include "hw/routing/turn_buffers.h"

namespace switchyard {

/// The pairs of buffers of a node, numbered by port and type; those whose packets leave through one port.
struct BufferPairs {
  using Mask = BitSet<std::uint16_t>;
  static constexpr int kCount = TurnBuffers::kPorts * TurnBuffers::kBufferTypes;

  static constexpr int at(PortId port, BufferType type) {
    return port * TurnBuffers::kBufferTypes + static_cast<int>(type);
  }

  int left, right, straight;
  Mask all;

  /// Of packets that come in through these ports and turn left, turn right or go straight.
  static constexpr BufferPairs fed_from(PortId left, PortId right, PortId straight) {
    const int l = at(left, BufferType::TurnLeft);
    const int r = at(right, BufferType::TurnRight);
    const int s = at(straight, BufferType::Straight);
    return {l, r, s, bit<Mask>(l) | bit<Mask>(r) | bit<Mask>(s)};
  }
};

/// By exit: who turns left to go east has come from the north, who turns right from the south.
inline constexpr std::array<BufferPairs, TurnBuffers::kPorts> kPairsFeeding{
    BufferPairs::fed_from(3, 2, 1), BufferPairs::fed_from(2, 3, 0), BufferPairs::fed_from(0, 1, 3),
    BufferPairs::fed_from(1, 0, 2)};

/// The buffers of a mesh node for packets of one colour, what its neighbours may send to them, and which of
/// its packets leave.
///
/// A cycle: accept() what arrives, send() at most one packet per link, then tell() the neighbours. A
/// neighbour may send one packet in the next cycle unless it is told to wait: what is left in the buffers of
/// a type and the one that may be on its way by the invitation before must leave room for it. Packets that
/// turn go before those that come straight; within a type, first come, first served.
///
/// Errors:  std::logic_error if a packet arrives where there is no room.
/// RTL:     rtl/mesh/turn_buffer_bank.sv
class TurnBufferBank {
 public:
  using PairMask = BufferPairs::Mask;

  /// `links`: the ports that are not open. `capacity`: packets per buffer type, >= 2. `left_turn`: the exits
  /// into which packets that turn left go first after reset.
  TurnBufferBank(MeshPlace here, PortMask links, int capacity, PortMask left_turn = 0)
      : left_turn_start_(left_turn),
        here_(here),
        links_(links),
        capacity_(capacity),
        slots_(BufferPairs::kCount * capacity) {
    reset();
  }

  void reset() {
    pairs_.fill({});
    full_ = 0;
    invited_ = kAll;
    left_turn_next_ = left_turn_start_;
  }
  /// For packets of this colour from now on. Precondition: empty().
  void use_for(Colour colour) { colour_ = colour; }
  Colour colour() const { return colour_; }
  bool empty() const { return full_ == 0; }

  /// The packet's VC becomes the one that it will need next.
  void accept(PortId port, BufferType type, const Flit& flit, const MeshPlace& to) {
    const int pair = BufferPairs::at(port, type);
    Ring& into = pairs_[pair];
    if (into.size() == capacity_)
      throw std::logic_error("TurnBufferBank: a packet arrives where there is no room");
    Flit& slot = slots_[pair * capacity_ + into.push(capacity_)];
    slot = flit;
    const PortId out = TurnBuffers::exit(colour_, here_, to);
    slot.vc = static_cast<std::uint8_t>(
        TurnBuffers::vc_of(colour_, TurnBuffers::type_at(colour_, TurnBuffers::beyond(here_, out), out, to)));
    full_.set(pair);
  }

  /// The buffers whose next packet may leave through `port`, the best first; -1: there are none. `withheld`:
  /// the VCs that the neighbour there does not invite.
  int choose(PortId port, VcMask withheld) const {
    const BufferPairs& feeders = kPairsFeeding[port];
    if ((full_ & feeders.all) == 0) return -1;
    const bool left_first = left_turn_next_.test(port);
    for (const int pair : {left_first ? feeders.left : feeders.right,
                           left_first ? feeders.right : feeders.left, feeders.straight}) {
      if (full_.test(pair) && !withheld.test(front(pair).vc)) return pair;
    }
    return -1;
  }
  /// Sends the next packet of the buffers that choose() has found. They take turns if both turn.
  void send(PortId port, int pair, PortOutputs& outputs) {
    outputs.send(port, front(pair));
    const BufferPairs& feeders = kPairsFeeding[port];
    if (pair == feeders.left) left_turn_next_.clear(port);
    if (pair == feeders.right) left_turn_next_.set(port);
    drop(pair);
  }
  /// The next packet of these buffers is there no more. Precondition: there is one.
  void drop(int pair) {
    pairs_[pair].pop(capacity_);
    if (pairs_[pair].empty()) full_.clear(pair);
  }
  /// The signals to the neighbours, after all packets of the cycle have left.
  void tell(PortOutputs& outputs) {
    PairMask invited = kAll;
    for_each_bit(full_, [&](int pair) {
      const int promised = invited_.test(pair);
      if (pairs_[pair].size() + promised < capacity_) return;
      invited.clear(pair);
      const PortId port = pair / TurnBuffers::kBufferTypes;
      if (!links_.test(port)) return;
      outputs.return_credit(
          port, TurnBuffers::vc_of(colour_, static_cast<BufferType>(pair % TurnBuffers::kBufferTypes)));
    });
    invited_ = invited;
  }

  /// Fetches the packets that may leave.
  void prefetch() const {
    for_each_bit(full_, [&](int pair) { __builtin_prefetch(&front(pair)); });
  }

  int size(int pair) const { return pairs_[pair].size(); }
  int capacity() const { return capacity_; }
  /// Precondition: `place < size(pair)`; 0 is the next to leave.
  const Flit& at(int pair, int place) const {
    return slots_[pair * capacity_ + pairs_[pair].slot(place, capacity_)];
  }

 private:
  static constexpr PairMask kAll = low_bits<PairMask>(BufferPairs::kCount);

  using Ring = RingIndex<std::uint16_t>;
  const Flit& front(int pair) const { return slots_[pair * capacity_ + pairs_[pair].front()]; }

  PairMask full_ = 0;            ///< Buffers that hold a packet.
  PairMask invited_ = kAll;      ///< By the signals of the cycle before.
  PortMask left_turn_next_ = 0;  ///< By exit: whose turn it is if packets from both sides turn into it.
  PortMask left_turn_start_;
  Colour colour_ = Colour::Black;
  MeshPlace here_;
  PortMask links_;
  int capacity_;
  std::array<Ring, BufferPairs::kCount> pairs_;
  HugePageVector<Flit> slots_;  ///< [pair][capacity]
};

}  // namespace switchyard
