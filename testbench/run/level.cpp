#include "testbench/run/level.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <systemc>

#include "hw/clocked/clocked_network.h"
#include "testbench/cosim/divergence_guest.h"
#include "testbench/cosim/lockstep_buffers.h"
#include "testbench/cosim/lockstep_merge.h"
#include "testbench/cosim/lockstep_switch.h"
#include "testbench/cosim/router_history.h"
#include "testbench/cosim/router_pins.h"
#include "testbench/cosim/rtl_answers.h"
#include "testbench/cosim/rtl_buffers.h"
#include "testbench/cosim/rtl_capture.h"
#include "testbench/cosim/rtl_merge.h"
#include "testbench/cosim/rtl_router.h"
#include "testbench/cosim/rtl_switch.h"
#include "testbench/cosim/whole_router_lockstep.h"
#include "testbench/monitor/observer_list.h"
#include "tlm/approximate/approximate_network.h"
#include "tlm/fast_network.h"

namespace switchyard {

CycleClock clock_from_start() {
  return {kClockPeriod * (0.5 + static_cast<double>(kResetCycles)), kClockPeriod};
}

namespace {

class FastRun final : public RunningNetwork {
 public:
  FastRun(const Design& design, const TerminalFactory& make_terminal, LinkObserver* observer,
          const LevelOptions& options)
      : network_("network", design, make_terminal, observer, clock_from_start(), options.threads) {}
  const RouterCore& router(NodeId node) const override { return network_.router(node); }
  CycleClock clock() const override { return network_.clock(); }
  void wake_terminal(NodeId node) override { network_.wake_terminal(node); }
  void reset() override { network_.reset(); }

 private:
  FastNetwork network_;
};

/// The reset of a clocked network: low for kResetCycles edges at the beginning, and from each pull(),
/// whichever process calls it.
class ResetLine final : public sc_core::sc_module {
 public:
  sc_core::sc_signal<bool, sc_core::SC_UNCHECKED_WRITERS> rst_n{"rst_n"};

  explicit ResetLine(const sc_core::sc_module_name& name)
      : sc_core::sc_module(name), clock_(clock_from_start()) {
    SC_HAS_PROCESS(ResetLine);
    SC_METHOD(release);
    sensitive << released_;
    dont_initialize();
    await_release();
  }

  void pull() {
    rst_n.write(false);
    clock_ = clock_.restarted(sc_core::sc_time_stamp());
    await_release();
  }
  const CycleClock& clock() const { return clock_; }

 private:
  /// Half a period before the edge of cycle 0.
  sc_core::sc_time release_time() const { return clock_.first_edge - clock_.period * 0.5; }
  void await_release() {
    released_.cancel();
    released_.notify(release_time() - sc_core::sc_time_stamp());
  }
  void release() {
    if (sc_core::sc_time_stamp() == release_time()) rst_n.write(true);  // Else it has just been pulled again.
  }

  CycleClock clock_;
  sc_core::sc_event released_;
};

class ClockedRun final : public RunningNetwork {
 public:
  ClockedRun(const Design& design, const TerminalFactory& make_terminal, LinkObserver* observer,
             const LevelOptions&)
      : clock_("clk", kClockPeriod, 0.5, kClockPeriod * 0.5, /*posedge_first=*/true),
        network_("network", design, make_terminal, observer) {
    network_.clk_i(clock_);
    network_.rst_ni(reset_.rst_n);
  }
  const RouterCore& router(NodeId node) const override { return network_.router(node); }
  CycleClock clock() const override { return reset_.clock(); }
  void wake_terminal(NodeId node) override { network_.wake_terminal(node); }
  void reset() override { reset_.pull(); }

 private:
  sc_core::sc_clock clock_;
  ResetLine reset_{"reset"};
  ClockedNetwork network_;
};

/// The cycle whose clock edge it is, or was last, in a network that was never reset again; -1 in reset.
std::int64_t now() {
  const sc_dt::uint64 first = clock_from_start().first_edge.value();
  const sc_dt::uint64 time = sc_core::sc_time_stamp().value();
  if (time < first) return -1;
  return static_cast<std::int64_t>((time - first) / kClockPeriod.value());
}

/// A clocked network with RTL in its routers.
class RtlNetwork : public RunningNetwork {
 public:
  const RouterCore& router(NodeId node) const override { return clocked_.router(node); }
  CycleClock clock() const override { return clocked_.clock(); }
  void wake_terminal(NodeId node) override { clocked_.wake_terminal(node); }
  void reset() override { clocked_.reset(); }
  WaveGuest* wave_guest() override {
    if (guest_ == nullptr) guest_ = capture_rtl(models_);
    return guest_.get();
  }

 protected:
  using MakeRouter = std::function<std::unique_ptr<RouterCore>(NodeId)>;

  RtlNetwork(const Design& design, const MakeRouter& make_router, const TerminalFactory& make_terminal,
             LinkObserver* observer)
      : design_(design), clocked_(with(make_router), make_terminal, observer, {}) {}

  /// Keeps in mind which model a router has. For `make_router`.
  template <class Model>
  std::unique_ptr<Model> noted(NodeId node, std::unique_ptr<Model> model) {
    models_[node] = model.get();
    return model;
  }

 private:
  void finish_cycle() override {
    for (const auto& [node, model] : models_) model->finish_cycle();
  }
  const Design& with(const MakeRouter& make_router) {
    design_.make_router = make_router;
    return design_;
  }

  std::map<NodeId, RtlModel*> models_;
  Design design_;
  ClockedRun clocked_;
  std::unique_ptr<WaveGuest> guest_;
};

/// What the RTL of a node is given.
RtlOptions options_of(NodeId node, const LevelOptions& options) {
  RtlOptions rtl{.now = now, .fault = {}, .assertions = options.assertions};
  if (options.fault && options.fault->node == node)
    rtl.fault.emplace(*options.fault, [] { return static_cast<Cycle>(now()); });
  return rtl;
}

/// Routers whose arbiters, allocators and crossbars, merge switches or buffers are those of rtl/, alone or as
/// `blocks` has them.
class RtlRun : public RtlNetwork {
 public:
  RtlRun(const Design& design, const TerminalFactory& make_terminal, LinkObserver* observer,
         const LevelOptions& options)
      : RtlRun(design, make_terminal, observer,
               {[this, options](NodeId node, const SwitchShape& shape) {
                  return std::make_unique<RtlAnswers>(make_rtl(node, shape, options));
                },
                [this, options](NodeId node, const MergeSite& site) { return make_rtl(node, site, options); },
                [this, options](NodeId node, const BufferSite& site) {
                  return make_rtl(node, site, options);
                }}) {}

 protected:
  RtlRun(const Design& design, const TerminalFactory& make_terminal, LinkObserver* observer,
         const BlockFactories& blocks)
      : RtlNetwork(
            design, [make = design.make_router_around, blocks](NodeId node) { return make(node, blocks); },
            make_terminal, observer) {}

  std::unique_ptr<RtlSwitch> make_rtl(NodeId node, const SwitchShape& shape, const LevelOptions& options) {
    return noted(node, make_rtl_switch(node, shape, options_of(node, options)));
  }
  std::unique_ptr<RtlMerge> make_rtl(NodeId node, const MergeSite& site, const LevelOptions& options) {
    return noted(node, make_rtl_merge(node, site, options_of(node, options)));
  }
  std::unique_ptr<RtlBuffers> make_rtl(NodeId node, const BufferSite& site, const LevelOptions& options) {
    return noted(node, make_rtl_buffers(node, site, options_of(node, options)));
  }
};

/// What keeps the outcome of comparisons; a base, so that it is there before the network that compares.
struct Comparison {
  Comparison(const Design& design, LinkObserver* observer)
      : history(design.topology->node_count()), observers{&history, observer} {}

  RouterHistory history;
  ObserverList observers;
  DivergenceLog log{{.recent_events = [this](NodeId node) { return history.recent(node); },
                     .stop = [] { sc_core::sc_pause(); }}};
  /// What a waveform shows of both sides. `rtl`: of the RTL.
  WaveGuest* waves(WaveGuest& rtl) {
    if (guest == nullptr) guest = std::make_unique<DivergenceGuest>(rtl, model_waves, log);
    return guest.get();
  }
  /// Keeps in mind the model of a pair. For those who make it.
  template <class Pair>
  std::unique_ptr<Pair> compared(NodeId node, std::unique_ptr<Pair> pair) {
    model_waves[node] = &pair->model_waves();
    return pair;
  }

  std::map<NodeId, WaveGuest*> model_waves;
  std::unique_ptr<DivergenceGuest> guest;
};

class LockstepRun final : private Comparison, public RtlRun {
 public:
  LockstepRun(const Design& design, const TerminalFactory& make_terminal, LinkObserver* observer,
              const LevelOptions& options)
      : Comparison(design, observer),
        RtlRun(design, make_terminal, &observers,
               {[this, options](NodeId node, const SwitchShape& shape) {
                  return pair_at<LockstepSwitch>(node, shape, options);
                },
                [this, options](NodeId node, const MergeSite& site) {
                  return pair_at<LockstepMerge>(node, site, options);
                },
                [this, options](NodeId node, const BufferSite& site) {
                  return pair_at<LockstepBuffers>(node, site, options);
                }}) {}
  std::optional<Divergence> divergence() const override { return log.first(); }
  WaveGuest* wave_guest() override { return waves(*RtlRun::wave_guest()); }

 private:
  template <class Pair, class Site>
  std::unique_ptr<Pair> pair_at(NodeId node, const Site& site, const LevelOptions& options) {
    return compared(node, std::make_unique<Pair>(node, site, make_rtl(node, site, options), log));
  }
};

/// Routers that are pairs of model and RTL as a whole: all of them, or those that the options name.
class RtlRouterRun final : private Comparison, public RtlNetwork {
 public:
  RtlRouterRun(const Design& design, const TerminalFactory& make_terminal, LinkObserver* observer,
               const LevelOptions& options)
      : Comparison(design, observer),
        RtlNetwork(
            design,
            [this, design, options](NodeId node) -> std::unique_ptr<RouterCore> {
              const std::vector<NodeId>& nodes = options.rtl_nodes;
              const bool chosen = nodes.empty() || std::find(nodes.begin(), nodes.end(), node) != nodes.end();
              if (!chosen) return design.make_router(node);
              return compared(
                  node, std::make_unique<WholeRouterLockstep>(
                            design, node,
                            noted(node, make_rtl_router(design, node, options_of(node, options))), log));
            },
            make_terminal, &observers) {}
  std::optional<Divergence> divergence() const override { return log.first(); }
  WaveGuest* wave_guest() override { return waves(*RtlNetwork::wave_guest()); }
};

template <class Run>
std::unique_ptr<RunningNetwork> build(const Design& design, const TerminalFactory& make_terminal,
                                      LinkObserver* observer, const LevelOptions& options) {
  return std::make_unique<Run>(design, make_terminal, observer, options);
}

void require_blocks(const Design& design) {
  if (design.has_blocks) return;
  throw std::invalid_argument(
      "this level replaces arbiters, allocators and crossbars, merge switches or the buffers of mesh nodes "
      "by RTL; router.kind = " +
      design.router_kind + " has none of its own that could be replaced");
}

/// The same for a level whose RTL stands in for blocks.
template <class Run>
std::unique_ptr<RunningNetwork> build_around_rtl(const Design& design, const TerminalFactory& make_terminal,
                                                 LinkObserver* observer, const LevelOptions& options) {
  require_blocks(design);
  return build<Run>(design, make_terminal, observer, options);
}

/// Of the level that has no flits.
std::unique_ptr<RunningNetwork> refuse_flits(const Design& design, const TerminalFactory&, LinkObserver*,
                                             const LevelOptions&) {
  throw std::invalid_argument(
      "level approximate has packets with ways of a routing function only, not what " +
      ("router.kind = " + design.router_kind) + " runs");
}

/// Makes the blocks of the first router that has some. They are built alike for all of them.
void try_rtl_blocks(const Design& design) {
  bool made = false;
  const auto note = [&](auto block) {
    made = true;
    return block;
  };
  const BlockFactories blocks{
      [&](NodeId node, const SwitchShape& shape) {
        return note(std::make_unique<RtlAnswers>(make_rtl_switch(node, shape)));
      },
      [&](NodeId node, const MergeSite& site) { return note(make_rtl_merge(node, site)); },
      [&](NodeId node, const BufferSite& site) { return note(make_rtl_buffers(node, site)); }};
  for (NodeId node = 0; node < design.topology->node_count() && !made; ++node)
    design.make_router_around(node, blocks);
}

void require_program_with_rtl() {
  if (has_rtl()) return;
  throw std::invalid_argument(
      "it needs the RTL, and this program was built without Verilator. To get it: apt-get install verilator, "
      "then script/run, or cmake and cmake --build, builds it in (unless -DSY_RTL=OFF)");
}

/// Errors: std::invalid_argument if the level cannot run the design.
void try_parts(const Level& level, const Design& design) {
  if (!level.has_flits) make_approximate_network(design, /*arrived=*/{});
  switch (level.rtl) {
    case Level::Rtl::Nothing: break;
    case Level::Rtl::Blocks:
      require_blocks(design);
      require_program_with_rtl();
      try_rtl_blocks(design);
      break;
    case Level::Rtl::Routers:
      shape_of(design);  // Its errors first: where the design is at fault, a program with RTL is no help.
      require_program_with_rtl();
      make_rtl_router(design, /*node=*/0);
  }
}

}  // namespace

std::optional<Refusal> refusal_of(const Level& level, const Design& design) {
  try {
    try_parts(level, design);
  } catch (const NoModel& error) {
    return Refusal{error.what(), error.setting};
  } catch (const std::invalid_argument& error) {
    return Refusal{error.what(), ""};
  }
  return std::nullopt;
}

void RunningNetwork::run(Cycle cycles) {
  if (!has_run_) cycles += kResetCycles;
  has_run_ = true;
  sc_core::sc_start(kClockPeriod * static_cast<double>(cycles));
  finish_cycle();
}

const std::vector<Level>& levels() {
  static const std::vector<Level> kLevels{
      {"fast", "the cores without pins, stepped by one process", Level::Rtl::Nothing, true, build<FastRun>},
      {"approximate", "packets without flits: links reserved in time, not cycle by cycle",
       Level::Rtl::Nothing, false, refuse_flits},
      {"clocked", "a module per router with clock, reset, flit and credit pins", Level::Rtl::Nothing, true,
       build<ClockedRun>},
      {"lockstep",
       "clocked, with every arbiter, allocator, crossbar, merge switch or mesh node's buffers a pair of "
       "model and RTL",
       Level::Rtl::Blocks, true, build_around_rtl<LockstepRun>},
      {"rtl", "clocked, with the arbiters, allocators, crossbars, merge switches and mesh buffers of rtl/",
       Level::Rtl::Blocks, true, build_around_rtl<RtlRun>},
      {"rtl_router", "clocked, with the whole router of rtl/ at every node, or at those of --rtl-nodes",
       Level::Rtl::Routers, true, build<RtlRouterRun>}};
  return kLevels;
}

const Level* find_level(const std::string& name) {
  const auto found =
      std::find_if(levels().begin(), levels().end(), [&](const Level& level) { return level.name == name; });
  return found == levels().end() ? nullptr : &*found;
}

}  // namespace switchyard
