#pragma once

#include "hw/design/design.h"
#include "testbench/pram/pram_scoreboard.h"
#include "testbench/pram/ranade_monitor.h"
#include "tlm/socket/step_observer.h"

namespace switchyard {

/// The sequential PRAM and the checks of the links of a run, attached to the steps of a CombiningMemory.
class StepMonitors final : public StepObserver {
 public:
  explicit StepMonitors(const Design& design);

  /// What a word holds before the first step.
  void hold(std::uint32_t address, std::uint32_t word) { scoreboard_.hold(address, word); }

  void begun(Cycle now, NodeId processor, Step step, const std::optional<PramOperation>& operation) override {
    scoreboard_.begun(now, processor, step, operation);
  }
  void answered(Cycle now, NodeId processor, Step step, const PramAnswer& answer) override {
    scoreboard_.answered(now, processor, step, answer);
  }
  void ended(Cycle now, NodeId, Step step) override { scoreboard_.ended(now, step); }
  void reset() override;

  /// To be called when all is over.
  void check_drained();

  RanadeMonitor& links() { return links_; }
  const RanadeMonitor& links() const { return links_; }
  const PramScoreboard& scoreboard() const { return scoreboard_; }
  const std::string& failure() const;  ///< The first; empty: all is well.

 private:
  PramScoreboard scoreboard_;
  RanadeMonitor links_;
  std::string failure_;
};

}  // namespace switchyard
