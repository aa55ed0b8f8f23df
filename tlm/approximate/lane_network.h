#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
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
/// A header that comes to the front of its lane is bound as the router would bind it: to the lane that the
/// selection prefers among those that are not held and have room. From then on the packet's flow is known:
/// its flits take turns with those of other flows on the link (SharedLinks), its tail follows through the
/// lanes behind it. When another packet slows a flow down, what depends on its tail is put off, downstream
/// too. A packet that is longer than a lane and its far end holds the lanes behind it until its header has
/// gone far enough. A header that finds no lane waits for the first that is known to open, or for news of
/// one.
///
/// Timing:  that of DuatoRouter. A packet alone takes zero_load_latency() exactly.
/// Differs: from the router where flits matter: gaps in a flow are spread evenly over it; flits that a full
///          lane holds back are not seen before the packet's next header is bound; a `ports` crossbar is
///          shared as a link is, without the losses of its allocator; headers that wait are served in the
///          order of their arrival.
class LaneNetwork final : public ApproximateNetwork {
 public:
  /// Precondition: duato routers. `design` must outlive the network.
  LaneNetwork(const Design& design, ArrivalHandler arrived, DepartureHandler departed);

  void send(PacketId packet, NodeId source, NodeId destination, int flits, Cycle at) override;
  void run(Cycle end) override;
  Cycle now() const override { return calendar_.now(); }
  Cycle next() const override { return calendar_.empty() ? kNever : calendar_.next(); }

 private:
  using Index = std::uint32_t;
  static constexpr Index kNone = ~Index{0};

  struct alignas(64) Packet {
    PacketId id = 0;
    NodeId source = 0;
    NodeId destination = 0;
    Index lane = kNone;   ///< Whose far end the header is at.
    Index next = kNone;   ///< Behind it in the source's queue or in the lane.
    Index waits = kNone;  ///< Behind it among those that wait in the node.
    Index held = kNone;   ///< The last of the lanes behind it that its tail cannot enter yet.
    std::uint16_t flits = 0;
    std::uint16_t hops = 0;
    std::uint16_t held_lanes = 0;  ///< So many, up to where the header is.
    Cycle ready = 0;               ///< When the header may be bound.
    Cycle tail = 0;                ///< When the tail arrives where the header is; kNever + never known.
    Cycle created = 0;
    Cycle injected = 0;
  };
  /// What a header that looks for a lane must know of it. The slots are those of the lane and of its far end.
  struct Room {
    Cycle held_until = 0;        ///< When the last packet's tail enters the lane; kNever: not known yet.
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
  /// In a cache line, with what a header at its far end must know: memory is what takes the time here.
  struct alignas(64) Lane {
    Room room;
    Index port = 0;             ///< In ports_.
    NodeId far_node = kNoNode;  ///< As of the port.
    Cycle sent = 0;             ///< When the last packet's tail takes the link.
    Cycle front_free = 0;       ///< When the next header may be at the front of the far end.
    Index first = kNone;        ///< The packets at the far end whose headers are not bound.
    Index last = kNone;
    Index onward = kNone;        ///< Lane that the last packet bound from the far end has taken.
    std::int16_t far_port = -1;  ///< As of the port.
    std::uint16_t unbound = 0;   ///< Flits of the packets whose headers are not bound, of a source's lane.
  };
  struct Held {
    Index before = kNone;  ///< Where the packet comes from.
    Cycle enters = 0;      ///< When its tail does, if it need not wait.
  };
  struct Port {
    NodeId node = 0;
    NodeId far_node = kNoNode;
    std::int16_t far_port = -1;
    std::uint16_t latency = 1;
    Index link = 0;
    std::uint16_t ask = 0;  ///< Cycles that a half-duplex link must be asked for before.
  };
  struct Node {
    explicit Node(const RandomStream& choices) : random(choices) {}

    Index first_to_send = kNone;  ///< The source's queue: no lane is known to open for them.
    Index last_to_send = kNone;
    Index first = kNone;  ///< Packets that wait for a lane.
    Index last = kNone;
    Cycle wake = kNever;
    Cycle header_cycle = kNever;
    int headers = 0;  ///< Bound in that cycle.
    RandomStream random;
    RecencyOrder<kMaxPorts> order;  ///< Output ports, as headers were bound to their lanes.
  };
  struct Found {
    Index lane = kNone;
    Cycle opens = kNever;
  };

  void handle(Cycle now, Index event);
  void try_header(Cycle now, Index packet);
  bool may_bind(Cycle now, Node& node) const;
  void wait(Index packet, NodeId node, Cycle until);
  void wake(Cycle now, NodeId node);
  void wake_at(Cycle at, NodeId node);
  Found select(Cycle now, const Packet& packet, const Lane& in);
  void bind(Cycle now, Index packet, Index output);
  void fill_lanes(NodeId source);
  Index idle_lane(NodeId source) const;
  void enter(Index packet, Index lane);
  void release(Cycle now, Packet& packet);
  void leave(Cycle now, Packet& packet, Index input, Cycle at);
  void wake_upstream(Cycle now, const Packet& packet, Index lane);
  void leave_source(const Packet& packet, Lane& lane, Cycle left);
  Cycle cross(Cycle now, Index packet, Index input);
  void put_off_output(const SharedLinks::Flow& input, Cycle now);
  void put_off(const SharedLinks::Flow& flow, Cycle now);
  void arrive(Index packet, Lane& lane, Cycle at);
  void deliver(Cycle now, Index packet);

  Cycle span(const Port& port, Cycle flits);
  Cycle room_for_tail(const SharedLinks::Flow& flow) const;
  int space_needed(int flits) const;
  /// Flits that are reserved for it: a lane and its far end have room for no more.
  int reserve_of(const Packet& packet) const { return std::min<int>(packet.flits, capacity_); }
  bool crosses_by_port() const { return config_.crossbar == DuatoConfig::Crossbar::Ports; }
  /// Of the input port at the far end of the lane.
  std::size_t input_of(const Lane& lane) const {
    return lane.far_node * ports_per_node_ + static_cast<Index>(lane.far_port);
  }
  // By look-up: a division takes longer.
  const Port& port_of(Index lane) const { return ports_[lanes_[lane].port]; }
  VcId vc_of(Index lane) const { return static_cast<VcId>(lane - lanes_[lane].port * vcs_); }

  const DuatoConfig config_;
  RouteTable routes_;
  RouteTable::Answer eject_;  ///< The ways to the terminal.
  ArrivalHandler arrived_;
  DepartureHandler departed_;
  const Index vcs_;
  const Index ports_per_node_;  ///< The last is the source's.
  const Index lanes_per_node_;
  const int capacity_;  ///< Flits of a lane and its far end.
  PacketPool<Packet> packets_;
  std::vector<Lane> lanes_;
  std::vector<Held> held_;  ///< [lane]: of the packet that holds it, if it is longer.
  std::vector<Port> ports_;
  std::vector<std::vector<Cycle>> spans_;  ///< [latency][flits]; see span().
  std::vector<Node> nodes_;
  SharedLinks links_;
  SharedLinks inputs_;  ///< Of a `ports` crossbar.
  Calendar<Index> calendar_;
};

}  // namespace switchyard
