#pragma once

#include <array>
#include <string>

#include "hw/routing/routing_function.h"
#include "hw/topology/dragonfly.h"

namespace switchyard {

/// Routing on a dragonfly: minimal, over a random global link first (Valiant), or minimal while there is
/// room.
///
/// Minimal: to the router of the own group that has the link to the destination's group, over that link, to
/// the destination. Valiant: over any global link of the own group, behind at most one local hop,
/// then minimal; the router picks one of the ways, at random with routing.selection = random.
/// Adaptive: each router of the source's group weighs the minimal way against one of Valiant's, by their
/// queues (Preference::Detour).
/// Packets within a group go straight.
///
/// A hop's VC class is the number of global hops before it. The classes of local links share their VCs
/// evenly, and so do those of global links. The class of the VC held, and the kind of link that it belongs
/// to, tell the phase.
///
/// Deadlock: free: local 0, global 0, local 1, global 1, local 2 is the order of the classes, and a packet
///           takes one hop in each at most.
/// Differs:  from the paper's UGAL-L: the router that has the minimal global link weighs again, and may send
///           a packet over another global link of its own. A queue is that of the class's VCs: packets in
///           other phases, which share the link, do not count.
/// Source:   Kim, Dally, Scott, Abts, "Technology-Driven, Highly-Scalable Dragonfly Topology", ISCA 2008.
class DragonflyRouting final : public RoutingFunction {
 public:
  enum class Paths : std::uint8_t { Minimal, Valiant, Adaptive };
  static inline const std::array<std::string, 3> kPaths{"minimal", "valiant", "adaptive"};
  /// The least virtual channels: the classes of a local link.
  static int classes(Paths paths) { return paths == Paths::Minimal ? 2 : 3; }

  /// `shape` must outlive this object; `vc_count` must be classes(paths) at least.
  DragonflyRouting(const Dragonfly& shape, Paths paths, int vc_count);

  void route(const RouteQuery& query, RouteSet& routes) const override;
  std::size_t max_choices() const override;

 private:
  /// Global hops behind the packet.
  int global_hops(const RouteQuery& query) const;
  bool came_over_local_link(const RouteQuery& query) const {
    return query.held_port >= 0 && query.held_port < shape_.local_ports();
  }
  /// kNone where the packet is on a detour already: one local hop is all that it gets in a group.
  PortId minimal_port(const RouteQuery& query) const;
  /// Over any global link of the group, but for `except`.
  void add_detours(const RouteQuery& query, PortId except, Preference preference, RouteSet& routes) const;

  static constexpr PortId kNone = -1;

  const Dragonfly& shape_;
  Paths paths_;
  std::array<VcMask, 3> local_{};   ///< [class]
  std::array<VcMask, 2> global_{};  ///< [class]
};

}  // namespace switchyard
