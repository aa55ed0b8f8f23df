#include "testbench/mesh/many_to_one_simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "hw/router/mesh/mesh16_config.h"
#include "testbench/engine/observed_network.h"
#include "testbench/engine/run_end.h"
#include "testbench/mesh/many_to_one_figures.h"
#include "testbench/mesh/many_to_one_scoreboard.h"
#include "testbench/mesh/many_to_one_workload.h"
#include "testbench/mesh/mesh16_monitor.h"
#include "testbench/mesh/mesh_processor.h"
#include "testbench/process/interruption.h"
#include "testbench/report/interrupted_run.h"

namespace switchyard {
namespace {

constexpr NodeId kSmallMesh = 1024;  ///< Of which all buffers are looked at in every cycle.
constexpr Cycle kSampleEvery = 16;   ///< Cycles between looks at those of larger ones.

/// One run of an algorithm: the network, and what is attached to it.
class ManyToOneRun {
 public:
  ManyToOneRun(const Experiment& experiment, const Level& level, const SimulationOptions& options)
      : experiment_(experiment),
        design_(experiment.design),
        options_(options),
        workload_(std::any_cast<const ManyToOneWorkload&>(experiment.injection.program)),
        mesh_(*design_.router.as<Mesh16Config>()),
        destinations_(many_to_one_instance(workload_.shape, mesh_.side, workload_.most, design_.seed)),
        scoreboard_(mesh_.side, destinations_),
        monitor_(mesh_.side, [this](Cycle now, NodeId node,
                                    const Flit& packet) { scoreboard_.delivered(now, node, packet); }),
        network_(
            design_, [this](NodeId node) { return make_terminal(node); }, monitor_, level, options) {
    if (options.timeline != nullptr) options.timeline->watch(monitor_);
    results_.level = level.name;
    results_.seed = design_.seed;
  }

  Results run() {
    catch_interruptions();
    const auto start = std::chrono::steady_clock::now();
    network_.run_to(1);  // Commands are a cycle under way.
    for (const MeshPhase& phase : workload_.algorithm.phases(mesh_, scoreboard_.oracle().most())) {
      run_phase(phase);
      if (ended() || stalled_) break;
    }
    network_.close();
    results_.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    results_.cycles = now();
    results_.delivered_packets = scoreboard_.packets_delivered();
    results_.event_hash = scoreboard_.event_hash().hex();
    results_.failed_check = scoreboard_.failure().empty() ? monitor_.failure() : scoreboard_.failure();
    results_.divergence = network_.divergence();
    if (failed() || stalled_) {
      results_.stability.verdict = Stability::Unstable;
      results_.stability.because = results_.divergence ? title_of(*results_.divergence)
                                   : stalled_
                                       ? fmt::format("not all packets have arrived after {} cycles", now())
                                       : "a check has failed";
    }
    figures_.side = mesh_.side;
    figures_.most = scoreboard_.oracle().most();
    figures_.packets = destinations_.size();
    figures_.hops = monitor_.hops();
    results_.of_machine = std::make_shared<ManyToOneFigures>(figures_);
    record_interruption(results_);
    record_peak_memory(results_);
    if (results_.interrupted_by == 0) check_stability(experiment_.expect, results_);
    return std::move(results_);
  }

 private:
  std::unique_ptr<Terminal> make_terminal(NodeId node) {
    auto processor = std::make_unique<MeshProcessor>(node, destinations_[node], workload_.algorithm, mesh_,
                                                     scoreboard_.oracle().most());
    processors_.push_back(processor.get());
    return processor;
  }

  bool failed() const {
    return !scoreboard_.failure().empty() || !monitor_.failure().empty() || network_.divergence().has_value();
  }

  bool ended() const { return failed() || results_.interrupted_by != 0; }

  void run_to(Cycle end) {
    const Cycle piece = cycles_between_looks(design_.topology->node_count());
    while (now() < end && !ended()) {
      network_.run_to(std::min(end, now() + piece));
      results_.interrupted_by = interruption();
    }
  }

  void run_phase(const MeshPhase& phase) {
    const bool routes = phase.command == MeshCommand::Route;
    const Cycle limit = experiment_.measure.cycles;
    const Cycle end = phase.steps == kNever ? limit : std::min(limit, now() + phase.cycles());
    scoreboard_.begin_phase(now(), phase);
    if (options_.timeline != nullptr) options_.timeline->enter(phase.name, now());
    while (now() < end && !ended()) {
      if (phase.steps == kNever && scoreboard_.all_delivered()) break;
      run_to(std::min(now() + sample_every(), end));
      if (routes) sample();
      if (options_.progress)
        options_.progress(phase.name, scoreboard_.packets_of_phase(), destinations_.size());
    }
    if (results_.interrupted_by != 0) return;
    const bool complete = now() < limit || (routes && scoreboard_.all_delivered());
    stalled_ = !complete;
    if (complete && !failed()) scoreboard_.end_phase(network_);
    if (phase.command == MeshCommand::Maximum) {
      for (const MeshProcessor* processor : processors_) scoreboard_.check_most(processor->most());
    }
    if (phase.command == MeshCommand::Load) return;
    figures_.phases.push_back({phase.name, routes ? scoreboard_.steps_of_phase() : phase.steps, phase.bound,
                               routes, scoreboard_.packets_of_phase()});
  }

  Cycle now() const { return network_.now(); }
  Cycle sample_every() const { return design_.topology->node_count() <= kSmallMesh ? 1 : kSampleEvery; }

  void sample() {
    for (NodeId node = 0; node < design_.topology->node_count(); ++node) {
      int in_node = 0;
      int in_type = 0;
      network_.router(node).visit_buffers([&](const BufferView& view) {
        if (view.buffer.side != Side::Input) return;
        in_node += view.occupancy;
        in_type = view.buffer.vc % 2 == 0 ? view.occupancy : in_type + view.occupancy;
        figures_.most_of_type = std::max(figures_.most_of_type, in_type);
      });
      figures_.most_in_node = std::max(figures_.most_in_node, in_node);
    }
  }

  const Experiment& experiment_;
  const Design& design_;
  const SimulationOptions& options_;
  const ManyToOneWorkload& workload_;
  const Mesh16Config& mesh_;
  std::vector<NodeId> destinations_;
  ManyToOneScoreboard scoreboard_;
  Mesh16Monitor monitor_;
  std::vector<const MeshProcessor*> processors_;
  ObservedNetwork network_;
  bool stalled_ = false;
  ManyToOneFigures figures_;
  Results results_;
};

}  // namespace

Results simulate_many_to_one(const Experiment& experiment, const Level& level,
                             const SimulationOptions& options) {
  return ManyToOneRun(experiment, level, options).run();
}

}  // namespace switchyard
