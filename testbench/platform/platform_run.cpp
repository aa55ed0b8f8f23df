#include "testbench/platform/platform_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "hw/base/random_stream.h"
#include "hw/clocked/clocked_node.h"
#include "testbench/platform/combining_platform.h"
#include "testbench/platform/packet_monitors.h"
#include "testbench/platform/platform.h"
#include "testbench/run/observed_network.h"

namespace switchyard {
namespace {

constexpr Cycle kStep = 200;
constexpr Cycle kPatience = 2000;  ///< Of the watchdog.

std::string hash_of(const std::vector<std::uint8_t>& bytes) {
  std::uint64_t hash = 0;
  for (const std::uint8_t byte : bytes) hash = mix64(hash ^ byte) + 1;
  return fmt::format("{:016x}", hash);
}

/// One run, to the end of all tasks or to the limit: the network, and who looks on.
class PlatformRun {
 public:
  PlatformRun(const PlatformExperiment& experiment, const Level& level,
              const std::optional<WaveOptions>& wave)
      : experiment_(experiment), level_(level), options_{wave, {}, {}} {}
  virtual ~PlatformRun() = default;

  PlatformResults run() {
    const auto start = std::chrono::steady_clock::now();
    const Cycle limit = experiment_.platform.limit;
    while (!workers().tasks().finished() && !ended() && network_->now() < limit)
      run_to(std::min(network_->now() + kStep, limit));
    if (workers().tasks().finished() && !ended()) {
      run_to(network_->now() + kStep);  // The last credits come home.
      check_drained();
    }
    network_->close_wave();
    results_.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    results_.level = level_.name;
    results_.tasks = workers().tasks().times();
    for (const auto& master : workers().masters())
      results_.masters.push_back({master->reads(), master->writes(), master->errors()});
    results_.cycles = network_->now();
    results_.finished = workers().tasks().finished();
    results_.failed_check = network_->divergence() ? "RTL and model differ" : failure();
    collect(results_);
    return std::move(results_);
  }

 protected:
  /// Builds the network that the run goes on. `links` must outlive it.
  TimedNetworkBuilder watched_by(LinkObserver& links) {
    return [this, &links](const Design& design, const TerminalFactory& terminals) {
      auto network = std::make_unique<ObservedNetwork>(design, terminals, links, level_, options_);
      network_ = network.get();
      return network;
    };
  }
  const PlatformExperiment& experiment() const { return experiment_; }
  const ObservedNetwork& network() const { return *network_; }

 private:
  virtual const Workers& workers() const = 0;
  virtual std::string failure() const = 0;  ///< The first failed check; empty: all is well.
  virtual void check_drained() = 0;
  virtual void collect(PlatformResults& results) = 0;
  /// Looks for a deadlock, at this cycle and not before.
  virtual Cycle next_look() const { return kNever; }
  virtual void look() {}
  virtual bool is_stuck() const { return false; }

  bool ended() const { return is_stuck() || network_->divergence().has_value() || !failure().empty(); }

  void run_to(Cycle end) {
    while (network_->now() < end && !ended()) {
      network_->run_to(std::min(end, next_look()));
      if (network_->now() >= next_look()) look();
    }
  }

  const PlatformExperiment& experiment_;
  const Level& level_;
  SimulationOptions options_;
  ObservedNetwork* network_ = nullptr;
  PlatformResults results_;
};

/// Packets between masters and memories.
class InterconnectRun final : public PlatformRun {
 public:
  InterconnectRun(const PlatformExperiment& experiment, const Level& level,
                  const std::optional<WaveOptions>& wave)
      : PlatformRun(experiment, level, wave),
        monitors_(experiment.design),
        watchdog_(experiment.design, kPatience),
        platform_("platform", experiment, watched_carrier(), kClockPeriod) {}

 private:
  CarrierFactory watched_carrier() {
    return [this](CarrierListener& listener) {
      return std::make_unique<FlitCarrier>("carrier", experiment().design, watched_by(monitors_.links()),
                                           listener, &monitors_);
    };
  }

  const Workers& workers() const override { return platform_.workers(); }
  std::string failure() const override { return monitors_.failure(); }
  void check_drained() override { monitors_.links().check_drained(); }
  Cycle next_look() const override { return watchdog_.next_look(); }
  void look() override { watchdog_.look(network().now(), network()); }
  bool is_stuck() const override { return watchdog_.deadlock().has_value(); }

  void collect(PlatformResults& results) override {
    for (const auto& memory : platform_.memories())
      results.memories.push_back(
          {memory->accesses(), memory->bytes_moved(), hash_of(memory->store().bytes())});
    results.packets = monitors_.scoreboard().log().delivered();
    results.flit_hops = monitors_.links().flit_hops();
    results.event_hash = monitors_.measurement().event_hash().hex();
    results.deadlock = watchdog_.deadlock();
  }

  PacketMonitors monitors_;
  Watchdog watchdog_;
  Platform platform_;
};

/// Steps of masters on a memory that combines.
class CombiningRun final : public PlatformRun {
 public:
  CombiningRun(const PlatformExperiment& experiment, const Level& level,
               const std::optional<WaveOptions>& wave)
      : PlatformRun(experiment, level, wave),
        monitors_(experiment.design),
        platform_("platform", experiment, watched_by(monitors_.links()), monitors_, kClockPeriod) {}

 private:
  const Workers& workers() const override { return platform_.workers(); }
  std::string failure() const override { return monitors_.failure(); }
  void check_drained() override { monitors_.check_drained(); }

  void collect(PlatformResults& results) override {
    const PramScoreboard& steps = monitors_.scoreboard();
    results.steps = PlatformResults::Steps{steps.steps_ended(), steps.operations(), steps.wanted_words(),
                                           monitors_.links().requests_served(), hash_of(platform_.bytes())};
    results.flit_hops = monitors_.links().message_hops();
    results.event_hash = steps.event_hash().hex();
  }

  StepMonitors monitors_;
  CombiningPlatform platform_;
};

}  // namespace

sc_core::sc_time PlatformResults::end() const {
  sc_core::sc_time last;
  for (const TaskGraph::Times& task : tasks) last = std::max(last, task.end);
  return last;
}

PlatformResults simulate_platform(const PlatformExperiment& experiment, const Level& level,
                                  const std::optional<WaveOptions>& wave) {
  if (experiment.combining_memory) return CombiningRun(experiment, level, wave).run();
  return InterconnectRun(experiment, level, wave).run();
}

}  // namespace switchyard
