#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hw/alloc/recency_order.h"
#include "hw/base/random_stream.h"
#include "hw/router/vc/duato_config.h"
#include "tlm/approximate/approximate_network.h"
#include "tlm/approximate/calendar.h"
#include "tlm/approximate/packet_pool.h"
#include "tlm/approximate/route_table.h"
#include "tlm/approximate/timetable.h"
#include "tlm/approximate/vc_drain.h"

namespace switchyard {

/// Wormhole and cut-through networks of virtual-channel routers: a packet reserves its whole path at once.
///
/// When its head flit may leave the source, it is followed to its destination: at each router it gets the
/// output VC that opens first, and its flits take what earlier packets have left free of the link
/// (Timetable). How long it holds its VCs follows from that. The flits of two packets that meet on a link
/// take turns: the one that is over last is put off, also where it was reserved before.
///
/// Timing:  that of DuatoRouter. A packet alone takes zero_load_latency() exactly, if it streams in the pace
///          of its links or fits into a VC.
/// Differs: from the router where packets meet: they are served in the order in which they leave their
///          sources; those that wait hold up the links behind them only as long as they are longer than a VC.
class PathNetwork final : public ApproximateNetwork {
 public:
  /// Precondition: duato routers. `design` must outlive the network.
  PathNetwork(const Design& design, ArrivalHandler arrived, DepartureHandler departed);

  void send(PacketId packet, TerminalId source, TerminalId destination, int flits, Cycle at) override;
  void run(Cycle end) override;
  Cycle now() const override { return calendar_.now(); }
  Cycle next() const override { return calendar_.empty() ? kNever : calendar_.next(); }

 private:
  using Index = std::uint32_t;
  static constexpr Index kNone = ~Index{0};

  struct Packet {
    PacketId id = 0;
    TerminalId source = 0;
    TerminalId destination = 0;
    PortRef exit;        ///< Where it leaves the network.
    Index next = kNone;  ///< Behind it in the source's queue or VC.
    std::uint16_t flits = 0;
    std::uint16_t hops = 0;
    std::uint16_t spare = 0;  ///< Flits that it leaves room for in a VC and its far end.
    Cycle created = 0;
    Cycle injected = 0;
    Cycle tail = 0;  ///< When the tail arrives.
  };
  /// Of a node; or that from a terminal.
  struct Port {
    NodeId node = 0;
    NodeId far_node = kNoNode;
    std::int16_t far_port = -1;
    std::uint16_t latency = 1;  ///< Until a flit has come whole, or a credit.
    Index link = 0;
    std::uint16_t ask = 0;   ///< Cycles that a half-duplex link must be asked for before.
    std::uint16_t turn = 1;  ///< Cycles that a flit takes the link.
    std::uint16_t kind = 0;  ///< Ports with links of one latency and turn have the same; 0: it ejects.
    bool streams = true;     ///< A packet goes over the link flit by flit, however long it is.

    /// From the last cycle in which a flit takes the link.
    Cycle rest_of_latency() const { return latency + 1U - turn; }
  };
  /// The packet that is over last.
  struct Link {
    Index packet = kNone;
    PacketId id = 0;
    Cycle finish = 0;   ///< The cycle after its last.
    Cycle arrives = 0;  ///< When its tail would arrive if nothing held it up behind this link.
  };
  struct Node {
    explicit Node(const RandomStream& choices) : random(choices) {}

    RandomStream random;
    RecencyOrder<kMaxPorts> order;  ///< Output ports, as their VCs were allocated.
  };
  struct Loop {
    Cycle routing;  ///< Until the flit leaves the far end.
    Cycle back;     ///< From then on.
  };
  /// Packets, one behind the other.
  struct Queue {
    Index first = kNone;
    Index last = kNone;
  };
  /// VC of a source's link.
  struct Entry {
    Queue waiting;         ///< Packets without an output VC.
    Cycle flits = 0;       ///< Theirs.
    Cycle sent = 0;        ///< When the last tail takes the link.
    Cycle front_free = 0;  ///< When the next head flit may get its output VC.
    VcDrain drain;         ///< Of the packets that have theirs.
    Cycle wake = kNever;
  };
  /// Where the head flit is.
  struct Head {
    NodeId node;
    std::int16_t port;  ///< Input port, and its VC.
    VcId vc;
    Cycle ready;  ///< When it may get an output VC.
    Cycle tail;   ///< When the tail is there.
  };
  /// Of no port: there is none.
  struct Choice {
    Index port = kNone;
    VcId vc = 0;
    Cycle opens = kNever;
  };
  /// One link of a path, with what comes before it.
  struct Hop {
    Index port;
    VcId vc;
    Cycle allocated;
    Cycle start;   ///< First cycle on the link.
    Cycle finish;  ///< The last cycle in which the tail takes the link.
    Cycle left;    ///< When the tail enters the output VC.
  };

  void lay_links(const Design& design);
  void append(Queue& queue, Index packet);
  Index take_first(Queue& queue);
  void fill_entries(Cycle now, TerminalId source);
  Index idle_entry(TerminalId source) const;
  void enter(Cycle now, Index packet, Index entry);
  void set_out(Cycle now, Index entry);
  void reserve(Cycle now, Index packet, Index entry);
  Head far_end_of(const Hop& hop) const;
  Choice select(const Packet& packet, const Head& head);
  Choice select_among(const Packet& packet, const Head& head, std::span<const RouteChoice> choices);
  Cycle gap_for(const Packet& packet, Index port, VcMask vcs) const;
  Choice first_vc(Cycle ready, Index port, VcMask vcs, Cycle gap) const;
  Cycle queue_of(Cycle at, NodeId here, const RouteChoice& choice) const;
  Hop take(Cycle now, Index packet, const Head& head, const Choice& choice);
  Cycle share(Cycle now, Index packet, Link& link, Timetable::Span taken, Cycle size, Cycle turn);
  void hold_back(const Packet& packet);
  void hold_vcs(const Packet& packet);
  void note_arrivals(Index packet);
  void leave_source(const Packet& packet, Entry& entry);
  void eject(Cycle now, Index packet);
  void forget(Cycle now);

  /// Cycles from a packet's first flit on an idle link to its last.
  Cycle span(const Port& port, Cycle flits) {
    if (port.streams || flits <= static_cast<Cycle>(depth_)) return (flits - 1) * port.turn;
    return span_of_stops(port, flits);
  }
  Cycle span_of_stops(const Port& port, Cycle flits);
  Loop loop_of(const Port& port) const;
  Cycle room_for_tail(const Hop& hop, Cycle size, Cycle turn) const;
  Cycle room_behind(const VcDrain& before, Cycle allocated, Cycle flits, Cycle turn) const;
  int spare_of(int flits) const;
  Index source_port(TerminalId terminal) const {
    return static_cast<Index>(ports_.size() - sources_.size()) + terminal;
  }

  const DuatoConfig config_;
  RouteTable routes_;
  const bool passes_destinations_;         ///< Routing is asked at the destination, too.
  std::vector<RouteTable::Answer> eject_;  ///< [port]: what a packet may take that leaves there.
  ArrivalHandler arrived_;
  DepartureHandler departed_;
  const Index vcs_;
  const Index ports_per_node_;
  const Exits exits_;
  const int depth_;     ///< Flits of an input VC.
  const int capacity_;  ///< Flits of a VC and its far end.
  const bool crosses_by_port_;
  const bool limits_allocations_;
  PacketPool<Packet> packets_;
  std::vector<Port> ports_;                ///< Of the nodes; then that of each source.
  std::vector<std::vector<Cycle>> spans_;  ///< [kind of port][flit]; see span_of_stops().
  std::vector<Node> nodes_;
  std::vector<Link> links_;      ///< [port]
  std::vector<VcDrain> drains_;  ///< [port][VC]
  Timetable links_taken_;        ///< [port]
  Timetable vcs_held_;           ///< [port][VC]
  Timetable inputs_taken_;       ///< [port]: of a `ports` crossbar.
  Timetable allocations_;        ///< [node]: so many per cycle, if they are limited.
  std::vector<Queue> sources_;   ///< Packets of which no VC is known to be idle for them.
  std::vector<Entry> entries_;   ///< [terminal][VC]
  std::vector<Hop> path_;        ///< Of the packet that is being followed, as far as it is known.
  Calendar<Index> calendar_;
};

}  // namespace switchyard
