#pragma once

#include <benchmark/benchmark.h>

#include <memory>
#include <string>

#include "testbench/monitor/link_monitor.h"
#include "testbench/monitor/measurement.h"
#include "testbench/run/experiment.h"

namespace switchyard {

/// A k x k torus of Duato routers, 4 VCs, lanes of 8 + 4 flits, uniform traffic of 8-flit packets.
Experiment bench_experiment(int radix, double load);

/// An n-cube of three-queue nodes, queues of 4 packets, uniform traffic of 1-flit packets.
Experiment bench_cube(int dimensions, double load);

/// An n-cube of chaos or exchange routers, all else by default, uniform traffic of 1-flit packets.
Experiment bench_derouting(const char* router, int dimensions, double load);

/// Sources, sinks and the monitors that are always on, around one network.
struct BenchNetwork {
  explicit BenchNetwork(const Experiment& experiment);
  TerminalFactory terminals();

  const Experiment& experiment;
  Measurement measurement;
  Scoreboard scoreboard;
  LinkMonitor links;
  std::unique_ptr<PacketSource> source;
};

/// Reports seconds per flit-hop and per router and cycle for what ran since `flit_hops_before`.
void report_speed(benchmark::State& state, const BenchNetwork& network, std::uint64_t flit_hops_before,
                  Cycle cycles);

/// A fixed loop of dependent integer work: machines differ, so figures are also given as ratios to it.
void calibration_loop(benchmark::State& state);

}  // namespace switchyard
