#include "testbench/run/level.h"

#include <algorithm>
#include <systemc>

#include "hw/clocked/clocked_network.h"
#include "testbench/cosim/lockstep_switch.h"
#include "testbench/cosim/router_history.h"
#include "testbench/cosim/rtl_capture.h"
#include "testbench/cosim/rtl_router.h"
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
  FastRun(const Design& design, const TerminalFactory& make_terminal, LinkObserver* observer,
          const LevelOptions&)
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
  ClockedRun(const Design& design, const TerminalFactory& make_terminal, LinkObserver* observer,
             const LevelOptions&)
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

Cycle now() { return cycle_of(sc_core::sc_time_stamp()); }

/// A clocked network whose routers decide with RTL.
class RtlRun : public RunningNetwork {
 public:
  RtlRun(const Design& design, const TerminalFactory& make_terminal, LinkObserver* observer,
         const LevelOptions& options)
      : RtlRun(design, make_terminal, observer, [this, options](NodeId node, const SwitchShape& shape) {
          return make_rtl(node, shape, options);
        }) {}

  const RouterCore& router(NodeId node) const override { return clocked_.router(node); }
  void run(Cycle cycles) override { clocked_.run(cycles); }
  WaveGuest* wave_guest() override {
    if (guest_ == nullptr) guest_ = capture_rtl(models_);
    return guest_.get();
  }

 protected:
  RtlRun(const Design& design, const TerminalFactory& make_terminal, LinkObserver* observer,
         const SwitchFactory& make_blocks)
      : design_(around_blocks(design, make_blocks)), clocked_(design_, make_terminal, observer, {}) {}

  std::unique_ptr<SwitchBlocks> make_rtl(NodeId node, const SwitchShape& shape, const LevelOptions& options) {
    std::unique_ptr<RtlSwitch> rtl = make_rtl_switch(node, shape);
    models_.push_back(rtl.get());
    if (!options.fault || options.fault->node != node) return rtl;
    return std::make_unique<FaultySwitch>(std::move(rtl), *options.fault, now);
  }

 private:
  std::vector<RtlModel*> models_;
  Design design_;
  ClockedRun clocked_;
  std::unique_ptr<WaveGuest> guest_;
};

/// A clocked network in which routers are RTL: all of them, or those that the options name.
class RtlRouterRun final : public RunningNetwork {
 public:
  RtlRouterRun(const Design& design, const TerminalFactory& make_terminal, LinkObserver* observer,
               const LevelOptions& options)
      : design_(with_rtl_routers(design, options.rtl_nodes)),
        clocked_(design_, make_terminal, observer, {}) {}

  const RouterCore& router(NodeId node) const override { return clocked_.router(node); }
  void run(Cycle cycles) override { clocked_.run(cycles); }
  WaveGuest* wave_guest() override {
    if (guest_ == nullptr) guest_ = capture_rtl(models_);
    return guest_.get();
  }

 private:
  Design with_rtl_routers(const Design& design, const std::vector<NodeId>& nodes) {
    Design with_rtl = design;
    with_rtl.make_router = [this, design, nodes](NodeId node) -> std::unique_ptr<RouterCore> {
      const bool chosen = nodes.empty() || std::find(nodes.begin(), nodes.end(), node) != nodes.end();
      if (!chosen) return design.make_router(node);
      std::unique_ptr<RtlRouter> router = make_rtl_router(design, node);
      models_.push_back(router.get());
      return router;
    };
    return with_rtl;
  }

  std::vector<RtlModel*> models_;
  Design design_;
  ClockedRun clocked_;
  std::unique_ptr<WaveGuest> guest_;
};

/// What keeps the outcome of comparisons; a base, so that it is there before the network that compares.
struct Comparison {
  Comparison(const Design& design, LinkObserver* observer)
      : history(design.topology->node_count()), observers{&history, observer} {}

  RouterHistory history;
  ObserverList observers;
  DivergenceLog log{{.now = now,
                     .recent_events = [this](NodeId node) { return history.recent(node); },
                     .stop = [] { sc_core::sc_pause(); }}};
};

class LockstepRun final : private Comparison, public RtlRun {
 public:
  LockstepRun(const Design& design, const TerminalFactory& make_terminal, LinkObserver* observer,
              const LevelOptions& options)
      : Comparison(design, observer),
        RtlRun(design, make_terminal, &observers, [this, options](NodeId node, const SwitchShape& shape) {
          return std::make_unique<LockstepSwitch>(node, shape, make_rtl(node, shape, options), log);
        }) {}
  std::optional<Divergence> divergence() const override { return log.first(); }
};

template <class Run>
std::unique_ptr<RunningNetwork> build(const Design& design, const TerminalFactory& make_terminal,
                                      LinkObserver* observer, const LevelOptions& options) {
  return std::make_unique<Run>(design, make_terminal, observer, options);
}

}  // namespace

const std::vector<Level>& levels() {
  static const std::vector<Level> kLevels{
      {"fast", "the cores without pins, stepped by one process", false, build<FastRun>},
      {"clocked", "a module per router with clock, reset, flit and credit pins", false, build<ClockedRun>},
      {"lockstep", "clocked, with every arbiter, allocator and crossbar a pair of model and RTL", true,
       build<LockstepRun>},
      {"rtl", "clocked, with the arbiters, allocators and crossbars of rtl/", true, build<RtlRun>},
      {"rtl_router", "clocked, with the whole router of rtl/ at every node, or at those of --rtl-nodes",
       false, build<RtlRouterRun>}};
  return kLevels;
}

}  // namespace switchyard
