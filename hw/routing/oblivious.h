#pragma once

#include <array>
#include <memory>
#include <optional>

#include "hw/base/bits.h"
#include "hw/routing/intermediate_nodes.h"
#include "hw/routing/oblivious_route.h"
#include "hw/routing/routing_function.h"
#include "hw/topology/topology.h"

namespace switchyard {

/// Oblivious routing, in one phase or in two: on a way that depends on its two ends only, straight to the
/// destination, or to an intermediate node and from there to the destination (Valiant).
///
/// A class of VCs for each stage of each phase: by the VC that it holds a router knows how far a packet is.
/// route() is what any packet may do, whatever its intermediate node, for proofs; route_packet() what this
/// one may. A packet that meets its destination in the first phase passes through it.
///
/// VCs:      ObliviousRoute::stages() x phases; those between are shared out.
/// Deadlock: free on a mesh, on a torus, and on a hypercube that corrects the lowest bit first: the order of
///           dimensions in each phase, and no way back from the second. Free on networks of shuffles: stages
///           are ordered. Not on a hypercube with orders that are drawn, a butterfly, which wraps around, and
///           cube-connected cycles: `check` says so.
/// Source:   Valiant, "A Scheme for Fast Parallel Communication", SIAM J. Computing 1982; Felperin et al.,
///           Proc. IEEE 1991, section IV.
class ObliviousRouting final : public RoutingFunction {
 public:
  struct Config {
    std::uint64_t seed = 1;  ///< Of the orders that are drawn.
    ObliviousRoute::Order order = ObliviousRoute::Order::LowestFirst;
    std::optional<IntermediateNodes> intermediate = {};  ///< None: one phase.
  };

  /// On a topology that make_oblivious_route() knows, with one terminal at each node; it must outlive this.
  ObliviousRouting(const Topology& topology, const Config& config, int vc_count);
  /// The classes that such routing needs.
  static int classes(const ObliviousRoute& route, bool two_phases) {
    return route.stages() * (two_phases ? 2 : 1);
  }

  void route(const RouteQuery& query, RouteSet& routes) const override;
  void route_packet(const RouteQuery& query, PacketId packet, RouteSet& routes) const override;
  bool routes_by_packet() const override { return true; }
  bool stops_at_destination() const override { return false; }
  std::size_t max_choices() const override { return topology_.port_count() - 1; }
  std::optional<int> hops_to_go(const RouteQuery& query, PacketId packet) const override;
  std::optional<int> phase_of(VcId vc) const override {
    return config_.intermediate ? std::optional(class_of_[vc] / route_->stages()) : std::nullopt;
  }

  /// Where the first phase of a packet ends. Precondition: there are two.
  NodeId intermediate_of(PacketId packet) const { return config_.intermediate->of(packet, *route_); }

 private:
  struct State {
    ObliviousRoute::Place place;
    int phase = 0;
  };
  State state_of(const RouteQuery& query) const;
  ObliviousRoute::Hop next(State& state, NodeId destination, PacketId packet) const;
  VcMask vcs(int phase, int stage) const { return vcs_[phase * route_->stages() + stage]; }
  int last_phase() const { return config_.intermediate ? 1 : 0; }

  const Topology& topology_;
  Config config_;
  std::unique_ptr<const ObliviousRoute> route_;
  std::array<VcMask, kMaxVcs> vcs_{};
  std::array<std::uint8_t, kMaxVcs> class_of_{};  ///< [VC]
};

}  // namespace switchyard
