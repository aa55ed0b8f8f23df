#include "testbench/engine/level.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <systemc>

#include "hw/clocked/clocked_network.h"
#include "hw/router/vc/duato_config.h"
#include "hw/topology/link_kinds.h"
#include "testbench/cosim/buffers/lockstep_buffers.h"
#include "testbench/cosim/buffers/rtl_buffers.h"
#include "testbench/cosim/chaos/lockstep_visits.h"
#include "testbench/cosim/circuit/lockstep_circuit.h"
#include "testbench/cosim/circuit/rtl_circuit.h"
#include "testbench/cosim/divergence_guest.h"
#include "testbench/cosim/exchange/lockstep_exchange.h"
#include "testbench/cosim/merge/lockstep_merge.h"
#include "testbench/cosim/merge/rtl_merge.h"
#include "testbench/cosim/queues/lockstep_queues.h"
#include "testbench/cosim/queues/rtl_queues.h"
#include "testbench/cosim/router/own_rtl.h"
#include "testbench/cosim/router/rtl_only_router.h"
#include "testbench/cosim/router/rtl_router.h"
#include "testbench/cosim/router/whole_router.h"
#include "testbench/cosim/router/whole_router_lockstep.h"
#include "testbench/cosim/router_history.h"
#include "testbench/cosim/rtl_waves.h"
#include "testbench/cosim/sorting/lockstep_compare.h"
#include "testbench/cosim/sorting/rtl_compare.h"
#include "testbench/cosim/switch/lockstep_switch.h"
#include "testbench/cosim/switch/rtl_answers.h"
#include "testbench/cosim/switch/rtl_switch.h"
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
  return (time - first) / kClockPeriod.value();
}

/// The RTL of a network, and what goes wrong in it.
class RtlParts {
 public:
  RtlParts(const Design& design, LinkObserver* observer, const LevelOptions& options)
      : options_(options), topology_(design.topology), history_(design.topology->node_count()) {
    if (observer != nullptr) observers_.add(observer);
  }
  RtlParts(const RtlParts&) = delete;  // The RTL calls it.

  LinkObserver& observer() { return observers_; }
  const DivergenceLog& log() const { return log_; }

  std::unique_ptr<RtlSwitch> make(NodeId node, const SwitchShape& shape) {
    return noted(node, make_rtl_switch(node, shape, options_of(node)));
  }
  std::unique_ptr<RtlMerge> make(NodeId node, const MergeSite& site) {
    return noted(node, make_rtl_merge(node, site, options_of(node)));
  }
  std::unique_ptr<RtlBuffers> make(NodeId node, const BufferSite& site) {
    return noted(node, make_rtl_buffers(node, site, options_of(node)));
  }
  std::unique_ptr<RtlCircuit> make(NodeId node, const CircuitSite& site) {
    return noted(node, make_rtl_circuit(node, site, *topology_, options_of(node)));
  }
  std::unique_ptr<RtlCompare> make(NodeId node, const CompareSite& site) {
    return noted(node, make_rtl_compare(node, site, options_of(node)));
  }
  std::unique_ptr<RtlQueues> make(NodeId node, const QueueSite& site) {
    return noted(node, make_rtl_queues(site, options_of(node)));
  }
  std::unique_ptr<RtlVisits> make(NodeId node, const VisitSite& site) {
    return noted(node, make_rtl_visits(site, options_of(node)));
  }
  std::unique_ptr<RtlExchange> make(NodeId node, const ExchangeSite& site) {
    return noted(node, make_rtl_exchange(site, options_of(node)));
  }
  std::unique_ptr<RtlRouter> make(NodeId node, const Design& design) {
    if (own_rtl(design) != nullptr) return make_own(node, design);
    return noted(node, make_rtl_router(design, node, options_of(node)));
  }
  /// Of a router that has an own_rtl().
  std::unique_ptr<OwnRtlRouter> make_own(NodeId node, const Design& design) {
    return noted(node, (*own_rtl(design))(design, node, options_of(node)));
  }
  /// Such a part with its model beside it.
  template <class Pair, class Site>
  std::unique_ptr<Pair> make_pair(NodeId node, const Site& site) {
    auto pair = std::make_unique<Pair>(node, site, make(node, site), log_);
    model_waves_[node] = &pair->model_waves();
    return pair;
  }

  void finish_cycle() {
    for (const auto& [node, model] : models_) model->finish_cycle();
  }
  const std::map<NodeId, RtlModel*>& models() const { return models_; }
  /// Of those that have one beside them.
  const std::map<NodeId, WaveGuest*>& model_waves() const { return model_waves_; }

 private:
  RtlOptions options_of(NodeId node) const {
    RtlOptions rtl{.now = now, .fault = {}, .assertions = options_.assertions};
    if (options_.fault && options_.fault->node == node)
      rtl.fault = TimedFault{*options_.fault, [] { return now(); }};
    return rtl;
  }
  template <class Model>
  std::unique_ptr<Model> noted(NodeId node, std::unique_ptr<Model> model) {
    models_[node] = model.get();
    log_.watch_assertions(*model, node);
    return model;
  }

  LevelOptions options_;
  std::shared_ptr<const Topology> topology_;
  RouterHistory history_;
  ObserverList observers_{&history_};
  DivergenceLog log_{{.recent_events = [this](NodeId node) { return history_.recent(node); },
                      .stop = [] { sc_core::sc_pause(); }}};
  std::map<NodeId, RtlModel*> models_;
  std::map<NodeId, WaveGuest*> model_waves_;
};

/// A clocked network with RTL in its routers.
class RtlNetwork final : public RunningNetwork {
 public:
  /// Makes the router of a node around parts.
  using MakeRouter = std::function<std::unique_ptr<RouterCore>(RtlParts& parts, NodeId node)>;

  RtlNetwork(const Design& design, const TerminalFactory& make_terminal, LinkObserver* observer,
             const LevelOptions& options, const MakeRouter& make_router)
      : parts_(design, observer, options), design_(design) {
    design_.make_router = [this, make_router](NodeId node) { return make_router(parts_, node); };
    clocked_ = std::make_unique<ClockedRun>(design_, make_terminal, &parts_.observer(), options);
  }

  /// Who looks into a router with RTL beside it sees the model.
  const RouterCore& router(NodeId node) const override {
    const RouterCore& core = clocked_->router(node);
    const auto* const pair = dynamic_cast<const WholeRouterLockstep*>(&core);
    return pair != nullptr ? pair->model() : core;
  }
  CycleClock clock() const override { return clocked_->clock(); }
  void wake_terminal(NodeId node) override { clocked_->wake_terminal(node); }
  void reset() override { clocked_->reset(); }
  std::optional<Divergence> divergence() const override { return parts_.log().first(); }
  WaveGuest* wave_guest() override {
    if (rtl_waves_ == nullptr) rtl_waves_ = std::make_unique<RtlWaves>(parts_.models());
    if (parts_.model_waves().empty()) return rtl_waves_.get();
    if (both_waves_ == nullptr)
      both_waves_ = std::make_unique<DivergenceGuest>(*rtl_waves_, parts_.model_waves(), parts_.log());
    return both_waves_.get();
  }

 private:
  void finish_cycle() override { parts_.finish_cycle(); }

  RtlParts parts_;
  Design design_;
  std::unique_ptr<ClockedRun> clocked_;
  std::unique_ptr<WaveGuest> rtl_waves_;
  std::unique_ptr<DivergenceGuest> both_waves_;
};

/// Routers whose arbiters, allocators and crossbars, merge switches, buffers, crosspoints,
/// compare-exchanges, central queues, visits or exchanges are those of rtl/.
std::unique_ptr<RouterCore> router_of_rtl(const Design& design, RtlParts& parts, NodeId node) {
  return design.make_router_around(
      node,
      {[&](NodeId n, const SwitchShape& shape) { return std::make_unique<RtlAnswers>(parts.make(n, shape)); },
       [&](NodeId n, const MergeSite& site) { return parts.make(n, site); },
       [&](NodeId n, const BufferSite& site) { return parts.make(n, site); },
       [&](NodeId n, const CircuitSite& site) { return parts.make(n, site); },
       [&](NodeId n, const CompareSite& site) { return parts.make(n, site); },
       [&](const QueueSite& site) { return parts.make(site.node, site); },
       [&](const VisitSite& site) { return parts.make(site.node, site); },
       [&](const ExchangeSite& site) { return parts.make(site.node, site); }});
}

/// The same with pairs of model and RTL.
std::unique_ptr<RouterCore> router_of_pairs(const Design& design, RtlParts& parts, NodeId node) {
  return design.make_router_around(
      node, {[&](NodeId n, const SwitchShape& shape) { return parts.make_pair<LockstepSwitch>(n, shape); },
             [&](NodeId n, const MergeSite& site) { return parts.make_pair<LockstepMerge>(n, site); },
             [&](NodeId n, const BufferSite& site) { return parts.make_pair<LockstepBuffers>(n, site); },
             [&](NodeId n, const CircuitSite& site) { return parts.make_pair<LockstepCircuit>(n, site); },
             [&](NodeId n, const CompareSite& site) { return parts.make_pair<LockstepCompare>(n, site); },
             [&](const QueueSite& site) { return parts.make_pair<LockstepQueues>(site.node, site); },
             [&](const VisitSite& site) { return parts.make_pair<LockstepVisits>(site.node, site); },
             [&](const ExchangeSite& site) { return parts.make_pair<LockstepExchange>(site.node, site); }});
}

/// Routers that are RTL as a whole, beside the model if there is one, at the nodes that the options name, or
/// at all.
std::unique_ptr<RouterCore> whole_router(const Design& design, const LevelOptions& options, RtlParts& parts,
                                         NodeId node) {
  const std::vector<NodeId>& nodes = options.rtl_nodes;
  const bool chosen = nodes.empty() || std::find(nodes.begin(), nodes.end(), node) != nodes.end();
  if (!chosen) return design.make_router(node);
  if (!design.router.has_model) return std::make_unique<RtlOnlyRouter>(parts.make_own(node, design));
  return parts.make_pair<WholeRouterLockstep>(node, design);
}

/// A design is set to something that the RTL cannot carry.
struct NoRtl : std::invalid_argument {
  NoRtl(std::string dotted_path, const std::string& what)
      : std::invalid_argument(what), setting(std::move(dotted_path)) {}

  std::string setting;
};

void require_blocks(const Design& design) {
  const auto* const config = design.router.as<DuatoConfig>();
  if (config != nullptr && config->switch_allocator.kind == AllocatorConfig::Kind::Maximum)
    throw NoRtl("router.switch_allocator.kind",
                "this level needs a switch allocator in RTL, and `maximum` is a bound that no hardware finds "
                "in a cycle");
  if (config != nullptr && config->switch_allocator.arbiters == AllocatorConfig::Arbiter::Age)
    throw NoRtl("router.switch_allocator.arbiters",
                "this level needs arbiters in RTL, and those by age are not");
  if (design.router.has_blocks) return;
  throw std::invalid_argument(
      "this level replaces arbiters, allocators and crossbars, merge switches, the buffers of mesh nodes, "
      "the crosspoints of circuit switches, the compare-exchange of sorting nodes, central queues, the "
      "visits of "
      "chaos routers or the buffers of exchange routers by RTL; "
      "router.kind = " +
      design.router.kind + " has none of its own that could be replaced");
}

template <class Run>
std::unique_ptr<RunningNetwork> build(const Design& design, const TerminalFactory& make_terminal,
                                      LinkObserver* observer, const LevelOptions& options) {
  return std::make_unique<Run>(design, make_terminal, observer, options);
}

/// A level whose RTL stands in for blocks.
template <std::unique_ptr<RouterCore> (*kMakeRouter)(const Design&, RtlParts&, NodeId)>
std::unique_ptr<RunningNetwork> build_around_rtl(const Design& design, const TerminalFactory& make_terminal,
                                                 LinkObserver* observer, const LevelOptions& options) {
  require_blocks(design);
  return std::make_unique<RtlNetwork>(
      design, make_terminal, observer, options,
      [design](RtlParts& parts, NodeId node) { return kMakeRouter(design, parts, node); });
}

std::unique_ptr<RunningNetwork> build_of_whole_routers(const Design& design,
                                                       const TerminalFactory& make_terminal,
                                                       LinkObserver* observer, const LevelOptions& options) {
  return std::make_unique<RtlNetwork>(
      design, make_terminal, observer, options,
      [design, options](RtlParts& parts, NodeId node) { return whole_router(design, options, parts, node); });
}

/// Of the level that has no flits.
std::unique_ptr<RunningNetwork> refuse_flits(const Design& design, const TerminalFactory&, LinkObserver*,
                                             const LevelOptions&) {
  throw std::invalid_argument("level approximate has packets that a routing function routes only, not what " +
                              ("router.kind = " + design.router.kind) + " runs");
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
      [&](NodeId node, const BufferSite& site) { return note(make_rtl_buffers(node, site)); },
      [&](NodeId node, const CircuitSite& site) {
        return note(make_rtl_circuit(node, site, *design.topology));
      },
      [&](NodeId node, const CompareSite& site) { return note(make_rtl_compare(node, site)); },
      [&](const QueueSite& site) { return note(make_rtl_queues(site)); },
      [&](const VisitSite& site) { return note(make_rtl_visits(site)); },
      [&](const ExchangeSite& site) { return note(make_rtl_exchange(site)); }};
  for (NodeId node = 0; node < design.topology->node_count() && !made; ++node)
    design.make_router_around(node, blocks);
}

void require_model(const Design& design) {
  if (design.router.has_model) return;
  throw std::invalid_argument("router.kind = " + design.router.kind +
                              " is RTL without a model, which runs at level rtl_router only");
}

/// What whole routers in RTL are made for.
void require_plain_network(const Topology& topology) {
  const std::string& kind = topology.kind();
  if (!topology.has_plain_terminals()) {
    const bool is_grid = kind == "torus" || kind == "mesh";
    throw NoRtl(
        !is_grid                             ? "topology.kind"
        : topology.terminals_per_node() == 0 ? "topology.extra_terminals"
                                             : "topology.concentration",
        "level rtl_router cannot run this: whole routers in RTL have one terminal each, at the last port");
  }
  if (has_narrow_links(topology))
    throw NoRtl(kind == "chiplets" ? "topology.die_cycles_per_flit" : "topology.kind",
                "level rtl_router cannot run this: the links of whole routers in RTL take a flit per cycle");
}

void require_program_with_rtl() {
  if (has_rtl()) return;
  throw std::invalid_argument(
      "it needs the RTL, and there is no program with it beside this one: script/rtl, in the sources, builds "
      "that");
}

/// Errors: std::invalid_argument if the level cannot run the design.
void try_parts(const Level& level, const Design& design) {
  if (!level.has_flits) make_approximate_network(design, /*arrived=*/{});
  switch (level.rtl) {
    case Level::Rtl::Nothing:
      if (level.has_flits) require_model(design);
      break;
    case Level::Rtl::Blocks:
      require_blocks(design);
      require_program_with_rtl();
      try_rtl_blocks(design);
      break;
    case Level::Rtl::Routers:
      require_plain_network(*design.topology);
      if (const OwnRtl* const own = own_rtl(design)) {
        (*own)(design, /*node=*/0, {});
        break;
      }
      whole_router(design).require(
          design);  // Its errors first: where the design is at fault, a program with RTL is no help.
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
  } catch (const NoRtl& error) {
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
       "clocked, with every arbiter, allocator, crossbar, merge switch, mesh node's buffers, "
       "circuit switch's crosspoints, compare-exchange or node's central queues a pair of model and RTL",
       Level::Rtl::Blocks, true, build_around_rtl<router_of_pairs>},
      {"rtl",
       "clocked, with the arbiters, allocators, crossbars, merge switches, mesh buffers, circuit "
       "switches, compare-exchanges and central queues of rtl/",
       Level::Rtl::Blocks, true, build_around_rtl<router_of_rtl>},
      {"rtl_router", "clocked, with routers as a whole in RTL: at every node, or at those of --rtl-nodes",
       Level::Rtl::Routers, true, build_of_whole_routers}};
  return kLevels;
}

const Level* find_level(const std::string& name) {
  const auto found =
      std::find_if(levels().begin(), levels().end(), [&](const Level& level) { return level.name == name; });
  return found == levels().end() ? nullptr : &*found;
}

}  // namespace switchyard
