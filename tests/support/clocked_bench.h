#pragma once

#include <memory>
#include <systemc>

#include "hw/clocked/clocked_network.h"
#include "tests/support/test_bench.h"

namespace switchyard {

/// A clocked network of an experiment with its own test bench, clock and reset. One per process.
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

}  // namespace switchyard
