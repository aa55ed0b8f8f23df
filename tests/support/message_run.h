#pragma once

#include <gtest/gtest.h>

#include "tests/support/test_bench.h"

namespace switchyard {

/// Runs a graph of messages at level fast to its end, and sees that all has come as it should.
struct MessageRun {
  explicit MessageRun(const Experiment& for_experiment, std::size_t threads = 1)
      : bench(for_experiment),
        engine(for_experiment.design, bench.terminals(), &bench.links, threads, FastEngine::Sharing::Always) {
    while (!source().exhausted() && engine.now() < 1'000'000) engine.step_cycle();
    EXPECT_TRUE(source().exhausted());
    EXPECT_EQ(bench.scoreboard.failure() + bench.links.failure() + source().failure(), "");
    EXPECT_EQ(source().figures().left_over, 0U);
  }

  const ListeningSource& source() const { return *bench.source->listening(); }
  Cycle end() const { return bench.measurement.last_delivery(); }

  NetworkBench bench;
  FastEngine engine;
};

}  // namespace switchyard
