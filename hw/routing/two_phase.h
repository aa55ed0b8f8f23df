#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "hw/base/bits.h"
#include "hw/routing/routing_function.h"
#include "hw/topology/grid.h"

namespace switchyard {

/// Where a packet goes in its first phase.
struct IntermediateNodes {
  /// Which bits of the source are replaced by random ones: those that are corrected first, or last, others
  /// for each packet, or the same for all.
  enum class Rule : std::uint8_t { First, Last, Drawn, Fixed };
  static inline const std::array<std::string, 4> kRules{"first", "last", "drawn", "fixed"};

  std::uint64_t seed = 1;
  int random_bits = -1;  ///< Of a hypercube's address; -1: any node of the network.
  Rule rule = Rule::First;
  bool in_column = false;  ///< Of a mesh: only the last coordinate differs from the source's.
};

/// Two-phase random routing (Valiant): in dimension order to a random node, and from there to the
/// destination.
///
/// The node is drawn from the seed and the number of the packet, so that no flit carries it, and so it does
/// not depend on the destination. A class of VCs for each phase: by the VC that it holds a router knows the
/// phase. route() is what any packet may do, whatever its node, for proofs; route_packet() what this one may.
///
/// VCs:      2 per direction; those between are shared out.
/// Deadlock: free: dimension order in each class, and no way back from the second.
/// Differs:  a packet that meets its destination in the first phase is delivered there.
/// Source:   Valiant, "A Scheme for Fast Parallel Communication", SIAM J. Computing 1982; Felperin et al.,
///           Proc. IEEE 1991, section IV.
class TwoPhase final : public RoutingFunction {
 public:
  static constexpr int kClasses = 2;

  /// `grid`: a mesh or a hypercube; must outlive this object.
  TwoPhase(const Grid& grid, const IntermediateNodes& intermediate, int vc_count);

  void route(const RouteQuery& query, RouteSet& routes) const override;
  void route_packet(const RouteQuery& query, PacketId packet, RouteSet& routes) const override;
  bool routes_by_packet() const override { return true; }
  std::size_t max_choices() const override { return grid_.network_ports(); }

  /// Where the first phase of a packet ends.
  NodeId intermediate_of(PacketId packet) const;

 private:
  /// Of a packet that has just entered, or is in the VCs of the first class.
  bool is_in_first_phase(const RouteQuery& query) const {
    return enters(query) || vcs_[0].test(query.held_vc);
  }
  bool enters(const RouteQuery& query) const {
    return query.held_port < 0 || query.held_port >= grid_.network_ports();
  }
  PortMask ways_on(const RouteQuery& query) const;
  void add_hop(NodeId here, NodeId to, int phase, RouteSet& routes) const;

  const Grid& grid_;
  IntermediateNodes intermediate_;
  NodeId fixed_bits_ = 0;  ///< Of Rule::Fixed.
  std::array<VcMask, kClasses> vcs_;
};

}  // namespace switchyard
