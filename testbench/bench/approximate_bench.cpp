#include <systemc>

#include "hw/base/ratio.h"
#include "testbench/bench/bench_network.h"
#include "testbench/engine/packet_traffic.h"
#include "tlm/fast_engine.h"

namespace switchyard {
namespace {

constexpr Cycle kWarmUp = 2000;
constexpr Cycle kCyclesPerIteration = 1000;

/// Time per flit that arrives, everything included: sources, checks and statistics.
void report(benchmark::State& state, std::uint64_t flits) {
  using benchmark::Counter;
  state.counters["s/flit"] = Counter(static_cast<double>(flits), Counter::kIsRate | Counter::kInvert);
}

void fast(benchmark::State& state, const Experiment& experiment) {
  NetworkBench network(experiment);
  FastEngine engine(experiment.design, network.terminals(), &network.links);
  while (engine.now() < kWarmUp) engine.step_cycle();
  const std::uint64_t before = network.measurement.flits_arrived();
  for (auto _ : state) {
    for (Cycle cycle = 0; cycle < kCyclesPerIteration; ++cycle) engine.step_cycle();
  }
  report(state, network.measurement.flits_arrived() - before);
}

void approximate(benchmark::State& state, const Experiment& experiment) {
  Measurement measurement(experiment.design.topology->terminal_count(), experiment.design.distance);
  PacketTraffic traffic(experiment, measurement);
  traffic.advance(kWarmUp);
  const std::uint64_t before = measurement.flits_arrived();
  for (auto _ : state) traffic.advance(kCyclesPerIteration);
  report(state, measurement.flits_arrived() - before);
}

/// Argument: load in thousandths of a flit per node and cycle.
template <auto Level>
void torus(benchmark::State& state) {
  Level(state, bench_long_packets("duato", ratio(state.range(0), 1000)));
}
template <auto Level>
void chaos(benchmark::State& state) {
  Level(state, bench_long_packets("chaos", ratio(state.range(0), 1000)));
}

/// One packet of 16 flits through an idle 4 x 4 torus, from send() to its arrival.
void send_idle(benchmark::State& state) {
  const Experiment experiment = bench_experiment(4, 0);
  std::uint64_t arrived = 0;
  const auto network = make_approximate_network(experiment.design, [&](const PacketArrival&) { ++arrived; });
  NodeId node = 0;
  for (auto _ : state) {
    network->send(0, node, (node + 7) % 16, 16, network->now());
    while (network->next() != kNever) network->run(network->next() + 1);
    node = (node + 1) % 16;
  }
  benchmark::DoNotOptimize(arrived);
}

BENCHMARK(calibration_loop);
BENCHMARK(torus<fast>)->ArgName("load/1000")->Arg(100)->Arg(200)->Arg(300)->Name("duato/fast");
BENCHMARK(torus<approximate>)->ArgName("load/1000")->Arg(100)->Arg(200)->Arg(300)->Name("duato/approximate");
BENCHMARK(chaos<fast>)->ArgName("load/1000")->Arg(100)->Arg(150)->Name("chaos/fast");
BENCHMARK(chaos<approximate>)->ArgName("load/1000")->Arg(100)->Arg(150)->Name("chaos/approximate");
BENCHMARK(send_idle);

}  // namespace
}  // namespace switchyard

BENCHMARK_MAIN();
