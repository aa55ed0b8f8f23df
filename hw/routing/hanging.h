#pragma once

#include "hw/routing/routing_function.h"

namespace switchyard {

/// Minimal adaptive routing on a hypercube hung from node 0: class 1 for ever.
///
/// Queue 0 ascends: it turns wrong zeros into ones, in any order, up to the Zenith, S OR D. There the packet
/// moves to queue 1, which descends: it turns wrong ones into zeros, in any order, down to D.
///
/// Deadlock: free: queue 0 is ordered by rising numbers of ones, queue 1 follows it, by falling ones.
/// Source:   Birk, Gibbons, Soroker, Sanz 1989, as Felperin et al., Proc. IEEE 1991, have it in section VI.C.
class Hanging final : public RoutingFunction {
 public:
  static constexpr int kQueues = 2;

  explicit Hanging(int dimensions) : ports_(dimensions + 1) {}

  void route(const RouteQuery& query, RouteSet& routes) const override;
  QueueCandidates queue_candidates(NodeId here, NodeId destination, VcId queue, int ports) const override;
  std::size_t max_choices() const override { return ports_ - 1; }

 private:
  int ports_;
};

}  // namespace switchyard
