#include "testbench/engine/observed_network.h"

#include <algorithm>

#include "tlm/socket/cycle_clock.h"

namespace switchyard {

ObservedNetwork::ObservedNetwork(const Design& design, const TerminalFactory& make_terminal,
                                 LinkObserver& monitor, const Level& level, const SimulationOptions& options)
    : options_(options), observers_{&monitor} {
  if (options.pins != nullptr) observers_.add(options.pins);
  const bool monitor_alone = !options.wave && options.pins == nullptr;
  network_ = level.build(design, make_terminal, monitor_alone ? &monitor : &observers_, options.level);
  if (!options.wave) return;
  wave_ = std::make_unique<WaveProbe>(design, *options.wave, network_->wave_guest(), options.bench_waves);
  observers_.add(wave_.get());
  const Cycle end = std::min(options.planned, options.wave->to == kNever ? kNever : options.wave->to + 1);
  wave_size_.emplace(end == kNever ? kNever : end - std::min(end, options.wave->from));
}

void ObservedNetwork::run_to(Cycle end) {
  while (now_ < end && !divergence()) {
    const Cycle stop = std::min({end, next_wave_change(), next_look()});
    network_->run(stop - now_);
    now_ = stop;
    if (const auto first = divergence()) now_ = first->cycle + 1;
    if (options_.timeline != nullptr) options_.timeline->look(now_);
    if (wave_) end_wave_cycle();
  }
}

void ObservedNetwork::end_wave_cycle() {
  wave_->end_cycle(now_ - 1, *network_);
  if (!options_.warn) return;
  if (const auto large = wave_size_->grown(wave_->cycles_dumped(), wave_->size())) options_.warn(*large);
}

CycleClock ObservedNetwork::clock() const { return network_->clock(); }

void ObservedNetwork::close() {
  if (options_.timeline != nullptr) options_.timeline->finish(now_);
  if (!wave_) return;
  if (const auto first = divergence()) wave_->mark(first->cycle, title_of(*first), wires_of(*first));
  wave_->close();
}

Cycle ObservedNetwork::next_look() const {
  return options_.timeline == nullptr ? kNever : options_.timeline->next_look();
}

/// The waveform is sampled after every cycle of its window; outside of it there is no need to stop.
Cycle ObservedNetwork::next_wave_change() const {
  if (!wave_ || now_ > options_.wave->to) return kNever;
  return std::max(now_ + 1, options_.wave->from);
}

}  // namespace switchyard
