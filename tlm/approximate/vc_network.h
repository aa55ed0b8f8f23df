#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "hw/alloc/recency_order.h"
#include "hw/base/random_stream.h"
#include "hw/router/vc/duato_config.h"
#include "tlm/approximate/approximate_network.h"
#include "tlm/approximate/calendar.h"
#include "tlm/approximate/packet_pool.h"
#include "tlm/approximate/route_table.h"
#include "tlm/approximate/shared_links.h"

namespace switchyard {

/// Wormhole and cut-through networks of virtual-channel routers, packet by packet.
///
/// A head flit that comes to the front of its VC gets its output VC as in the router: the one that the
/// selection prefers among those that are not held and have room. From then on the packet's flow is known:
/// its flits take turns with those of other flows on the link (SharedLinks), its tail follows through the
/// VCs behind it. When another packet slows a flow down, what depends on its tail is put off, downstream
/// too. A packet that is longer than a VC and its far end holds the VCs behind it until its head flit has
/// gone far enough. A head flit that finds no VC waits for the first that is known to open, or for news of
/// one.
///
/// Timing:  that of DuatoRouter. A packet alone takes zero_load_latency() exactly, if it streams in the pace
///          of its links or fits into a VC.
/// Differs: from the router where flits matter: gaps in a flow are spread evenly over it; flits that a full
///          VC holds back are not seen before the packet's next VC allocation; a `ports` crossbar is
///          shared as a link is, without the losses of its allocator; head flits that wait are served in the
///          order of their arrival.
class VcNetwork final : public ApproximateNetwork {
 public:
  /// Precondition: duato routers. `design` must outlive the network.
  VcNetwork(const Design& design, ArrivalHandler arrived, DepartureHandler departed);

  void send(PacketId packet, TerminalId source, TerminalId destination, int flits, Cycle at) override;
  void run(Cycle end) override;
  Cycle now() const override { return calendar_.now(); }
  Cycle next() const override { return calendar_.empty() ? kNever : calendar_.next(); }

 private:
  using Index = std::uint32_t;
  static constexpr Index kNone = ~Index{0};

  struct alignas(64) Packet {
    PacketId id = 0;
    TerminalId source = 0;
    TerminalId destination = 0;
    PortRef exit;         ///< Where it leaves the network.
    Index vc = kNone;     ///< Whose far end the head flit is at.
    Index next = kNone;   ///< Behind it in the source's queue or in the VC.
    Index waits = kNone;  ///< Behind it among those that wait in the node.
    Index held = kNone;   ///< The last of the VCs behind it that its tail cannot enter yet.
    std::uint16_t flits = 0;
    std::uint16_t hops = 0;
    std::uint16_t held_vcs = 0;  ///< So many, up to where the head flit is.
    Cycle ready = 0;             ///< When the head flit may get its VC.
    Cycle tail = 0;              ///< When the tail arrives where the head flit is; kNever + never known.
    Cycle created = 0;
    Cycle injected = 0;
  };
  /// What a head flit that looks for a VC must know of it. The slots are those of the VC and of its far end.
  struct Room {
    Cycle held_until = 0;        ///< When the last packet's tail enters the VC; kNever: not known yet.
    Cycle drained = 0;           ///< When the last packet to leave the far end has left it, as known here.
    std::uint32_t draining = 1;  ///< Cycles that it takes for that,
    std::uint16_t last = 1;      ///< and its flits.
    std::uint16_t reserved = 0;  ///< Flits of the packets that have not begun to leave the far end.

    /// Flits of the last packet that have not left.
    Cycle left(Cycle now) const {
      if (drained <= now) return 0;
      return drained - now >= draining
                 ? last
                 : static_cast<std::uint32_t>(drained - now) * std::uint32_t{last} / draining;
    }
    /// When no more than so many of them are left.
    Cycle left_only(Cycle flits) const {
      if (flits >= last) return 0;
      return drained == kNever ? kNever : drained - static_cast<std::uint32_t>(flits) * draining / last;
    }
  };
  /// In a cache line, with what a head flit at its far end must know: memory is what takes the time here.
  struct alignas(64) VcState {
    Room room;
    Index port = 0;             ///< In ports_.
    NodeId far_node = kNoNode;  ///< As of the port.
    Cycle sent = 0;             ///< When the last packet's tail takes the link, in its last cycle.
    Cycle front_free = 0;       ///< When the next head flit may be at the front of the far end.
    Index first = kNone;        ///< The packets at the far end without an output VC.
    Index last = kNone;
    Index onward = kNone;           ///< VC that the last packet from the far end has taken.
    std::int16_t far_port = -1;     ///< As of the port.
    std::uint16_t unallocated = 0;  ///< Flits of the packets without an output VC, of a source's VC.
  };
  struct Held {
    Index before = kNone;  ///< Where the packet comes from.
    Cycle enters = 0;      ///< When its tail does, if it need not wait.
  };
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
  struct Loop {
    Cycle routing;  ///< Until the flit leaves the far end.
    Cycle back;     ///< From then on.
  };
  struct Source {
    Index first = kNone;  ///< Packets of which no VC is known to open for them.
    Index last = kNone;
  };
  struct Node {
    explicit Node(const RandomStream& choices) : random(choices) {}

    Index first = kNone;  ///< Packets that wait for a VC.
    Index last = kNone;
    Cycle wake = kNever;
    Cycle allocation_cycle = kNever;
    int allocations = 0;  ///< In that cycle.
    RandomStream random;
    RecencyOrder<kMaxPorts> order;  ///< Output ports, as their VCs were allocated.
  };
  struct Found {
    Index vc = kNone;
    Cycle opens = kNever;
  };

  void lay_links(const Design& design);
  void handle(Cycle now, Index event);
  void try_head_flit(Cycle now, Index packet);
  bool may_allocate(Cycle now, Node& node) const;
  void wait(Index packet, NodeId node, Cycle until);
  void wake(Cycle now, NodeId node);
  void wake_at(Cycle at, NodeId node);
  Found select(Cycle now, const Packet& packet, const VcState& in);
  Found select_among(Cycle now, const Packet& packet, const VcState& in,
                     std::span<const RouteChoice> choices);
  Cycle queue_of(Cycle now, NodeId here, const RouteChoice& choice) const;
  void allocate(Cycle now, Index packet, Index output);
  void fill_vcs(TerminalId source);
  Index idle_vc(TerminalId source) const;
  void enter(Index packet, Index vc);
  void release(Cycle now, Packet& packet);
  void leave(Cycle now, Packet& packet, Index input, Cycle at);
  void wake_upstream(Cycle now, const Packet& packet, Index vc);
  void leave_source(const Packet& packet, VcState& vc, Cycle left);
  Cycle cross(Cycle now, Index packet, Index input);
  void put_off_output(const SharedLinks::Flow& input, Cycle now);
  void put_off(const SharedLinks::Flow& flow, Cycle now);
  void arrive(Index packet, VcState& vc, Cycle at);
  void eject(Cycle now, Index packet);

  /// Cycles from a packet's first flit on an idle link to its last.
  Cycle span(const Port& port, Cycle flits) {
    if (port.streams || flits <= static_cast<Cycle>(depth_)) return (flits - 1) * port.turn;
    return span_of_stops(port, flits);
  }
  Cycle span_of_stops(const Port& port, Cycle flits);
  Loop loop_of(const Port& port) const;
  Cycle room_for_tail(const SharedLinks::Flow& flow, Cycle turn) const;
  int space_needed(int flits) const;
  /// Flits that are reserved for it: a VC and its far end have room for no more.
  int reserve_of(const Packet& packet) const { return std::min<int>(packet.flits, capacity_); }
  bool crosses_by_port() const { return config_.crossbar == DuatoConfig::Crossbar::Ports; }
  /// Of the input port at the far end of the VC.
  std::size_t input_of(const VcState& vc) const { return vc.far_node * ports_per_node_ + vc.far_port; }
  Index source_port(TerminalId terminal) const {
    return static_cast<Index>(ports_.size() - sources_.size()) + terminal;
  }
  // By look-up: a division takes longer.
  const Port& port_of(Index vc) const { return ports_[vc_states_[vc].port]; }
  VcId vc_of(Index vc) const { return vc - vc_states_[vc].port * vcs_; }

  const DuatoConfig config_;
  RouteTable routes_;
  const bool passes_destinations_;         ///< Routing is asked at the destination, too.
  std::vector<RouteTable::Answer> eject_;  ///< [port]: what a packet may take that leaves there.
  ArrivalHandler arrived_;
  DepartureHandler departed_;
  const Index vcs_;
  const Index ports_per_node_;
  const Index vcs_per_node_;
  const Exits exits_;
  const int depth_;     ///< Flits of an input VC.
  const int capacity_;  ///< Flits of a VC and its far end.
  PacketPool<Packet> packets_;
  std::vector<VcState> vc_states_;
  std::vector<Held> held_;                 ///< [VC]: of the packet that holds it, if it is longer.
  std::vector<Port> ports_;                ///< Of the nodes; then that of each source.
  std::vector<std::vector<Cycle>> spans_;  ///< [kind of port][flit]; see span_of_stops().
  std::vector<Node> nodes_;
  std::vector<Source> sources_;
  SharedLinks links_;
  SharedLinks inputs_;  ///< Of a `ports` crossbar.
  Calendar<Index> calendar_;
};

}  // namespace switchyard
