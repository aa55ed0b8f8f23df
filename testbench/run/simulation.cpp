#include "testbench/run/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "hw/base/ratio.h"
#include "testbench/engine/flit_traffic.h"
#include "testbench/engine/packet_traffic.h"
#include "testbench/engine/run_end.h"
#include "testbench/experiment/machine.h"
#include "testbench/messages/exchange_bound.h"
#include "testbench/messages/message_file.h"
#include "testbench/messages/message_stream.h"
#include "testbench/monitor/measurement.h"
#include "testbench/monitor/stability.h"
#include "testbench/monitor/warm_up.h"
#include "testbench/packets/trace_recorder.h"
#include "testbench/process/interruption.h"
#include "testbench/report/interrupted_run.h"

namespace switchyard {
namespace {

constexpr Cycle kDrainStep = 32;
constexpr Cycle kFirstWarmup = 1000;  ///< First guess of the automatic warm-up; doubled until it settles.
constexpr Cycle kLeastLimit = 16000;  ///< Of the automatic warm-up.
constexpr Cycle kFlowSteps = 100;     ///< Of the first warm-up, and of the measured window.

/// One run: the network, what is attached to it, and the phases.
class Simulation {
 public:
  Simulation(const Experiment& experiment, const Level& level, const SimulationOptions& options)
      : experiment_(experiment),
        design_(experiment.design),
        options_(options),
        measurement_(design_.topology->terminal_count(), design_.distance,
                     figures_before_run(experiment.injection)),
        recorder_(options.record.empty() || experiment.injection.messages != nullptr
                      ? nullptr
                      : std::make_unique<TraceRecorder>(options.record, design_.topology->terminal_count(),
                                                        measurement_)),
        network_(level.has_flits ? make_flit_traffic(experiment, level, options, listener())
                                 : std::make_unique<PacketTraffic>(experiment, listener())) {
    results_.level = level.name;
    results_.seed = design_.seed;
    results_.load = experiment.injection.load;
  }

  Results run() {
    catch_interruptions();
    const Injection& injection = experiment_.injection;
    if (injection.messages != nullptr && !options_.record.empty())
      write_messages(*injection.messages, options_.record);
    const auto start = std::chrono::steady_clock::now();
    if (experiment_.injection.finite) {
      run_workload();
    } else {
      run_open_loop();
    }
    results_.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    collect();
    return std::move(results_);
  }

 private:
  DeliveryListener& listener() {
    return recorder_ == nullptr ? static_cast<DeliveryListener&>(measurement_) : *recorder_;
  }

  void run_open_loop() {
    enter("warm-up", 0);
    warm_up();
    enter("measured", now());
    open_window(experiment_.measure.cycles);
    FlowRecord record(now(), std::max<Cycle>(1, experiment_.measure.cycles / kFlowSteps));
    measure(record);
    close_window(now());
    enter("drain", now());
    if (ended()) return;
    results_.stability = judge_stability(record, 0, offered_flits(results_.warmup));
    // The tagged packets of an unstable run would drain only behind an ever longer queue.
    if (results_.stability.verdict != Stability::Unstable) drain();
  }

  void run_workload() {
    const Cycle limit = experiment_.measure.cycles;
    enter("run", 0);
    open_window(limit);
    while (!all_sent() && !ended() && now() < limit) {
      advance(std::min(kDrainStep, limit - now()));
      report("run", now(), limit);
    }
    const bool complete = all_sent() && !ended();
    const Cycle end = std::max(measurement_.last_delivery(), network_->last_release()) + 1;
    close_window(complete ? end : now());
    if (ended()) return;
    if (!all_sent()) {
      const std::uint64_t pending = network_->log().pending();
      return mark_unstable(pending != 0
                               ? fmt::format("{} packets were not delivered within {} cycles", pending, limit)
                               : fmt::format("the workload was not done within {} cycles", limit));
    }
    enter("drain", end);
    advance(4 * kDrainStep);  // The last credits come home.
    network_->check_drained();
  }

  void warm_up() {
    if (experiment_.measure.warmup) {
      run_warm_up(*experiment_.measure.warmup);
    } else {
      find_warm_up();
    }
    results_.warmup = now();
  }

  void run_warm_up(Cycle cycles) {
    while (now() < cycles && !ended()) {
      advance(std::min<Cycle>(1000, cycles - now()));
      report("warm-up", now(), cycles);
    }
  }

  /// Runs until the network has warmed up, for twice the measured window or 16000 cycles at most after the
  /// last change of the traffic.
  void find_warm_up() {
    const Cycle begin = experiment_.injection.steady_from;
    const Cycle longest = std::max(kLeastLimit, 2 * experiment_.measure.cycles);
    results_.warmup_limit = begin + longest;
    results_.warmup_end = WarmUpEnd::Limit;
    if (begin != 0) run_warm_up(begin);
    FlowRecord record(begin, kFirstWarmup / kFlowSteps);
    for (Cycle goal = kFirstWarmup; goal <= longest; goal *= 2) {
      run_recorded(begin + goal, record, [&] { report("warm-up", now(), begin + goal); });
      if (ended()) return;
      if (const auto end = judge_warm_up(record, offered_flits(begin))) {
        results_.warmup_end = *end;
        return;
      }
    }
  }

  /// Runs the window, and doubles it until it has measure.precision three times in a row. A window that has
  /// it once may have it by chance: to stop there would choose the intervals that are too narrow.
  void measure(FlowRecord& record) {
    constexpr int kInARow = 3;
    const Cycle begin = now();
    Cycle window = experiment_.measure.cycles;
    const auto run_window = [&] {
      run_recorded(begin + window, record, [&] { report("measure", now() - begin, window); });
    };
    run_window();
    const MeasureConfig& wanted = experiment_.measure;
    for (int in_a_row = 0; wanted.precision && window < wanted.max_cycles && !ended();) {
      const Stability verdict = judge_stability(record, 0, offered_flits(begin)).verdict;
      if (verdict == Stability::Unstable) return;
      in_a_row = verdict == Stability::Stable && is_precise(window) ? in_a_row + 1 : 0;
      if (in_a_row == kInARow) return;
      window = std::min(2 * window, wanted.max_cycles);
      measurement_.extend_window(begin + window);
      run_window();
    }
  }

  /// Packets that are still under way are missing in the interval, so it must be a little better than wanted.
  bool is_precise(Cycle window) const {
    constexpr double kMargin = 0.9;
    const ConfidenceInterval interval = measurement_.packet_latency_interval(window);
    return interval.half_width <= kMargin * *experiment_.measure.precision * interval.mean;
  }

  /// Runs to cycle `end`, and takes the samples of `record` that are due until then.
  template <class Report>
  void run_recorded(Cycle end, FlowRecord& record, Report&& report_progress) {
    for (;;) {
      if (now() == record.next()) record.add(measurement_.flow());
      if (now() >= end || ended()) return;
      advance(std::min(record.next(), end) - now());
      report_progress();
    }
  }

  /// Nothing where faults have refused packets, or the last phase of the traffic began later.
  std::optional<OfferedFlits> offered_flits(Cycle since) const {
    const Injection& injection = experiment_.injection;
    if (network_->has_refused() || injection.demand == nullptr || since < injection.steady_from)
      return std::nullopt;
    const NodeId nodes = design_.topology->terminal_count();
    const double by_sender = injection.load * nodes / injection.demand->senders();
    OfferedFlits offered;
    for (NodeId node = 0; node < nodes; ++node)
      offered.by_source.push_back(by_sender * injection.demand->rate(node));
    return offered;
  }

  void drain() {
    const Cycle start = now();
    const Cycle limit = experiment_.measure.drain;
    while (measurement_.tagged_pending() != 0 && !ended() && now() - start < limit) {
      advance(std::min(kDrainStep, limit - (now() - start)));
      report("drain", now() - start, limit);
    }
    results_.drain = now() - start;
    if (!ended() && measurement_.tagged_pending() != 0) {
      undrained_ = fmt::format("{} of the measured packets were not delivered within {} cycles of drain",
                               measurement_.tagged_pending(), limit);
      results_.stability.verdict = Stability::Undecided;
      results_.stability.because = undrained_ + "; a longer measure.drain would tell";
    }
  }

  void enter(const char* phase, Cycle from) {
    if (options_.timeline != nullptr) options_.timeline->enter(phase, from);
  }

  void open_window(Cycle cycles) {
    results_.warmup = now();
    measurement_.open_window(now(), now() + cycles);
    network_->open_window();
  }

  void close_window(Cycle end) {
    measurement_.close_window();
    results_.measured = end - results_.warmup;
    network_->close_window(results_);
  }

  void advance(Cycle cycles) {
    const Cycle end = now() + cycles;
    const Cycle piece = cycles_between_looks(design_.topology->node_count());
    while (now() < end && !ended()) {
      network_->advance(std::min(piece, end - now()));
      if (recorder_ != nullptr) recorder_->write_created();
      results_.interrupted_by = interruption();
    }
  }
  Cycle now() const { return network_->now(); }
  bool ended() const { return network_->ended() || results_.interrupted_by != 0; }
  bool all_sent() const { return network_->log().pending() == 0 && network_->exhausted(); }

  double per_cycle(std::uint64_t count) const { return results_.per_cycle(count); }

  void mark_unstable(std::string why) {
    results_.stability.verdict = Stability::Unstable;
    results_.stability.because = std::move(why);
  }

  void report(const char* phase, Cycle done, Cycle of) const {
    if (options_.progress) options_.progress(phase, done, of);
  }

  void collect() {
    const auto nodes = static_cast<double>(design_.topology->terminal_count());
    results_.cycles = now();
    results_.offered = per_cycle(measurement_.window_flits_created()) / nodes;
    const auto& by_source = measurement_.window_flits_by_source();
    std::uint64_t all = 0;
    for (const std::uint64_t flits : by_source) all += flits;
    results_.accepted = per_cycle(all) / nodes;
    const auto least = std::min_element(by_source.begin(), by_source.end());
    results_.accepted_min_node = per_cycle(*least);
    results_.least_node = static_cast<NodeId>(least - by_source.begin());
    compare_sources();
    collect_by_node();
    collect_by_distance();
    results_.classes = measurement_.classes();
    results_.packet_latency = {measurement_.packet_latency_interval(results_.measured),
                               measurement_.packet_latency()};
    results_.network_latency = {measurement_.network_latency_interval(results_.measured),
                                measurement_.network_latency()};
    const std::uint64_t tagged = measurement_.packet_latency().count();
    results_.hops_mean = tagged == 0 ? 0 : ratio(measurement_.hops(), tagged);
    results_.hops_max = measurement_.most_hops();
    results_.misroutes = measurement_.misroutes();
    results_.misroutes_mean = tagged == 0 ? 0 : ratio(results_.misroutes, tagged);
    results_.misroutes_max = measurement_.most_misroutes();
    results_.delivered_packets = network_->log().delivered();
    results_.pending_packets = network_->log().pending();
    results_.unreachable = unreachable_pairs(design_);
    results_.cut_off = cut_off_pairs(design_);
    results_.event_hash = measurement_.event_hash().hex();
    network_->collect(results_);
    if (recorder_ != nullptr) recorder_->close();
    const auto& graph = experiment_.injection.messages;
    if (graph != nullptr && graph->each_to_each != 0 && design_.faults.empty())
      results_.exchange_bound = exchange_bound(*design_.topology, design_.half_duplex(), graph->each_to_each);
    if (results_.messages && !results_.refused.empty() && results_.messages->left_over != 0)
      mark_unstable(fmt::format("{} messages have not come: some were refused, and others wait for them",
                                results_.messages->left_over));
    const bool may_wait_for_ever = results_.starvation || results_.livelock;
    if (!undrained_.empty() && may_wait_for_ever) mark_unstable(undrained_);
    if (results_.deadlock) mark_unstable("the network is deadlocked");
    if (results_.divergence) mark_unstable(title_of(*results_.divergence));
    record_interruption(results_);
    record_peak_memory(results_);
    if (const std::string reason = no_steady_state(); !reason.empty()) {
      results_.packet_latency.interval.withdraw(reason);
      results_.network_latency.interval.withdraw(reason);
    }
    if (const auto wanted = experiment_.measure.precision) {
      const ConfidenceInterval& interval = results_.packet_latency.interval;
      results_.precision = {*wanted, interval.half_width <= *wanted * interval.mean};
    }
    if (results_.interrupted_by == 0) check_expectations();
  }

  /// Why the figures of the window are not samples of a steady state; empty if they are.
  std::string no_steady_state() const {
    if (experiment_.injection.finite) return "a workload has no steady state: its figures are of all packets";
    const auto& [verdict, because, growth, slowest, slowest_growth] = results_.stability;
    return verdict == Stability::Stable ? "" : fmt::format("the run is {}: {}", to_string(verdict), because);
  }

  /// Those that sent: a pattern may leave out others.
  void compare_sources() {
    const std::vector<NodeFigures>& sources = measurement_.nodes();
    SourceComparison& compared = results_.sources;
    double sum = 0;
    std::size_t senders = 0;
    for (NodeId node = 0; node < sources.size(); ++node) {
      if (sources[node].created == 0) continue;
      const double accepted = per_cycle(measurement_.window_flits_by_source()[node]);
      sum += accepted;
      if (senders == 0 || accepted < compared.least_accepted) {
        compared.least_node = node;
        compared.least_accepted = accepted;
      }
      if (senders == 0 || accepted > compared.most_accepted) {
        compared.most_node = node;
        compared.most_accepted = accepted;
      }
      ++senders;
      if (sources[node].delivered == 0) continue;
      const double latency = ratio(sources[node].cycles, sources[node].delivered);
      if (latency <= compared.slowest_latency) continue;
      compared.slowest_node = node;
      compared.slowest_latency = latency;
    }
    if (sum > 0) compared.fairness = compared.least_accepted * static_cast<double>(senders) / sum;
  }

  void collect_by_node() {
    const auto mean = [](std::uint64_t cycles, std::uint64_t packets) {
      return packets == 0 ? std::nullopt : std::optional(ratio(cycles, packets));
    };
    for (NodeId node = 0; node < design_.topology->terminal_count(); ++node) {
      const NodeFigures& of_node = measurement_.nodes()[node];
      results_.nodes.push_back(
          {per_cycle(of_node.created_flits), per_cycle(measurement_.window_flits_by_source()[node]),
           per_cycle(measurement_.window_flits_by_destination()[node]), of_node.delivered, of_node.received,
           mean(of_node.cycles, of_node.delivered), mean(of_node.received_cycles, of_node.received)});
    }
  }

  void collect_by_distance() {
    const std::vector<DistanceFigures>& distances = measurement_.distances();
    for (std::size_t distance = 0; distance < distances.size(); ++distance) {
      const DistanceFigures& of_distance = distances[distance];
      if (of_distance.delivered == 0) continue;
      const auto mean = [&](std::uint64_t sum) { return ratio(sum, of_distance.delivered); };
      results_.distances.push_back({distance, of_distance.delivered, mean(of_distance.cycles),
                                    mean(of_distance.network_cycles), mean(of_distance.hops)});
    }
  }

  void check_expectations() {
    const Expectations& expect = experiment_.expect;
    const auto miss = [&](std::string what) { results_.missed_expectations.push_back(std::move(what)); };
    check_stability(expect, results_);
    if (expect.min_accepted && !(results_.accepted >= *expect.min_accepted)) {
      miss(fmt::format("expect.min_accepted = {}, but the network accepted {:.4f}", *expect.min_accepted,
                       results_.accepted));
    }
    if (const auto missed = missed_pairs(expect, results_.unreachable)) miss(*missed);
    const LatencyHistogram& latency = results_.packet_latency.histogram;
    if (expect.max_mean_latency && !(latency.count() != 0 && latency.mean() <= *expect.max_mean_latency)) {
      miss(fmt::format("expect.max_mean_latency = {}, but the mean is {}", *expect.max_mean_latency,
                       latency.count() == 0 ? "unknown" : fmt::format("{:.2f}", latency.mean())));
    }
    if (expect.max_p99_latency &&
        !(latency.count() != 0 && static_cast<double>(latency.percentile(0.99)) <= *expect.max_p99_latency)) {
      miss(fmt::format("expect.max_p99_latency = {}, but it is {}", *expect.max_p99_latency,
                       latency.count() == 0 ? "unknown" : fmt::format("{}", latency.percentile(0.99))));
    }
  }

  const Experiment& experiment_;
  const Design& design_;
  const SimulationOptions& options_;
  Measurement measurement_;
  std::unique_ptr<TraceRecorder> recorder_;
  std::unique_ptr<TrafficNetwork> network_;
  Results results_;
  std::string undrained_;  ///< What the drain has left; empty: nothing.
};

}  // namespace

Results simulate(const Experiment& experiment, const Level& level, const SimulationOptions& options) {
  if (const Machine* machine = experiment.injection.machine)
    return machine->simulate(experiment, level, options);
  return Simulation(experiment, level, options).run();
}

}  // namespace switchyard
