#pragma once

#include <cstdint>
#include <vector>

#include "hw/base/bit_set.h"
#include "tlm/approximate/approximate_network.h"
#include "tlm/approximate/calendar.h"
#include "tlm/approximate/packet_pool.h"

namespace switchyard {

/// What networks of packet-switched nodes have in common: packets, sources, and nodes that are stepped when
/// something may happen there.
///
/// A source sends a flit per cycle into an injection buffer of so many flits; the packets of both are one
/// queue here, and next_of_source() is its head. Packets of one flit find no more room there than there is.
class NodeNetwork : public ApproximateNetwork {
 public:
  void send(PacketId packet, TerminalId source, TerminalId destination, int flits, Cycle at) final;
  void run(Cycle end) final;
  Cycle now() const final { return calendar_.now(); }
  Cycle next() const final { return calendar_.empty() ? kNever : calendar_.next(); }

 protected:
  using Index = std::uint32_t;
  static constexpr Index kNone = ~Index{0};

  struct Packet {
    PacketId id = 0;
    TerminalId source = 0;
    TerminalId destination = 0;
    NodeId exit = 0;     ///< Node where it leaves the network.
    Index next = kNone;  ///< Behind it in the source's queue.
    std::uint16_t flits = 0;
    std::uint16_t hops = 0;
    Cycle eligible = 0;  ///< When the head flit may go on from where it is.
    Cycle tail = 0;      ///< When the tail is there.
    Cycle created = 0;
    Cycle injected = 0;
  };

  /// `injection_flits`: of the injection buffer.
  NodeNetwork(const Design& design, int injection_flits, ArrivalHandler arrived, DepartureHandler departed);

  /// One cycle of a node. Whoever changes what it waits for wakes it.
  virtual void step(Cycle now, NodeId node) = 0;

  void wake_at(Cycle at, NodeId node);
  Packet& packet(Index index) { return packets_[index]; }
  /// kNone if there is none; its head flit is in the injection buffer from packet().eligible on.
  Index next_of_source(TerminalId terminal) const { return sources_[terminal].first; }
  /// Whether a flit is in the injection buffer, and does not leave it at the beginning of this cycle.
  bool injection_buffer_has_flits(Cycle now, TerminalId terminal) const {
    const Source& source = sources_[terminal];
    return now < source.emptied || (source.first != kNone && packets_[source.first].injected < now);
  }
  /// Its head flit leaves the injection buffer, and its flits follow: for `cycles` at least, no other can.
  Index take_from_source(Cycle now, TerminalId terminal, Cycle cycles);
  /// The tail reaches the terminal in cycle `at`: that is all.
  void arrive(Index packet, Cycle at);

  const Design& design_;

 private:
  struct Source {
    NodeId node = 0;
    Index first = kNone;
    Index last = kNone;
    Cycle sent = kNever;      ///< Tail of the last packet whose way into the buffer is known.
    Cycle left = 0;           ///< From then on the next head flit may leave the buffer.
    Cycle emptied = 0;        ///< When the last flit of the packets that were taken leaves it, if any waited.
    std::uint32_t taken = 0;  ///< Packets that have left it.
  };
  /// When a node is to be stepped, so that it is once in a cycle.
  struct Wakes {
    BitSet<std::uint64_t> ahead = 0;  ///< Bit c mod kAhead: in cycle c of the next kAhead cycles.
    Cycle stepped = kNever;
  };
  static constexpr Cycle kAhead = 64;
  void come_to_front(Source& source);
  /// When the credit of the packet that left the buffer as many packets ago as there is room for is back.
  Cycle& credit(const Source& source, TerminalId terminal) {
    return credits_[(Cycle{terminal} * injection_flits_) + source.taken % injection_flits_];
  }

  const Cycle injection_flits_;
  ArrivalHandler arrived_;
  DepartureHandler departed_;
  PacketPool<Packet> packets_;
  const Exits exits_;
  std::vector<Source> sources_;  ///< [terminal]
  std::vector<Cycle> credits_;   ///< [terminal][packet modulo injection_flits_]
  std::vector<Wakes> wakes_;     ///< [node]
  Calendar<Index> calendar_;
};

}  // namespace switchyard
