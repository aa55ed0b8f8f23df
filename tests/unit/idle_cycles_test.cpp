#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

/// The engine with every observer attached.
struct Engine {
  explicit Engine(const Experiment& experiment)
      : bench(experiment), engine(experiment.design, bench.terminals(), bench.observer()) {
    bench.observers.add(&bench.recorder);
  }
  TestBench bench;
  FastEngine engine;
};

const char* const kRarely =
    "topology: {kind: torus, radix: [4, 4], link_latency: 3}\n"
    "router: {kind: duato, virtual_channels: 3, input_depth: 8, output_depth: 2}\n"
    "routing: {kind: duato}\n"
    "faults: [{random_links: 1, from: 700, to: 900, known: false}]\n"
    "traffic: {pattern: uniform, packet_length: 3, load: 0.003}\n";

TEST(FastEngine, MayLeaveOutCyclesInWhichNothingHappens) {
  constexpr Cycle kCycles = 3000;
  const Experiment experiment = experiment_from(kRarely);
  Engine all(experiment);
  Engine some(experiment);
  for (Cycle i = 0; i < kCycles; ++i) all.engine.step_cycle();
  Cycle steps = 0;
  while (some.engine.now() < kCycles) {
    some.engine.step_cycle();
    some.engine.skip_to(std::min(kCycles, some.engine.next_busy_cycle()));
    ++steps;
  }
  EXPECT_EQ(some.bench.recorder.events(), all.bench.recorder.events());
  EXPECT_GT(all.bench.recorder.events().size(), 500u);
  EXPECT_LT(steps, kCycles * 3 / 4);
}

}  // namespace
}  // namespace switchyard
