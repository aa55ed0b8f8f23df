#include "testbench/pram/pram_simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "hw/base/ratio.h"
#include "hw/router/combining/ranade_config.h"
#include "hw/router/combining/ranade_paths.h"
#include "testbench/engine/observed_network.h"
#include "testbench/engine/run_end.h"
#include "testbench/monitor/spectral_interval.h"
#include "testbench/monitor/student_t.h"
#include "testbench/pram/memory_check.h"
#include "testbench/pram/pram_figures.h"
#include "testbench/pram/pram_watchdog.h"
#include "testbench/pram/pram_workload.h"
#include "testbench/pram/pram_zero_load.h"
#include "testbench/pram/ranade_monitor.h"
#include "testbench/process/interruption.h"
#include "testbench/report/interrupted_run.h"

namespace switchyard {
namespace {

constexpr Cycle kSlice = 32;  ///< Cycles between looks at whether the program has ended.

/// One run of a program: the network, and what is attached to it.
class ProgramRun {
 public:
  ProgramRun(const Experiment& experiment, const Level& level, const SimulationOptions& options)
      : experiment_(experiment),
        design_(experiment.design),
        options_(options),
        workload_(std::any_cast<const PramWorkload&>(experiment.injection.program)),
        map_(*design_.router.as<RanadeConfig>()->map),
        processor_count_(design_.router.as<RanadeConfig>()->paths->processors()),
        program_(workload_.make(processor_count_, map_.words(), design_.seed)),
        scoreboard_(processor_count_, map_.words()),
        monitor_(*design_.topology, design_.router.as<RanadeConfig>()->queue,
                 design_.router.as<RanadeConfig>()->combining),
        watchdog_(design_, scoreboard_, monitor_, processors_, experiment.measure.watchdog),
        network_(
            design_, [this](NodeId node) { return make_terminal(node); }, monitor_, level, options) {
    if (options.timeline != nullptr) options.timeline->watch(monitor_);
    results_.level = level.name;
    results_.seed = design_.seed;
  }

  Results run() {
    catch_interruptions();
    const auto start = std::chrono::steady_clock::now();
    const Cycle limit = experiment_.measure.cycles;
    enter("run", 0);
    while (!finished() && !failed() && now() < limit) {
      advance(std::min(kSlice, limit - now()));
      if (options_.progress) options_.progress("run", scoreboard_.steps_ended(), program_->steps());
    }
    const bool complete = finished() && !failed();
    if (complete) {
      enter("drain", now());
      advance(longest_way());  // The last credits come home.
    }
    network_.close();
    results_.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    results_.cycles = now();
    const auto seen = std::make_shared<PramFigures>(figures());
    results_.of_machine = seen;
    results_.event_hash = scoreboard_.event_hash().hex();
    results_.failed_check = failure(complete);
    results_.stall = watchdog_.stall();
    results_.divergence = network_.divergence();
    if (!complete) {
      seen->step_time.withdraw("the program has not ended");
      results_.stability.verdict = Stability::Unstable;
      results_.stability.because = results_.divergence ? title_of(*results_.divergence)
                                   : results_.stall
                                       ? "the machine stands still"
                                       : fmt::format("{} of {} steps ended within {} cycles",
                                                     scoreboard_.steps_ended(), program_->steps(), now());
    }
    record_interruption(results_);
    record_peak_memory(results_);
    if (results_.interrupted_by == 0) check_expectations(*seen);
    return std::move(results_);
  }

 private:
  std::unique_ptr<Terminal> make_terminal(NodeId node) {
    const NodeId number = design_.router.as<RanadeConfig>()->paths->processor_at(node);
    if (number == kNoNode) {
      processors_.push_back(nullptr);
      return std::make_unique<IdleTerminal>();
    }
    auto processor = std::make_unique<PramProcessor>(number, map_, design_.router.as<RanadeConfig>()->queue,
                                                     workload_.pace, design_.seed, *program_, scoreboard_);
    processors_.push_back(processor.get());
    return processor;
  }

  void enter(const char* phase, Cycle from) {
    if (options_.timeline != nullptr) options_.timeline->enter(phase, from);
  }

  bool finished() const { return scoreboard_.steps_ended() == program_->steps(); }
  bool failed() const {
    return !scoreboard_.failure().empty() || !monitor_.failure().empty() || watchdog_.stall().has_value() ||
           network_.divergence().has_value() || results_.interrupted_by != 0;
  }
  Cycle longest_way() const {
    int longest = 1;
    for (const Channel& channel : design_.topology->channels()) longest = std::max(longest, channel.latency);
    return 4 * longest + 4;
  }

  void advance(Cycle cycles) {
    const Cycle end = now() + cycles;
    while (now() < end && !failed()) {
      if (now() >= next_sample_) sample();
      const Cycle piece = cycles_between_looks(design_.topology->node_count());
      network_.run_to(std::min({end, watchdog_.next_look(), next_sample_, now() + piece}));
      results_.interrupted_by = interruption();
      if (now() >= watchdog_.next_look()) watchdog_.look(now(), network_);
    }
  }
  Cycle now() const { return network_.now(); }
  void sample() {
    next_sample_ = now() + PramFigures::kQueuesSeenEvery;
    for (NodeId node = 0; node < design_.topology->node_count(); ++node) {
      network_.router(node).visit_buffers(
          [&](const BufferView& view) { most_queued_ = std::max(most_queued_, view.occupancy); });
    }
  }

  std::string failure(bool complete) const {
    if (!scoreboard_.failure().empty()) return scoreboard_.failure();
    if (!monitor_.failure().empty()) return monitor_.failure();
    if (!complete) return {};
    if (!monitor_.drained()) return "messages or credits are left after the last step";
    if (design_.router.as<RanadeConfig>()->combining &&
        monitor_.requests_served() != scoreboard_.wanted_words())
      return fmt::format("{} requests reached memory for {} pairs of step and address",
                         monitor_.requests_served(), scoreboard_.wanted_words());
    const std::string fault = memory_fault(design_, network_, scoreboard_.oracle());
    return fault.empty() ? program_->fault() : fault;
  }

  PramFigures figures() const {
    PramFigures figures;
    const std::vector<StepTime>& times = scoreboard_.times();
    figures.steps = static_cast<Step>(times.size());
    figures.operations = scoreboard_.operations();
    figures.floor = static_cast<Cycle>(zero_load_of_operations(*design_.whole_topology).max);
    figures.bound = 15 * std::log2(static_cast<double>(processor_count_));
    Step above = 0;
    for (const StepTime& time : times) {
      const Cycle cycles = time.answered - time.begun;
      figures.longest_step = std::max(figures.longest_step, cycles);
      above += static_cast<double>(cycles) > figures.bound;
    }
    figures.step_time = interval_of(times);
    if (!times.empty()) {
      figures.above_bound = ratio(above, times.size());
      figures.cycles_per_step = ratio(times.back().ended + 1, times.size());
    }
    figures.message_hops = monitor_.message_hops();
    figures.ghosts = monitor_.ghosts();
    figures.requests_served = monitor_.requests_served();
    figures.words_wanted = scoreboard_.wanted_words();
    figures.most_queued = most_queued_;
    figures.most_outstanding = monitor_.most_outstanding();
    return figures;
  }

  /// Steps are taken for independent if they are few and do not overlap.
  ConfidenceInterval interval_of(const std::vector<StepTime>& times) const {
    constexpr std::size_t kLeastSeries = 200;
    TimeSlices series(0);
    Cycle sum = 0;
    for (std::size_t i = 0; i < times.size(); ++i) {
      const Cycle cycles = times[i].answered - times[i].begun;
      series.add(i, cycles);
      sum += cycles;
    }
    const auto count = static_cast<double>(times.size());
    const double mean = ratio(sum, count);
    double squares = 0;
    for (const StepTime& time : times) {
      const double deviation = static_cast<double>(time.answered - time.begun) - mean;
      squares += deviation * deviation;
    }
    if (times.size() >= kLeastSeries) return spectral_interval(series.until(times.size()), squares / count);
    ConfidenceInterval interval;
    interval.mean = mean;
    if (times.size() < 2) {
      interval.withdraw("fewer than two steps have ended");
    } else if (!are_single(times)) {
      interval.withdraw("the steps overlap, and fewer than 200 have ended");
    } else {
      interval.half_width =
          student_t_975(static_cast<int>(times.size()) - 1) * std::sqrt(squares / (count - 1) / count);
      interval.effective_samples = count;
    }
    return interval;
  }

  /// Processors have one step at a time, or all have ended a step before any begins the next.
  bool are_single(const std::vector<StepTime>& times) const {
    return workload_.pace.in_flight == 1 ||
           std::adjacent_find(times.begin(), times.end(), [](const StepTime& step, const StepTime& next) {
             return next.begun <= step.ended;
           }) == times.end();
  }

  void check_expectations(const PramFigures& figures) {
    const Expectations& expect = experiment_.expect;
    const auto miss = [&](std::string what) { results_.missed_expectations.push_back(std::move(what)); };
    check_stability(expect, results_);
    if (!expect.max_mean_step) return;
    if (figures.steps == 0)
      miss(fmt::format("expect.max_mean_step = {}, but no step has ended", *expect.max_mean_step));
    else if (figures.step_time.mean > *expect.max_mean_step)
      miss(fmt::format("expect.max_mean_step = {}, but the mean is {:.2f}", *expect.max_mean_step,
                       figures.step_time.mean));
  }

  const Experiment& experiment_;
  const Design& design_;
  const SimulationOptions& options_;
  const PramWorkload& workload_;
  const AddressMap& map_;
  NodeId processor_count_;
  std::unique_ptr<PramProgram> program_;
  PramScoreboard scoreboard_;
  RanadeMonitor monitor_;
  std::vector<const PramProcessor*> processors_;  ///< [node]; null: it is off.
  PramWatchdog watchdog_;
  ObservedNetwork network_;
  Cycle next_sample_ = 0;
  int most_queued_ = 0;
  Results results_;
};

}  // namespace

Results simulate_program(const Experiment& experiment, const Level& level, const SimulationOptions& options) {
  return ProgramRun(experiment, level, options).run();
}

}  // namespace switchyard
