#pragma once

#include <memory>

#include "testbench/traffic/catalog.h"
#include "testbench/traffic/geometric.h"
#include "testbench/traffic/process.h"

namespace switchyard {

/// A packet in every cycle with the same probability, whatever happened before.
class Bernoulli final : public CreationProcess {
 public:
  explicit Bernoulli(double packets_per_cycle) : gap_(packets_per_cycle) {}

  State start(std::uint64_t seed, NodeId node) const override { return State(seed, node); }
  Cycle next(State& state) const override {
    const Cycle gap = gap_.failures(state.arrivals);
    if (gap == kNever) return kNever;
    const Cycle created = state.from + gap;
    state.from = created + 1;
    return created;
  }
  bool memoryless() const override { return true; }

 private:
  Geometric gap_;
};

ProcessMaker build_bernoulli(const TrafficContext& context);

}  // namespace switchyard
