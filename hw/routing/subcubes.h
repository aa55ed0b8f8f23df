#pragma once

#include <array>
#include <string>

#include "hw/base/bits.h"
#include "hw/routing/routing_function.h"

namespace switchyard {

/// Minimal adaptive routing on a hypercube hung from a subcube rather than from a node.
///
/// k dimensions are those inside a subcube; the others lead from one subcube to another. In its first phase a
/// packet goes up through any wrong 0 of the others, or through the highest wrong bit inside, whichever it
/// likes. When neither is left, the second phase takes it down through any wrong 1 of the others. So what
/// meets at node 1..1 if k is 0, as in hanging_vc, meets at the 2^k nodes of a subcube. Every VC may be
/// taken.
///
/// VCs:      1 per direction, 2 per bidirectional link.
/// Deadlock: with MovesInside::Ascending free: channels down are of the second phase alone, all others of the
///           first. In the first, no hop undoes a hop up, so a cycle would be of hops inside one subcube,
///           which take the dimensions in falling order. MovesInside::Always can deadlock: a packet that has
///           come down waits for a hop inside, behind one that waits to go up.
/// Source:   Gravano, Pifarre, Denicolay, Sanz, "Adaptive Deadlock-free Worm-hole Routing in Hypercubes",
///           1992, section 2, with e-cube inside the subcubes.
class Subcubes final : public RoutingFunction {
 public:
  enum class MovesInside : std::uint8_t { Ascending, Always };
  static inline const std::array<std::string, 2> kMovesInside{"ascending", "always"};

  /// `inside`: bit d for dimension d.
  Subcubes(int dimensions, NodeId inside, MovesInside moves, int vc_count)
      : dimensions_(dimensions), inside_(inside), moves_(moves), vcs_(low_bits<VcMask>(vc_count)) {}

  void route(const RouteQuery& query, RouteSet& routes) const override;
  bool looks_at_held() const override { return false; }
  std::size_t max_choices() const override { return dimensions_; }

 private:
  int dimensions_;
  NodeId inside_;
  MovesInside moves_;
  VcMask vcs_;
};

}  // namespace switchyard
