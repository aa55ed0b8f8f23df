#include <gtest/gtest.h>

#include <systemc>

#include "hw/clocked/clocked_network.h"
#include "tests/support/random_experiment.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

/// A clocked network of an experiment with its own test bench, clock and reset.
struct ClockedBench {
  explicit ClockedBench(const Experiment& experiment) : bench(experiment) {
    bench.observers.add(&bench.recorder);
    network =
        std::make_unique<ClockedNetwork>("network", experiment.design, bench.terminals(), bench.observer());
    network->clk_i(clock);
    network->rst_ni(reset_n);
  }

  void run(Cycle cycles) { sc_core::sc_start(kClockPeriod * static_cast<double>(cycles)); }
  void leave_reset(Cycle after) {
    run(after);
    reset_n.write(true);
  }

  TestBench bench;
  sc_core::sc_clock clock{"clk", kClockPeriod, 0.5, kClockPeriod * 0.5, true};
  sc_core::sc_signal<bool> reset_n{"rst_n"};
  std::unique_ptr<ClockedNetwork> network;
};

class Levels : public testing::TestWithParam<std::uint64_t> {};

TEST_P(Levels, EveryFlitAndCreditArrivesInTheSameCycle) {
  constexpr Cycle kCycles = 600;
  const std::string yaml = random_experiment(GetParam());
  SCOPED_TRACE(yaml);
  const Experiment experiment = experiment_from(yaml);

  FastBench fast(experiment, /*record_events=*/true);
  fast.run(kCycles);
  ClockedBench clocked(experiment);
  clocked.leave_reset(2);
  clocked.run(kCycles);

  const std::vector<LinkEvent> expected = fast.bench.recorder.events();
  const std::vector<LinkEvent> actual = clocked.bench.recorder.events();
  EXPECT_GT(expected.size(), 100U);
  ASSERT_EQ(expected.size(), actual.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ASSERT_EQ(expected[i], actual[i])
        << "event " << i << " in cycle " << expected[i].cycle << " at node " << expected[i].node;
  }
  EXPECT_GT(fast.bench.scoreboard.log().delivered(), 0U);
  EXPECT_EQ(fast.bench.measurement.event_hash().value(), clocked.bench.measurement.event_hash().value());
  EXPECT_EQ(fast.bench.scoreboard.failure() + fast.bench.links.failure(), "");
  EXPECT_EQ(clocked.bench.scoreboard.failure() + clocked.bench.links.failure(), "");
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, Levels, testing::Range<std::uint64_t>(1, 61));

}  // namespace
}  // namespace switchyard
