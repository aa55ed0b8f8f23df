#pragma once

#include "hw/routing/routing_function.h"

namespace switchyard {

/// Minimal adaptive routing on a hypercube with three central queues: up and down, or down and up.
///
/// A packet starts in class 1: queue 0 turns wrong zeros into ones up to the Zenith, S OR D, then queue 1
/// wrong ones into zeros. One that cannot advance while it ascends may move to queue 1 from where it is, P,
/// and is of class 2 from then on: queue 1 takes it down to the Nadir, P AND D, and queue 2 up to D. In queue
/// 1 the classes differ in nothing but what is left to do. The class changes at most once.
///
/// Deadlock: free: queue 0 is ordered by rising numbers of ones, queue 1 follows it, by falling ones, and
///           queue 2 follows that, by rising ones again; no packet goes back.
/// Source:   Konstantinidou, "Adaptive, Minimal Routing in Hypercubes", 6th MIT Conference on Advanced
///           Research in VLSI, 1990; Felperin et al., Proc. IEEE 1991, section VI.
class ThreeQueue final : public RoutingFunction {
 public:
  static constexpr int kQueues = 3;

  explicit ThreeQueue(int dimensions) : ports_(dimensions + 1) {}

  void route(const RouteQuery& query, RouteSet& routes) const override;
  QueueCandidates queue_candidates(NodeId here, NodeId destination, VcId queue, int ports) const override;
  std::size_t max_choices() const override { return ports_; }

 private:
  int ports_;
};

}  // namespace switchyard
