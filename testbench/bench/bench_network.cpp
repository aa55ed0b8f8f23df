#include "testbench/bench/bench_network.h"

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "testbench/catalog/standard_catalogs.h"
#include "tlm/fast_engine.h"

namespace switchyard {
namespace {

/// An n-cube of routers of this kind, with uniform traffic of 1-flit packets.
Experiment packet_cube(const std::string& router, const char* routing, int dimensions, double load) {
  ConfigDocument document =
      ConfigDocument::from_text(fmt::format("topology: {{kind: hypercube, dimensions: {}}}\n"
                                            "router: {{kind: {}}}\n"
                                            "routing: {{kind: {}}}\n"
                                            "traffic: {{pattern: uniform, packet_length: 1, load: {}}}\n",
                                            dimensions, router, routing, load),
                                "bench.yaml");
  return read_experiment(document, standard_catalogs());
}

}  // namespace

Experiment bench_experiment(int radix, double load, const char* routing) {
  ConfigDocument document = ConfigDocument::from_text(
      fmt::format(
          "topology: {{kind: torus, radix: [{0}, {0}]}}\n"
          "router: {{kind: duato, virtual_channels: 4, input_depth: 8, output_depth: 4, throttle_vcs: 1}}\n"
          "routing: {{kind: {2}}}\n"
          "traffic: {{pattern: uniform, packet_length: 8, load: {1}}}\n",
          radix, load, routing),
      "bench.yaml");
  return read_experiment(document, standard_catalogs());
}

Experiment bench_wormhole_cube(int dimensions, double load) {
  ConfigDocument document = ConfigDocument::from_text(
      fmt::format("topology: {{kind: hypercube, dimensions: {}}}\n"
                  "router: {{kind: duato, virtual_channels: 2, input_depth: 8, output_depth: 4}}\n"
                  "routing: {{kind: dimension_order}}\n"
                  "traffic: {{pattern: uniform, packet_length: 10, load: {}}}\n",
                  dimensions, load),
      "bench.yaml");
  return read_experiment(document, standard_catalogs());
}

Experiment bench_cube(const char* service, int dimensions, double load) {
  return packet_cube(fmt::format("konstantinidou, queue_size: 4, queue_service: {}", service), "three_queue",
                     dimensions, load);
}

Experiment bench_derouting(const char* router, int dimensions, double load) {
  return packet_cube(router, "minimal", dimensions, load);
}

Experiment bench_output_queued(const char* routing, int dimensions, double load) {
  return packet_cube("output_queued, virtual_channels: 2, shared_queues: true", routing, dimensions, load);
}

Experiment bench_splitter(const char* choice, int dimensions, double load) {
  ConfigDocument document =
      ConfigDocument::from_text(fmt::format("topology: {{kind: multibutterfly, dimensions: {}}}\n"
                                            "router: {{kind: splitter, choice: {}}}\n"
                                            "routing: {{kind: multibutterfly}}\n"
                                            "traffic: {{pattern: uniform, packet_length: 1, load: {}}}\n",
                                            dimensions, choice, load),
                                "bench.yaml");
  return read_experiment(document, standard_catalogs());
}

Experiment bench_long_packets(const char* router, double load) {
  const bool duato = std::string_view(router) == "duato";
  ConfigDocument document =
      ConfigDocument::from_text(fmt::format("topology: {{kind: torus, radix: [16, 16]}}\n"
                                            "router: {{kind: {}}}\n"
                                            "routing: {{kind: {}}}\n"
                                            "traffic: {{pattern: uniform, packet_length: 16, load: {}}}\n",
                                            duato ? "duato, input_depth: 16, output_depth: 8, throttle_vcs: 1"
                                                  : "chaos, packet_flits: 16",
                                            duato ? "duato" : "minimal", load),
                                "bench.yaml");
  return read_experiment(document, standard_catalogs());
}

Experiment bench_mesh(int side, int most) {
  ConfigDocument document = ConfigDocument::from_text(
      fmt::format("topology: {{kind: mesh, radix: [{0}, {0}]}}\n"
                  "router: {{kind: mesh16}}\n"
                  "workload: {{kind: many_to_one, algorithm: route_columns, shape: south_east, most: {1}}}\n",
                  side, most),
      "bench.yaml");
  return read_experiment(document, standard_catalogs());
}

namespace {

constexpr const char* kMultistage =
    "topology: {kind: multistage, terminals: 4096, switch: 2}\n"
    "router: {kind: duato, virtual_channels: 1, input_depth: 8, output_depth: 2}\n"
    "routing: {kind: destination_tag}\n";

}  // namespace

Experiment bench_multistage(double load) {
  ConfigDocument document = ConfigDocument::from_text(
      fmt::format("{}traffic: {{pattern: uniform, packet_length: 8, load: {}}}\n", kMultistage, load),
      "bench.yaml");
  return read_experiment(document, standard_catalogs());
}

Experiment bench_quadtree(int flits) {
  ConfigDocument document = ConfigDocument::from_text(
      fmt::format("{}workload: {{kind: messages, graph: quadtree, message_length: {}}}\n", kMultistage,
                  flits),
      "bench.yaml");
  return read_experiment(document, standard_catalogs());
}

void report_speed(benchmark::State& state, const NetworkBench& network, std::uint64_t flit_hops_before,
                  Cycle cycles) {
  using benchmark::Counter;
  const auto hops = static_cast<double>(network.links.flit_hops() - flit_hops_before);
  const auto routers = static_cast<double>(network.experiment.design.topology->node_count());
  state.counters["s/flit-hop"] = Counter(hops, Counter::kIsRate | Counter::kInvert);
  state.counters["s/router-cycle"] =
      Counter(routers * static_cast<double>(cycles), Counter::kIsRate | Counter::kInvert);
  if (!network.scoreboard.failure().empty()) state.SkipWithError(network.scoreboard.failure().c_str());
}

void fast_engine(benchmark::State& state, const Experiment& experiment, Cycle warmup, std::size_t threads) {
  NetworkBench network(experiment);
  FastEngine engine(experiment.design, network.terminals(), &network.links, threads);
  const auto run = [&engine](Cycle cycles) {
    for (Cycle cycle = 0; cycle < cycles; ++cycle) engine.step_cycle();
  };
  run(warmup);
  measure_cycles(state, network, run);
}

void calibration_loop(benchmark::State& state) {
  std::uint64_t x = 1;
  for (auto _ : state) {
    for (int i = 0; i < 1000; ++i) x = mix64(x + static_cast<std::uint64_t>(i));
    benchmark::DoNotOptimize(x);
  }
  state.counters["s/step"] = benchmark::Counter(1000.0 * static_cast<double>(state.iterations()),
                                                benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

}  // namespace switchyard
