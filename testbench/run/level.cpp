#include "testbench/run/level.h"

#include <systemc>

#include "hw/clocked/clocked_network.h"
#include "testbench/cosim/lockstep_switch.h"
#include "testbench/cosim/router_history.h"
#include "testbench/cosim/rtl_switch.h"
#include "testbench/monitor/observer_list.h"
#include "tlm/fast_network.h"

namespace switchyard {
namespace {

/// Clock edges that see the reset; then comes cycle 0.
constexpr int kResetCycles = 2;

sc_core::sc_time first_edge() { return kClockPeriod * 0.5; }

void advance(Cycle cycles) { sc_core::sc_start(kClockPeriod * static_cast<double>(cycles)); }

class FastRun final : public RunningNetwork {
 public:
  FastRun(const Design& design, const TerminalFactory& make_terminal, LinkObserver* observer)
      : network_("network", design, make_terminal, observer, first_edge() + kClockPeriod * kResetCycles,
                 kClockPeriod) {
    advance(kResetCycles);
  }
  const RouterCore& router(NodeId node) const override { return network_.router(node); }
  void run(Cycle cycles) override { advance(cycles); }

 private:
  FastNetwork network_;
};

class ClockedRun final : public RunningNetwork {
 public:
  ClockedRun(const Design& design, const TerminalFactory& make_terminal, LinkObserver* observer)
      : clock_("clk", kClockPeriod, 0.5, first_edge(), /*posedge_first=*/true),
        network_("network", design, make_terminal, observer) {
    network_.clk_i(clock_);
    network_.rst_ni(reset_n_);
    advance(kResetCycles);
    reset_n_.write(true);
  }
  const RouterCore& router(NodeId node) const override { return network_.router(node); }
  void run(Cycle cycles) override { advance(cycles); }

 private:
  sc_core::sc_clock clock_;
  sc_core::sc_signal<bool> reset_n_{"rst_n"};
  ClockedNetwork network_;
};

/// The cycle whose clock edge it is, or was last.
Cycle cycle_of(const sc_core::sc_time& time) {
  return static_cast<Cycle>((time - first_edge()) / kClockPeriod) - kResetCycles;
}

/// A design whose routers decide with the blocks of rtl/, on pins.
Design around_blocks(const Design& design, const SwitchFactory& make_blocks) {
  Design around = design;
  around.make_router = [make = design.make_router_around, make_blocks](NodeId node) {
    return make(node, make_blocks);
  };
  return around;
}

class RtlRun final : public RunningNetwork {
 public:
  RtlRun(const Design& design, const TerminalFactory& make_terminal, LinkObserver* observer)
      : design_(
            around_blocks(design, [](NodeId, const SwitchShape& shape) { return make_rtl_switch(shape); })),
        clocked_(design_, make_terminal, observer) {}
  const RouterCore& router(NodeId node) const override { return clocked_.router(node); }
  void run(Cycle cycles) override { clocked_.run(cycles); }

 private:
  Design design_;
  ClockedRun clocked_;
};

class LockstepRun final : public RunningNetwork {
 public:
  LockstepRun(const Design& design, const TerminalFactory& make_terminal, LinkObserver* observer)
      : history_(design.topology->node_count()),
        log_({.now = [] { return cycle_of(sc_core::sc_time_stamp()); },
              .recent_events = [this](NodeId node) { return history_.recent(node); },
              .stop = [] { sc_core::sc_pause(); }}),
        design_(around_blocks(design,
                              [this](NodeId node, const SwitchShape& shape) {
                                return std::make_unique<LockstepSwitch>(node, shape, make_rtl_switch(shape),
                                                                        log_);
                              })),
        observers_({&history_, observer}),
        clocked_(design_, make_terminal, &observers_) {}
  const RouterCore& router(NodeId node) const override { return clocked_.router(node); }
  void run(Cycle cycles) override { clocked_.run(cycles); }
  std::optional<Divergence> divergence() const override { return log_.first(); }

 private:
  RouterHistory history_;
  DivergenceLog log_;
  Design design_;
  ObserverList observers_;
  ClockedRun clocked_;
};

template <class Run>
std::unique_ptr<RunningNetwork> build(const Design& design, const TerminalFactory& make_terminal,
                                      LinkObserver* observer) {
  return std::make_unique<Run>(design, make_terminal, observer);
}

}  // namespace

const std::vector<Level>& levels() {
  static const std::vector<Level> kLevels{
      {"fast", "the cores without pins, stepped by one process", build<FastRun>},
      {"clocked", "a module per router with clock, reset, flit and credit pins", build<ClockedRun>},
      {"lockstep",
       "clocked; every arbiter, allocator and crossbar a pair of model and RTL, compared in each use",
       build<LockstepRun>},
      {"rtl", "clocked; the arbiters, allocators and crossbars of rtl/ decide alone", build<RtlRun>}};
  return kLevels;
}

}  // namespace switchyard
