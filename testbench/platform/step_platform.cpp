#include "hw/clocked/clocked_node.h"
#include "testbench/engine/observed_network.h"
#include "testbench/platform/combining_platform.h"
#include "testbench/platform/step_monitors.h"
#include "testbench/platform/watched_platform.h"

namespace switchyard {
namespace {

/// With the sequential PRAM, the checks of the links, and the waveform.
class StepPlatform final : public WatchedPlatform {
 public:
  StepPlatform(const PlatformExperiment& experiment, const Level& level,
               const std::optional<WaveOptions>& wave, std::size_t threads, Timeline* timeline)
      : waves_(wave ? waves_of(experiment.platform) : nullptr),
        options_(options_with(wave, waves_.get(), threads, timeline)),
        monitors_(experiment.design),
        platform_(
            "platform", experiment,
            [&](const Design& design, const TerminalFactory& terminals) {
              auto network =
                  std::make_unique<ObservedNetwork>(design, terminals, monitors_.links(), level, options_);
              network_ = network.get();
              return network;
            },
            monitors_, kClockPeriod, waves_.get()) {
    if (timeline != nullptr) timeline->watch(monitors_.links());
  }

  const Workers& workers() const override { return platform_.workers(); }
  Cycle now() const override { return network_->now(); }
  void run_to(Cycle end) override { network_->run_to(end); }
  bool ended() const override { return network_->divergence().has_value() || !monitors_.failure().empty(); }
  void check_drained() override { monitors_.check_drained(); }

  void collect(PlatformResults& results) override {
    network_->close();
    const PramScoreboard& steps = monitors_.scoreboard();
    results.steps =
        PlatformResults::Steps{steps.steps_ended(), steps.operations(), steps.wanted_words(),
                               monitors_.links().requests_served(), content_hash(platform_.bytes())};
    results.flit_hops = monitors_.links().message_hops();
    results.event_hash = steps.event_hash().hex();
    results.failed_check = network_->divergence() ? title_of(*network_->divergence()) : monitors_.failure();
  }

 private:
  std::unique_ptr<TransactionWaves> waves_;
  SimulationOptions options_;
  StepMonitors monitors_;
  ObservedNetwork* network_ = nullptr;
  CombiningPlatform platform_;
};

}  // namespace

std::unique_ptr<WatchedPlatform> make_step_platform(const PlatformExperiment& experiment, const Level& level,
                                                    const std::optional<WaveOptions>& wave,
                                                    std::size_t threads, Timeline* timeline) {
  return std::make_unique<StepPlatform>(experiment, level, wave, threads, timeline);
}

}  // namespace switchyard
