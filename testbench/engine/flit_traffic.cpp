#include "testbench/engine/flit_traffic.h"

#include <algorithm>
#include <vector>

#include "testbench/energy/energy_meter.h"
#include "testbench/engine/observed_network.h"
#include "testbench/monitor/link_monitor.h"
#include "testbench/monitor/stand_still.h"
#include "testbench/traffic/network_interfaces.h"

namespace switchyard {
namespace {

class FlitTraffic final : public TrafficNetwork {
 public:
  FlitTraffic(const Experiment& experiment, const Level& level, const SimulationOptions& options,
              DeliveryListener& listener)
      : design_(experiment.design),
        has_messages_(experiment.injection.messages != nullptr),
        source_(experiment.injection.make_source()),
        news_(*source_, listener),
        scoreboard_(design_.topology->terminal_count(), design_.router.terminal.virtual_channels,
                    news_.ear()),
        links_(design_, scoreboard_),
        admission_(design_),
        interfaces_(design_, experiment.injection.classes, *source_, scoreboard_, admission_.if_any()),
        watchdog_(design_, experiment.measure.watchdog, interfaces_.reply_waits()),
        still_(experiment.measure.watchdog),
        queues_(design_),
        packets_(options.packets ? std::make_unique<PacketProbe>(design_, *options.packets, scoreboard_.log())
                                 : nullptr),
        energy_(options.energy ? std::make_unique<EnergyMeter>(*options.energy, design_) : nullptr),
        network_(
            design_, [this](TerminalId terminal) { return interfaces_.make(terminal); }, observer(), level,
            options) {
    if (design_.router.holds_behind_waves && source_->listening() != nullptr)
      source_->listening()->forbid_early_packets();
    if (options.timeline != nullptr)
      options.timeline->watch(links_, [this] { return packets_now(scoreboard_); });
  }

  Cycle now() const override { return network_.now(); }

  void advance(Cycle cycles) override {
    const Cycle end = now() + cycles;
    while (now() < end && !ended()) {
      if (now() >= queues_.next_sample()) queues_.sample(now(), network_);
      network_.run_to(std::min({end, watchdog_.next_look(), queues_.next_sample()}));
      if (packets_ != nullptr) packets_->write_arrived();
      if (now() < watchdog_.next_look()) continue;
      watchdog_.look(now(), network_);
      if (!design_.router.has_model) still_.look(now(), links_.flit_hops(), scoreboard_.log().pending());
      if (design_.router.derouting && !livelock_)
        livelock_ = find_livelock(now(), scoreboard_.log(), design_.distance);
    }
  }

  bool ended() const override {
    return watchdog_.deadlock().has_value() || network_.divergence().has_value() || !failed_check().empty();
  }

  bool exhausted() const override { return interfaces_.exhausted(); }

  const PacketLog& log() const override { return scoreboard_.log(); }

  Cycle last_release() const override {
    const ListeningSource* const source = source_->listening();
    const auto barriers = source != nullptr ? source->barriers() : std::nullopt;
    return barriers ? barriers->last_release : 0;
  }

  void open_window() override {
    flits_before_ = links_.flits_per_vc();
    if (energy_ != nullptr) energy_->open(now());
    queues_.open(now());
  }

  void close_window(Results& results) override {
    queues_.close(network_);
    if (energy_ != nullptr) results.energy = energy_->close(results.measured);
    const std::vector<std::uint32_t> after = links_.flits_per_vc();
    const std::size_t vcs = design_.router.terminal.virtual_channels;
    for (const Channel& channel : design_.topology->channels()) {
      ChannelUse use{channel.from, channel.to, {}};
      const std::size_t first = links_.vc_index(channel.to, 0);
      for (std::size_t vc = first; vc < first + vcs; ++vc)
        use.vcs.push_back(results.per_cycle(after[vc] - flits_before_[vc]));
      results.channels.push_back(std::move(use));
    }
  }

  bool has_refused() const override { return !scoreboard_.refused().empty(); }

  void check_drained() override { links_.check_drained(); }

  void collect(Results& results) override {
    network_.close();
    if (packets_ != nullptr) packets_->close();
    results.queues = queues_.uses();
    results.flit_hops = links_.flit_hops();
    results.refused = scoreboard_.refused();
    if (const ListeningSource* source = source_->listening()) {
      results.barriers = source->barriers();
      if (has_messages_) results.messages = source->figures();
    }
    results.failed_check = failed_check();
    results.deadlock = watchdog_.deadlock();
    results.divergence = network_.divergence();
    results.starvation = watchdog_.first_starvation();
    results.livelock = livelock_;
  }

 private:
  LinkObserver& observer() {
    if (packets_ == nullptr && energy_ == nullptr) return links_;
    if (packets_ != nullptr) observers_.add(packets_.get());
    if (energy_ != nullptr) observers_.add(energy_.get());
    return observers_;
  }

  const std::string& failed_check() const {
    if (!scoreboard_.failure().empty()) return scoreboard_.failure();
    const ListeningSource* const source = source_->listening();
    if (source != nullptr && !source->failure().empty()) return source->failure();
    return links_.failure().empty() ? still_.failure() : links_.failure();
  }

  const Design& design_;
  const bool has_messages_;
  std::unique_ptr<PacketSource> source_;
  DeliveryNews news_;
  Scoreboard scoreboard_;
  LinkMonitor links_;
  Admission admission_;
  NetworkInterfaces interfaces_;
  Watchdog watchdog_;
  StandStill still_;  ///< For routers without a model, whose buffers the watchdog does not see.
  QueueMonitor queues_;
  std::unique_ptr<PacketProbe> packets_;
  std::unique_ptr<EnergyMeter> energy_;
  ObserverList observers_{&links_};
  ObservedNetwork network_;
  std::vector<std::uint32_t> flits_before_;
  std::optional<Livelock> livelock_;
};

}  // namespace

std::unique_ptr<TrafficNetwork> make_flit_traffic(const Experiment& experiment, const Level& level,
                                                  const SimulationOptions& options,
                                                  DeliveryListener& listener) {
  return std::make_unique<FlitTraffic>(experiment, level, options, listener);
}

}  // namespace switchyard
