#include "testbench/traffic/bursty.h"

#include <fmt/format.h>

namespace switchyard {

Bursty::Bursty(double packets_per_cycle, double mean_burst, double mean_pause)
    : gap_(packets_per_cycle),
      longer_burst_(1 / mean_burst),
      longer_pause_(1 / mean_pause),
      on_fraction_(mean_burst / (mean_burst + mean_pause)) {}

CreationProcess::State Bursty::start(std::uint64_t seed, NodeId node) const {
  State state(seed, node);
  // What is left of a geometric time is as long as a new one.
  if (state.phases.unit() < on_fraction_) state.burst_end = burst_length(state);
  return state;
}

Cycle Bursty::next(State& state) const {
  for (;;) {
    const Cycle gap = gap_.failures(state.arrivals);
    if (gap < state.burst_end - state.from) {
      const Cycle created = state.from + gap;
      state.from = created + 1;
      return created;
    }
    // The burst ends without another packet. Gaps have no memory, so the next burst draws its own.
    const Cycle longer_pause = longer_pause_.failures(state.phases);
    if (longer_pause == kNever) return kNever;
    state.from = state.burst_end + 1 + longer_pause;
    state.burst_end = state.from + burst_length(state);
  }
}

ProcessMaker build_bursty(const TrafficContext& context) {
  const double burst_length =
      context.config.real("burst_length", {1, 1e9}, {"cycles", "that a burst lasts, on average"});
  const double burst_load =
      context.config.real("burst_load", {0.01, 1}, 1, {"flits per node and cycle", "in a burst"});
  const ConfigNode length = context.config.child("burst_length");
  const ConfigNode rate = context.config.child("burst_load");
  if (!length.sound() || !rate.sound()) return nullptr;

  return [=](const Offer& offer) -> std::shared_ptr<const CreationProcess> {
    if (offer.load >= burst_load) {
      offer.configured.fail(fmt::format("{} = {} leaves no pause between bursts: it must be below {} = {}",
                                        offer.name, offer.load, rate.path(), burst_load));
      return nullptr;
    }
    const double mean_pause = burst_length * (burst_load / offer.load - 1);
    if (mean_pause < 1) {
      length.fail(fmt::format(
          "{} = {} makes the mean pause {:.3g} cycles, but a pause lasts at least 1: with {} = {} bursts of "
          "at least {:.3g} cycles are needed",
          length.path(), burst_length, mean_pause, offer.name, offer.load, burst_length / mean_pause));
      return nullptr;
    }
    return std::make_shared<Bursty>(burst_load / offer.mean_packet, burst_length, mean_pause);
  };
}

}  // namespace switchyard
