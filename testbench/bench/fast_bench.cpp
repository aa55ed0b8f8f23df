#include <algorithm>
#include <memory>
#include <systemc>

#include "hw/base/huge_pages.h"
#include "hw/base/ratio.h"
#include "hw/router/mesh/mesh16_config.h"
#include "testbench/bench/bench_network.h"
#include "testbench/mesh/many_to_one_workload.h"
#include "testbench/mesh/mesh16_monitor.h"
#include "testbench/mesh/mesh_processor.h"
#include "tlm/fast_engine.h"

namespace switchyard {
namespace {

/// Arguments: radix, load in thousandths of a flit per node and cycle, warm-up cycles, threads.
void fast_torus(benchmark::State& state) {
  fast_engine(state, bench_experiment(static_cast<int>(state.range(0)), ratio(state.range(1), 1000)),
              state.range(2), state.range(3));
}

/// Arguments: dimensions, load in thousandths of a flit per node and cycle, warm-up cycles, threads.
void fast_wormhole_cube(benchmark::State& state) {
  fast_engine(state, bench_wormhole_cube(static_cast<int>(state.range(0)), ratio(state.range(1), 1000)),
              state.range(2), state.range(3));
}

/// Arguments: dimensions, load in thousandths of a packet per node and cycle, warm-up cycles, threads.
void fast_cube(benchmark::State& state, const char* service) {
  const double load = ratio(state.range(1), 1000);
  fast_engine(state, bench_cube(service, static_cast<int>(state.range(0)), load), state.range(2),
              state.range(3));
}

/// The same, with chaos or exchange routers.
void fast_derouting(benchmark::State& state, const char* router) {
  const double load = ratio(state.range(1), 1000);
  fast_engine(state, bench_derouting(router, static_cast<int>(state.range(0)), load), state.range(2),
              state.range(3));
}

/// The same, with output-queued routers.
void fast_output_queued(benchmark::State& state, const char* routing) {
  const double load = ratio(state.range(1), 1000);
  fast_engine(state, bench_output_queued(routing, static_cast<int>(state.range(0)), load), state.range(2),
              state.range(3));
}

/// A multibutterfly of splitter routers. Arguments: n, load per thousand, warm-up in cycles, threads.
void fast_splitter(benchmark::State& state, const char* choice) {
  const double load = ratio(state.range(1), 1000);
  fast_engine(state, bench_splitter(choice, static_cast<int>(state.range(0)), load), state.range(2),
              state.range(3));
}

/// A routing phase to its end. Arguments: side, packets for one processor.
void fast_mesh16(benchmark::State& state) {
  const Experiment experiment =
      bench_mesh(static_cast<int>(state.range(0)), static_cast<int>(state.range(1)));
  const Mesh16Config& mesh = *experiment.design.router.as<Mesh16Config>();
  const auto& workload = std::any_cast<const ManyToOneWorkload&>(experiment.injection.program);
  const std::vector<NodeId> to = many_to_one_instance(workload.shape, mesh.side, workload.most, /*seed=*/1);
  std::uint64_t hops = 0;
  for (auto _ : state) {
    state.PauseTiming();
    std::size_t delivered = 0;
    Mesh16Monitor monitor(mesh.side, [&](Cycle, NodeId, const Flit&) { ++delivered; });
    FastEngine engine(
        experiment.design,
        [&](NodeId node) {
          return std::make_unique<MeshProcessor>(node, to[node], workload.algorithm, mesh, workload.most);
        },
        &monitor);
    for (int cycle = 0; cycle < 3; ++cycle) engine.step_cycle();  // Load, and the first step.
    state.ResumeTiming();
    while (delivered != to.size()) engine.step_cycle();
    hops += monitor.hops();
    if (!monitor.failure().empty()) state.SkipWithError(monitor.failure().c_str());
  }
  using benchmark::Counter;
  state.counters["s/flit-hop"] = Counter(static_cast<double>(hops), Counter::kIsRate | Counter::kInvert);
}

/// Arguments: load in thousandths of a flit per terminal and cycle, warm-up cycles, threads.
void fast_multistage(benchmark::State& state) {
  fast_engine(state, bench_multistage(ratio(state.range(0), 1000)), state.range(1), state.range(2));
}

/// All levels of a tree, without what it takes to build the network. Argument: flits of a message.
void fast_quadtree(benchmark::State& state) {
  const Experiment experiment = bench_quadtree(static_cast<int>(state.range(0)));
  std::uint64_t hops = 0;
  for (auto _ : state) {
    state.PauseTiming();
    NetworkBench network(experiment);
    FastEngine engine(experiment.design, network.terminals(), &network.links, /*threads=*/1);
    const ListeningSource& messages = *network.source->listening();
    state.ResumeTiming();
    while (!messages.exhausted()) engine.step_cycle();
    state.PauseTiming();
    hops += network.links.flit_hops();
    const std::string failure = network.scoreboard.failure() + messages.failure();
    if (!failure.empty()) state.SkipWithError(failure.c_str());
    state.ResumeTiming();
  }
  using benchmark::Counter;
  state.counters["s/flit-hop"] = Counter(static_cast<double>(hops), Counter::kIsRate | Counter::kInvert);
}

/// What a large network is up against: lines of 64 bytes that no cache holds, in rows at random places,
/// fetched ahead. Argument: lines in a row.
void far_lines(benchmark::State& state) {
  constexpr std::size_t kWords = 8;  // Of a line.
  constexpr std::size_t kLines = std::size_t{600} * 1024 * 1024 / 64;
  const auto row = static_cast<std::size_t>(state.range(0));
  const std::size_t ahead = std::max<std::size_t>(4, 64 / row);
  HugePageVector<std::uint64_t> memory(kLines * kWords);
  const auto row_at = [&](std::uint64_t n) {
    const std::size_t first = ((mix64(n) >> 32) * (kLines / row) >> 32) * row;
    return &memory[first * kWords];
  };
  std::uint64_t n = 0;
  for (auto _ : state) {
    const std::uint64_t* const next = row_at(n + ahead);
    for (std::size_t i = 0; i < row; ++i) __builtin_prefetch(next + i * kWords);
    std::uint64_t* const here = row_at(n++);
    for (std::size_t i = 0; i < row; ++i) ++here[i * kWords];
  }
  state.counters["s/line"] = benchmark::Counter(static_cast<double>(n * row),
                                                benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

/// Reading the configuration and building every router and terminal.
void elaborate_torus(benchmark::State& state) {
  for (auto _ : state) {
    const Experiment experiment = bench_experiment(static_cast<int>(state.range(0)), 0.1);
    NetworkBench network(experiment);
    FastEngine engine(experiment.design, network.terminals(), &network.links);
    benchmark::DoNotOptimize(engine.now());
  }
}

BENCHMARK(calibration_loop);
BENCHMARK(fast_torus)
    ->ArgNames({"radix", "load/1000", "warmup", "threads"})
    ->UseRealTime()
    ->Args({16, 0, 0, 1})
    ->Args({16, 100, 2000, 1})
    ->Args({16, 100, 2000, 2})
    ->Args({16, 300, 2000, 1})
    ->Args({16, 300, 2000, 2})
    ->Args({16, 450, 2000, 1})
    ->Args({16, 450, 2000, 2});
BENCHMARK(fast_wormhole_cube)
    ->ArgNames({"dimensions", "load/1000", "warmup", "threads"})
    ->UseRealTime()
    ->Args({10, 100, 2000, 1});
BENCHMARK(fast_torus)
    ->ArgNames({"radix", "load/1000", "warmup", "threads"})
    ->UseRealTime()
    ->Args({256, 7, 600, 1})
    ->Args({256, 7, 600, 2})
    ->Args({256, 20, 600, 1})
    ->Args({256, 20, 600, 2})
    ->Args({256, 100, 600, 1})
    ->Args({256, 100, 600, 2})
    ->Iterations(3)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(fast_cube, any, "any")
    ->ArgNames({"dimensions", "load/1000", "warmup", "threads"})
    ->UseRealTime()
    ->Args({8, 0, 0, 1})
    ->Args({8, 100, 2000, 1})
    ->Args({8, 100, 2000, 2})
    ->Args({8, 300, 2000, 1})
    ->Args({8, 300, 2000, 2})
    ->Args({8, 600, 2000, 1})
    ->Args({8, 600, 2000, 2})
    ->Args({10, 300, 1000, 1})
    ->Args({10, 300, 1000, 2});
BENCHMARK_CAPTURE(fast_cube, head, "head")
    ->ArgNames({"dimensions", "load/1000", "warmup", "threads"})
    ->UseRealTime()
    ->Args({8, 100, 2000, 1})
    ->Args({8, 100, 2000, 2})
    ->Args({8, 200, 2000, 1})
    ->Args({8, 200, 2000, 2});
BENCHMARK_CAPTURE(fast_derouting, chaos, "chaos")
    ->ArgNames({"dimensions", "load/1000", "warmup", "threads"})
    ->UseRealTime()
    ->Args({8, 0, 0, 1})
    ->Args({8, 100, 2000, 1})
    ->Args({8, 100, 2000, 2})
    ->Args({8, 190, 2000, 1})
    ->Args({8, 190, 2000, 2});
BENCHMARK_CAPTURE(fast_derouting, exchange, "exchange")
    ->ArgNames({"dimensions", "load/1000", "warmup", "threads"})
    ->UseRealTime()
    ->Args({8, 0, 0, 1})
    ->Args({8, 100, 2000, 1})
    ->Args({8, 100, 2000, 2})
    ->Args({8, 600, 2000, 1})
    ->Args({8, 600, 2000, 2});
BENCHMARK_CAPTURE(fast_output_queued, oblivious, "oblivious")
    ->ArgNames({"dimensions", "load/1000", "warmup", "threads"})
    ->UseRealTime()
    ->Args({8, 100, 2000, 1})
    ->Args({8, 300, 2000, 1})
    ->Args({8, 600, 2000, 1});
BENCHMARK_CAPTURE(fast_output_queued, two_phase, "two_phase")
    ->ArgNames({"dimensions", "load/1000", "warmup", "threads"})
    ->UseRealTime()
    ->Args({8, 100, 2000, 1})
    ->Args({8, 300, 2000, 1})
    ->Args({8, 600, 2000, 1});
BENCHMARK_CAPTURE(fast_splitter, adaptive, "adaptive")
    ->ArgNames({"n", "load/1000", "warmup", "threads"})
    ->UseRealTime()
    ->Args({6, 100, 2000, 1})
    ->Args({6, 300, 2000, 1})
    ->Args({6, 600, 2000, 1});
BENCHMARK_CAPTURE(fast_splitter, colours, "colours")
    ->ArgNames({"n", "load/1000", "warmup", "threads"})
    ->UseRealTime()
    ->Args({6, 20, 2000, 1})
    ->Args({6, 40, 2000, 1});
BENCHMARK(fast_multistage)
    ->ArgNames({"load/1000", "warmup", "threads"})
    ->Args({100, 1000, 1})
    ->Args({300, 1000, 1})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(fast_quadtree)->ArgName("flits")->Arg(1)->Arg(16)->Arg(64)->Unit(benchmark::kMillisecond);
BENCHMARK(fast_mesh16)
    ->ArgNames({"side", "most"})
    ->Args({16, 1})
    ->Args({16, 16})
    ->Args({64, 1})
    ->Args({64, 16})
    ->Args({128, 1})
    ->Args({128, 16});
BENCHMARK(far_lines)->ArgName("row")->Arg(1)->Arg(8);
BENCHMARK(elaborate_torus)->ArgName("radix")->Arg(16)->Arg(256)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace switchyard

BENCHMARK_MAIN();
