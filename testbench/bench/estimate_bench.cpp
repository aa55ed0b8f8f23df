#include "testbench/bench/bench_network.h"
#include "testbench/inspect/latency_estimate.h"

namespace switchyard {
namespace {

/// The curve of 20 loads of the 16 x 16 torus, from its routing on.
void torus(benchmark::State& state, const char* routing) {
  constexpr int kLoads = 20;
  const Experiment experiment = bench_experiment(16, 0.1, routing);
  for (auto _ : state) benchmark::DoNotOptimize(estimate_latency(experiment, kLoads));
}

BENCHMARK(calibration_loop);
BENCHMARK_CAPTURE(torus, dimension_order, "dimension_order")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(torus, duato, "duato")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace switchyard

BENCHMARK_MAIN();
