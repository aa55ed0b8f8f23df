#pragma once

#include <memory>

#include "testbench/traffic/catalog.h"
#include "testbench/traffic/geometric.h"
#include "testbench/traffic/process.h"

namespace switchyard {

/// A two-state Markov process: Bernoulli in bursts, and no packets in the pauses between them.
///
/// Bursts and pauses last a geometric number of cycles, at least one. Cycle 0 is on with the long-run
/// probability, so the process is stationary from the start.
///
/// Config:  burst_length (mean cycles of a burst, >= 1), burst_load (flits per cycle in a burst, 0.01..1,
///          default 1). Pauses follow from the load: their mean is burst_length * (burst_load / load - 1).
/// Errors:  a fault if the load is not below burst_load, or if pauses would be shorter than a cycle.
class Bursty final : public CreationProcess {
 public:
  /// Packets per cycle of a burst; mean cycles of bursts and of pauses, both >= 1.
  Bursty(double packets_per_cycle, double mean_burst, double mean_pause);

  State start(std::uint64_t seed, NodeId node) const override;
  Cycle next(State& state) const override;

 private:
  Cycle burst_length(State& state) const { return 1 + longer_burst_.failures(state.phases); }

  Geometric gap_;
  Geometric longer_burst_;  ///< Cycles after the first.
  Geometric longer_pause_;
  double on_fraction_;
};

ProcessMaker build_bursty(const TrafficContext& context);

}  // namespace switchyard
