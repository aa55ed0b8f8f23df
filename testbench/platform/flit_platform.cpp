#include <algorithm>

#include "hw/clocked/clocked_node.h"
#include "testbench/engine/observed_network.h"
#include "testbench/platform/packet_monitors.h"
#include "testbench/platform/platform.h"
#include "testbench/platform/watched_platform.h"
#include "tlm/socket/flit_carrier.h"

namespace switchyard {
namespace {

constexpr Cycle kPatience = 2000;  ///< Of the watchdog.

/// With monitors, watchdog and waveform.
class FlitPlatform final : public WatchedPlatform {
 public:
  FlitPlatform(const PlatformExperiment& experiment, const Level& level,
               const std::optional<WaveOptions>& wave, std::size_t threads, Timeline* timeline,
               const std::filesystem::path& record)
      : level_(level),
        waves_(wave ? waves_of(experiment.platform) : nullptr),
        options_(options_with(wave, waves_.get(), threads, timeline)),
        monitors_(experiment.design, record),
        watchdog_(experiment.design, kPatience),
        platform_(
            "platform", experiment,
            [&](CarrierListener& listener) { return make_carrier(experiment.design, listener); },
            kClockPeriod, waves_.get()) {
    if (timeline != nullptr)
      timeline->watch(monitors_.links(), [this] { return packets_now(monitors_.scoreboard()); });
  }

  const Workers& workers() const override { return platform_.workers(); }
  Cycle now() const override { return network_->now(); }

  void run_to(Cycle end) override {
    while (now() < end && !ended()) {
      network_->run_to(std::min(end, watchdog_.next_look()));
      if (TraceRecorder* const recorder = monitors_.recorder()) recorder->write_created();
      if (now() >= watchdog_.next_look()) watchdog_.look(now(), *network_);
    }
  }

  bool ended() const override {
    return watchdog_.deadlock().has_value() || network_->divergence().has_value() ||
           !monitors_.failure().empty();
  }

  void check_drained() override { monitors_.links().check_drained(); }

  void collect(PlatformResults& results) override {
    network_->close();
    if (TraceRecorder* const recorder = monitors_.recorder()) recorder->close();
    results.memories = memory_uses(platform_);
    results.packets = monitors_.scoreboard().log().delivered();
    results.flit_hops = monitors_.links().flit_hops();
    results.event_hash = monitors_.measurement().event_hash().hex();
    results.failed_check = network_->divergence() ? title_of(*network_->divergence()) : monitors_.failure();
    results.deadlock = watchdog_.deadlock();
  }

 private:
  std::unique_ptr<PacketCarrier> make_carrier(const Design& design, CarrierListener& listener) {
    const TimedNetworkBuilder build = [this](const Design& of, const TerminalFactory& terminals) {
      auto network = std::make_unique<ObservedNetwork>(of, terminals, monitors_.links(), level_, options_);
      network_ = network.get();
      return network;
    };
    return std::make_unique<FlitCarrier>("carrier", design, build, listener, &monitors_);
  }

  const Level& level_;
  std::unique_ptr<TransactionWaves> waves_;
  SimulationOptions options_;
  PacketMonitors monitors_;
  Watchdog watchdog_;
  ObservedNetwork* network_ = nullptr;
  Platform platform_;
};

}  // namespace

std::unique_ptr<WatchedPlatform> make_flit_platform(const PlatformExperiment& experiment, const Level& level,
                                                    const std::optional<WaveOptions>& wave,
                                                    std::size_t threads, Timeline* timeline,
                                                    const std::filesystem::path& record) {
  return std::make_unique<FlitPlatform>(experiment, level, wave, threads, timeline, record);
}

}  // namespace switchyard
