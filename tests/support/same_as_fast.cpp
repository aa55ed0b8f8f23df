#include "tests/support/same_as_fast.h"

#include <gtest/gtest.h>

#include "tests/support/test_bench.h"

namespace switchyard {

void expect_same_as_fast(const std::string& level, const std::string& yaml, const LevelOptions& options) {
  constexpr Cycle kCycles = 600;
  SCOPED_TRACE(yaml);
  const Experiment experiment = experiment_from(yaml);
  FastBench fast(experiment, /*record_events=*/true);
  fast.run(kCycles);

  TestBench bench(experiment);
  bench.observers.add(&bench.recorder);
  const auto network =
      find_level(level)->build(experiment.design, bench.terminals(), bench.observer(), options);
  network->run(kCycles);

  EXPECT_FALSE(network->divergence().has_value()) << describe(*network->divergence());
  EXPECT_GT(bench.scoreboard.log().delivered(), 0U);
  EXPECT_EQ(bench.measurement.event_hash().value(), fast.bench.measurement.event_hash().value());
  EXPECT_TRUE(bench.recorder.events() == fast.bench.recorder.events());
  EXPECT_EQ(bench.scoreboard.failure() + bench.links.failure(), "");
}

}  // namespace switchyard
