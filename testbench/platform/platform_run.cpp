#include "testbench/platform/platform_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "hw/base/random_stream.h"
#include "hw/clocked/clocked_node.h"
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

/// One run: the platform, and what looks on.
class PlatformRun {
 public:
  PlatformRun(const PlatformExperiment& experiment, const Level& level,
              const std::optional<WaveOptions>& wave)
      : experiment_(experiment),
        options_{wave, {}, {}},
        monitors_(experiment.design),
        watchdog_(experiment.design, kPatience),
        platform_("platform", experiment, watched_carrier(level), kClockPeriod) {
    results_.level = level.name;
  }

  PlatformResults run() {
    const auto start = std::chrono::steady_clock::now();
    const Cycle limit = experiment_.platform.limit;
    while (!platform_.tasks().finished() && !ended() && network_->now() < limit)
      run_to(std::min(network_->now() + kStep, limit));
    if (platform_.tasks().finished() && !ended()) {
      run_to(network_->now() + kStep);  // The last credits come home.
      monitors_.links().check_drained();
    }
    network_->close_wave();
    results_.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    collect();
    return std::move(results_);
  }

 private:
  CarrierFactory watched_carrier(const Level& level) {
    return [this, &level](CarrierListener& listener) {
      const TimedNetworkBuilder build = [this, &level](const Design& design,
                                                       const TerminalFactory& terminals) {
        auto network =
            std::make_unique<ObservedNetwork>(design, terminals, monitors_.links(), level, options_);
        network_ = network.get();
        return network;
      };
      return std::make_unique<FlitCarrier>("carrier", experiment_.design, build, listener, &monitors_);
    };
  }

  bool ended() const {
    return watchdog_.deadlock().has_value() || network_->divergence().has_value() ||
           !monitors_.failure().empty();
  }

  void run_to(Cycle end) {
    while (network_->now() < end && !ended()) {
      network_->run_to(std::min(end, watchdog_.next_look()));
      if (network_->now() >= watchdog_.next_look()) watchdog_.look(network_->now(), *network_);
    }
  }

  void collect() {
    results_.tasks = platform_.tasks().times();
    for (const auto& master : platform_.masters())
      results_.masters.push_back({master->reads(), master->writes(), master->errors()});
    for (const auto& memory : platform_.memories())
      results_.memories.push_back(
          {memory->accesses(), memory->bytes_moved(), hash_of(memory->store().bytes())});
    results_.packets = monitors_.scoreboard().log().delivered();
    results_.flit_hops = monitors_.links().flit_hops();
    results_.event_hash = monitors_.measurement().event_hash().hex();
    results_.cycles = network_->now();
    results_.finished = platform_.tasks().finished();
    results_.failed_check = network_->divergence() ? "RTL and model differ" : monitors_.failure();
    results_.deadlock = watchdog_.deadlock();
  }

  const PlatformExperiment& experiment_;
  SimulationOptions options_;
  PacketMonitors monitors_;
  Watchdog watchdog_;
  ObservedNetwork* network_ = nullptr;
  Platform platform_;
  PlatformResults results_;
};

}  // namespace

sc_core::sc_time PlatformResults::end() const {
  sc_core::sc_time last;
  for (const TaskGraph::Times& task : tasks) last = std::max(last, task.end);
  return last;
}

PlatformResults simulate_platform(const PlatformExperiment& experiment, const Level& level,
                                  const std::optional<WaveOptions>& wave) {
  return PlatformRun(experiment, level, wave).run();
}

}  // namespace switchyard
