#pragma once

#include "tests/support/test_bench.h"

namespace switchyard {

/// Mean packet latency of a run at level fast, of the packets created in the window and delivered in it.
inline double mean_latency_at_fast(const Experiment& experiment, Cycle warmup, Cycle cycles) {
  FastBench bench(experiment);
  bench.run(warmup);
  bench.bench.measurement.open_window(warmup, warmup + cycles);
  bench.run(cycles + 1000);
  return bench.bench.measurement.packet_latency().mean();
}

/// Flits that arrive in the window over those that are created.
inline double carried_at_fast(const Experiment& experiment, Cycle warmup, Cycle cycles) {
  FastBench bench(experiment);
  bench.run(warmup);
  const Measurement& measured = bench.bench.measurement;
  const std::uint64_t arrived = measured.flits_arrived();
  const std::uint64_t created = measured.flits_created();
  bench.run(cycles);
  return static_cast<double>(measured.flits_arrived() - arrived) /
         static_cast<double>(measured.flits_created() - created);
}

}  // namespace switchyard
