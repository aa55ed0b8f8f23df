#pragma once

#include <benchmark/benchmark.h>

#include "testbench/engine/network_bench.h"

namespace switchyard {

/// A k x k torus of Duato routers, 4 VCs, VCs of 8 + 4 flits, uniform traffic of 8-flit packets.
Experiment bench_experiment(int radix, double load, const char* routing = "duato");

/// An n-cube of Duato routers, 2 VCs of 8 + 4 flits, dimension order, uniform traffic of 10-flit packets.
Experiment bench_wormhole_cube(int dimensions, double load);

/// An n-cube of three-queue nodes, queues of 4 packets served by `service`, uniform traffic of 1-flit
/// packets.
Experiment bench_cube(const char* service, int dimensions, double load);

/// An n-cube of chaos or exchange routers, all else by default, uniform traffic of 1-flit packets.
Experiment bench_derouting(const char* router, int dimensions, double load);

/// An n-cube of output-queued routers, a queue without bound for each link, uniform traffic of 1-flit
/// packets.
Experiment bench_output_queued(const char* routing, int dimensions, double load);
/// A multibutterfly of 2^dimensions rows, with two links to either side.
Experiment bench_splitter(const char* choice, int dimensions, double load);

/// A 16 x 16 torus of `duato` or `chaos` routers, with packets of 16 flits.
Experiment bench_long_packets(const char* router, double load);

/// A square mesh of sixteen-buffer nodes that routes packets, at most `most` for one processor, along columns
/// and then along rows.
Experiment bench_mesh(int side, int most);

/// A multistage network of 4096 terminals, 12 stages of 2 x 2 Duato routers, 1 VC of 8 + 2 flits, uniform
/// traffic of 8-flit packets.
Experiment bench_multistage(double load);

/// The same network, on which a message of so many flits goes up each edge of a quadtree, a level at a time.
Experiment bench_quadtree(int flits);

/// Reports seconds per flit-hop and per router and cycle for what ran since `flit_hops_before`.
void report_speed(benchmark::State& state, const NetworkBench& network, std::uint64_t flit_hops_before,
                  Cycle cycles);

/// Runs the network in iterations of 100 cycles; `run(cycles)` runs some.
template <class Run>
void measure_cycles(benchmark::State& state, const NetworkBench& network, Run&& run) {
  constexpr Cycle kCyclesPerIteration = 100;
  const std::uint64_t flit_hops = network.links.flit_hops();
  Cycle cycles = 0;
  for (auto _ : state) {
    run(kCyclesPerIteration);
    cycles += kCyclesPerIteration;
  }
  report_speed(state, network, flit_hops, cycles);
}

/// The network at `fast`, after `warmup` cycles, on so many threads.
void fast_engine(benchmark::State& state, const Experiment& experiment, Cycle warmup, std::size_t threads);

/// A fixed loop of dependent integer work: machines differ, so figures are also given as ratios to it.
void calibration_loop(benchmark::State& state);

}  // namespace switchyard
