#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "hw/base/bits.h"
#include "hw/base/types.h"

namespace switchyard {

/// Stands in for a port: the central queues of the node itself. Their "virtual channels" are the queues.
inline constexpr PortId kCentralQueues = kMaxPorts;

/// What a routing decision may depend on: where the head flit is, the resource it holds, where it goes.
///
/// A resource is a VC of an input port (a virtual channel, or the buffer of one class) or a central queue.
struct RouteQuery {
  NodeId here = 0;
  NodeId destination = 0;
  PortId held_port = -1;  ///< Input port of the VC that the head flit is in, or kCentralQueues; -1: it enters
                          ///< the network here.
  VcId held_vc = 0;       ///< Its virtual channel or queue.
};

/// When a choice is tried, and whether it belongs to the sub-relation on which freedom of deadlock rests: the
/// static and escape choices do. Where a relation has neither, all choices do.
enum class Preference : std::uint8_t {
  Adaptive,  ///< Tried first.
  Static,    ///< Tried together with the adaptive ones.
  Detour,    ///< About twice as long: taken where its queue is so much shorter.
  Escape     ///< Taken only when none of the others is free.
};

/// One legal way on: an output port and the virtual channels of it that may be taken; with kCentralQueues, a
/// move inside the node and the queues that may be taken.
struct RouteChoice {
  std::uint8_t port;
  Preference preference;
  VcMask vcs;

  friend bool operator==(const RouteChoice&, const RouteChoice&) = default;
};

/// The legal set of one routing decision, in a fixed array: at most one escape and one other choice per port;
/// the escapes or the detours are last, and no set has both.
class RouteSet {
 public:
  static constexpr std::size_t kCapacity = 2 * kMaxPorts;

  /// Adds a choice if `really`: without a branch, as head flits go everywhere.
  void add(PortId port, VcMask vcs, Preference preference, bool really = true) {
    choices_[size_] = {static_cast<std::uint8_t>(port), preference, vcs};
    size_ += really;
  }
  const RouteChoice* begin() const { return choices_.data(); }
  const RouteChoice* end() const { return choices_.data() + size_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  friend bool operator==(const RouteSet& a, const RouteSet& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }
  /// Of all choices. Precondition: none is a move inside the node.
  PortMask ports() const {
    PortMask ports = 0;
    for (const RouteChoice& choice : *this) ports.set(choice.port);
    return ports;
  }

 private:
  std::array<RouteChoice, kCapacity + 1>
      choices_;  // Not initialised: to clear it takes longer than to route.
  std::size_t size_ = 0;
};

/// What a packet in a central queue may do, as masks of VCs: those of a node with P ports are bits class x
/// P
/// + port, and with the terminal port, which is the last and which no hop takes, moves into that queue.
struct QueueCandidates {
  std::uint64_t preferred = 0;
  std::uint64_t escape = 0;  ///< To be taken only when none of `preferred` is free.
};
inline std::uint64_t class_bit(VcId queue, PortId port, int ports) {
  return std::uint64_t{1} << (queue * ports + port);
}

/// Whether a choice is left out where nothing is in the way of the others.
inline bool is_fallback(const RouteChoice& choice) {
  return choice.preference == Preference::Detour || choice.preference == Preference::Escape;
}

/// The legal set of hops for a head flit. The router chooses among them; the analysis walks them.
///
/// Precondition: `query.here != query.destination` where packets stop there; ejection is the router's
///               business.
/// A pure function: equal queries have equal answers.
class RoutingFunction {
 public:
  virtual ~RoutingFunction() = default;
  virtual void route(const RouteQuery& query, RouteSet& routes) const = 0;
  /// What this packet may do: some of the choices of route(). For routing that draws a way for each packet.
  virtual void route_packet(const RouteQuery& query, PacketId /*packet*/, RouteSet& routes) const {
    route(query, routes);
  }
  /// Whether route_packet() is another than route().
  virtual bool routes_by_packet() const { return false; }
  /// Hops that the packet has before it; nothing if it may choose its way.
  virtual std::optional<int> hops_to_go(const RouteQuery& /*query*/, PacketId /*packet*/) const { return {}; }
  /// Which phase of routing, from 0 on, a VC is of; nothing if there is one.
  virtual std::optional<int> phase_of(VcId /*vc*/) const { return {}; }
  /// VCs by which a packet that holds VC `held` here may leave to a terminal, of those that there are.
  virtual VcMask delivery_vcs(VcId /*held*/) const { return static_cast<VcMask::Word>(~VcMask::Word{0}); }
  /// Whether a packet is delivered wherever it meets its destination. If not, route() is asked there, too,
  /// and the packet has arrived where it has no choices: it may pass through its destination.
  virtual bool stops_at_destination() const { return true; }
  /// The choices of a packet anywhere; none where it has arrived.
  void route_unless_arrived(const RouteQuery& query, RouteSet& routes) const {
    if (query.here != query.destination || !stops_at_destination()) route(query, routes);
  }
  /// route() for a packet in a central queue, for routers that ask for one packet after the other. `ports`:
  /// those of a node, the terminal port included.
  virtual QueueCandidates queue_candidates(NodeId here, NodeId destination, VcId queue, int ports) const;
  /// Whether route() depends on more than position and destination.
  virtual bool looks_at_held() const { return true; }
  /// No answer of route() has more choices than this.
  virtual std::size_t max_choices() const = 0;
};

}  // namespace switchyard
