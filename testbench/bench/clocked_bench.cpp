#include <cstdlib>
#include <memory>
#include <systemc>

#include "hw/clocked/clocked_network.h"
#include "testbench/bench/bench_network.h"

namespace switchyard {
namespace {

constexpr Cycle kWarmup = 2000;
constexpr int kRadix = 16;

/// The clocked network of the process: SystemC elaborates once.
class ClockedTorus {
 public:
  explicit ClockedTorus(double load) : experiment_(bench_experiment(kRadix, load)), network_(experiment_) {
    torus_ =
        std::make_unique<ClockedNetwork>("torus", experiment_.design, network_.terminals(), &network_.links);
    torus_->clk_i(clock_);
    torus_->rst_ni(reset_n_);
    run(2);
    reset_n_.write(true);
    run(kWarmup);
  }

  void measure(benchmark::State& state) { measure_cycles(state, network_, run); }

 private:
  static void run(Cycle cycles) { sc_core::sc_start(kClockPeriod * static_cast<double>(cycles)); }

  Experiment experiment_;
  NetworkBench network_;
  sc_core::sc_clock clock_{"clk", kClockPeriod, 0.5, kClockPeriod * 0.5, true};
  sc_core::sc_signal<bool> reset_n_{"rst_n"};
  std::unique_ptr<ClockedNetwork> torus_;
};

}  // namespace
}  // namespace switchyard

/// Usage: sy_bench_clocked [LOAD] [Google Benchmark's options]: fast and clocked at one load, in one run.
int sc_main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  const double load = argc > 1 ? std::atof(argv[1]) : 0.3;
  switchyard::ClockedTorus clocked(load);
  benchmark::RegisterBenchmark("calibration_loop", switchyard::calibration_loop);
  benchmark::RegisterBenchmark("fast", [load](benchmark::State& state) {
    switchyard::fast_engine(state, switchyard::bench_experiment(switchyard::kRadix, load),
                            switchyard::kWarmup, /*threads=*/1);
  });
  benchmark::RegisterBenchmark("clocked", [&clocked](benchmark::State& state) { clocked.measure(state); });
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", /*overwrite=*/1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
