#include <algorithm>

#include "testbench/platform/packet_monitors.h"
#include "testbench/platform/platform_network.h"
#include "testbench/run/observed_network.h"
#include "tlm/socket/flit_carrier.h"

namespace switchyard {
namespace {

constexpr Cycle kPatience = 2000;  ///< Of the watchdog.

/// A network at a level with flits, its monitors, its watchdog and its waveform.
class FlitPlatform final : public PlatformNetwork {
 public:
  FlitPlatform(const Design& design, const Level& level, const std::optional<WaveOptions>& wave)
      : design_(design),
        level_(level),
        options_{wave, {}, {}},
        monitors_(design),
        watchdog_(design, kPatience) {}

  std::unique_ptr<PacketCarrier> make_carrier(CarrierListener& listener) override {
    const TimedNetworkBuilder build = [this](const Design& design, const TerminalFactory& terminals) {
      auto network =
          std::make_unique<ObservedNetwork>(design, terminals, monitors_.links(), level_, options_);
      network_ = network.get();
      return network;
    };
    return std::make_unique<FlitCarrier>("carrier", design_, build, listener, &monitors_);
  }

  Cycle now() const override { return network_->now(); }

  void run_to(Cycle end) override {
    while (now() < end && !ended()) {
      network_->run_to(std::min(end, watchdog_.next_look()));
      if (now() >= watchdog_.next_look()) watchdog_.look(now(), *network_);
    }
  }

  bool ended() const override {
    return watchdog_.deadlock().has_value() || network_->divergence().has_value() ||
           !monitors_.failure().empty();
  }

  void check_drained() override { monitors_.links().check_drained(); }

  void collect(PlatformResults& results) override {
    network_->close_wave();
    results.packets = monitors_.scoreboard().log().delivered();
    results.flit_hops = monitors_.links().flit_hops();
    results.event_hash = monitors_.measurement().event_hash().hex();
    results.failed_check = network_->divergence() ? "RTL and model differ" : monitors_.failure();
    results.deadlock = watchdog_.deadlock();
  }

 private:
  const Design& design_;
  const Level& level_;
  SimulationOptions options_;
  PacketMonitors monitors_;
  Watchdog watchdog_;
  ObservedNetwork* network_ = nullptr;
};

}  // namespace

std::unique_ptr<PlatformNetwork> make_flit_platform(const Design& design, const Level& level,
                                                    const std::optional<WaveOptions>& wave) {
  return std::make_unique<FlitPlatform>(design, level, wave);
}

}  // namespace switchyard
