#include "testbench/sorting/sorting_simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "hw/router/sorting/sorting_router.h"
#include "testbench/engine/observed_network.h"
#include "testbench/engine/run_end.h"
#include "testbench/process/interruption.h"
#include "testbench/report/interrupted_run.h"
#include "testbench/sorting/sorting_figures.h"
#include "testbench/sorting/sorting_monitor.h"
#include "testbench/sorting/sorting_scoreboard.h"

namespace switchyard {
namespace {

constexpr Cycle kBefore = 4;  ///< Until the first step's records arrive: three flits, and the first link.
constexpr Cycle kAfter = 3;   ///< From the last step's to when its result has come: three flits.

/// One run of a program: the network, and what is attached to it.
class SortingRun {
 public:
  SortingRun(const Experiment& experiment, const Level& level, const SimulationOptions& options)
      : experiment_(experiment),
        design_(experiment.design),
        options_(options),
        workload_(std::any_cast<const SortingWorkload&>(experiment.injection.program)),
        plans_(**design_.router.as<std::shared_ptr<const SortingPlans>>()),
        before_(sorting_instance(workload_, plans_.network.processors(), design_.seed)),
        processors_(before_.size()),
        monitor_(*design_.topology),
        network_(
            design_, [this](NodeId node) { return make_terminal(node); }, monitor_, level, options) {
    if (options.timeline != nullptr) options.timeline->watch(monitor_);
    results_.level = level.name;
    results_.seed = design_.seed;
    for (const SortingPhase& phase : program().phases)
      figures_.phases.push_back({kPrimitives[static_cast<std::size_t>(phase.primitive)]});
    for (const ExchangeStep& step : steps()) ++figures_.phases[step.phase].steps;
  }

  Results run() {
    catch_interruptions();
    const auto start = std::chrono::steady_clock::now();
    const Cycle done = steps().size() + kBefore + kAfter - 1;
    const Cycle end = std::min(experiment_.measure.cycles, done + 1);
    advance(end);
    network_.close();
    results_.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    results_.cycles = network_.now();
    results_.event_hash = hash_of(processors_).hex();
    results_.divergence = network_.divergence();
    const bool complete = end == done + 1;
    const bool ended = results_.interrupted_by != 0 || results_.divergence;
    if (complete && !ended)
      results_.failed_check = check_sorting(workload_.program, before_, processors_, done);
    if (!complete || results_.divergence || !results_.failed_check.empty()) {
      results_.stability.verdict = Stability::Unstable;
      results_.stability.because = results_.divergence ? title_of(*results_.divergence)
                                   : complete          ? "a check has failed"
                                              : fmt::format("not done after {} cycles", network_.now());
    }
    figures_.program = SortingProgram::kKinds[static_cast<std::size_t>(workload_.program)];
    figures_.processors = plans_.network.processors();
    figures_.steps = steps().size();
    figures_.hops = monitor_.hops();
    results_.of_machine = std::make_shared<SortingFigures>(figures_);
    record_interruption(results_);
    record_peak_memory(results_);
    if (results_.interrupted_by == 0) check_stability(experiment_.expect, results_);
    return std::move(results_);
  }

 private:
  const SortingProgram& program() const {
    return plans_.programs[static_cast<std::size_t>(workload_.program)];
  }
  const std::vector<ExchangeStep>& steps() const {
    return plans_.steps[static_cast<std::size_t>(workload_.program)];
  }

  std::unique_ptr<Terminal> make_terminal(NodeId node) {
    const NodeId index = plans_.network.index_of(node, 0);
    auto processor = std::make_unique<SortingProcessor>(before_[index], workload_.program);
    processors_[index] = processor.get();
    return processor;
  }

  /// A phase at a time, for those who look on.
  void advance(Cycle end) {
    Cycle begin = kBefore - 1;
    run_to(std::min(begin, end));
    for (const SortingFigures::Phase& phase : figures_.phases) {
      if (options_.timeline != nullptr && network_.now() < end)
        options_.timeline->enter(phase.name, network_.now());
      begin += phase.steps;
      run_to(std::min(begin, end));
      if (options_.progress) options_.progress(phase.name.c_str(), network_.now(), end);
    }
    run_to(end);
  }

  void run_to(Cycle end) {
    const Cycle piece = cycles_between_looks(design_.topology->node_count());
    while (network_.now() < end && results_.interrupted_by == 0 && !network_.divergence()) {
      network_.run_to(std::min(end, network_.now() + piece));
      results_.interrupted_by = interruption();
    }
  }

  const Experiment& experiment_;
  const Design& design_;
  const SimulationOptions& options_;
  const SortingWorkload& workload_;
  const SortingPlans& plans_;
  ProcessorStates before_;
  std::vector<const SortingProcessor*> processors_;  ///< [index]
  SortingMonitor monitor_;
  ObservedNetwork network_;
  SortingFigures figures_;
  Results results_;
};

}  // namespace

Results simulate_sorting(const Experiment& experiment, const Level& level, const SimulationOptions& options) {
  return SortingRun(experiment, level, options).run();
}

}  // namespace switchyard
