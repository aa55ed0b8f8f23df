#pragma once

#include <memory>
#include <optional>

#include "testbench/engine/level.h"
#include "testbench/engine/simulation_options.h"
#include "testbench/engine/wave_size.h"
#include "testbench/monitor/observer_list.h"
#include "testbench/wave/wave_probe.h"

namespace switchyard {

/// A network at some level, watched by a monitor, and by the waveform and the timeline that the options ask
/// for.
class ObservedNetwork final : public TimedNetwork {
 public:
  /// `design`, `monitor` and `options` must outlive this object, and what `make_terminal` refers to.
  ObservedNetwork(const Design& design, const TerminalFactory& make_terminal, LinkObserver& monitor,
                  const Level& level, const SimulationOptions& options);
  ObservedNetwork(const ObservedNetwork&) = delete;

  Cycle now() const { return now_; }  ///< The cycle that will run next.
  /// Runs until now() is `end`, or up to the first difference between RTL and model.
  void run_to(Cycle end);
  std::optional<Divergence> divergence() const { return network_->divergence(); }
  /// Ends timeline and waveform. Without it no file of a waveform is left behind.
  void close();

  const RouterCore& router(NodeId node) const override { return network_->router(node); }
  CycleClock clock() const override;
  void wake_terminal(NodeId node) override { network_->wake_terminal(node); }
  void reset() override { network_->reset(); }

 private:
  Cycle next_look() const;
  Cycle next_wave_change() const;
  void end_wave_cycle();

  const SimulationOptions& options_;
  ObserverList observers_;
  std::unique_ptr<RunningNetwork> network_;
  std::unique_ptr<WaveProbe> wave_;
  std::optional<WaveSize> wave_size_;
  Cycle now_ = 0;
};

}  // namespace switchyard
