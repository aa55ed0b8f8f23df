#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "hw/design/design.h"
#include "hw/design/network.h"
#include "testbench/monitor/stall.h"
#include "testbench/pram/pram_processor.h"
#include "testbench/pram/ranade_monitor.h"

namespace switchyard {

/// Finds that no message moves any more, ghosts aside, and why: it follows what a waiting message waits for
/// to the stream that should say more, and does not.
class PramWatchdog {
 public:
  /// All must outlive this object. `processors`: by node, null if it is off.
  PramWatchdog(const Design& design, const PramScoreboard& scoreboard, const RanadeMonitor& monitor,
               const std::vector<const PramProcessor*>& processors, Cycle patience)
      : design_(design),
        scoreboard_(scoreboard),
        monitor_(monitor),
        processors_(processors),
        patience_(patience),
        next_look_(patience) {}

  /// First cycle at which look() has something to do again.
  Cycle next_look() const { return next_look_; }
  void look(Cycle now, const Network& network);
  const std::optional<Stall>& stall() const { return stall_; }

 private:
  std::vector<std::string> explain(const Network& network) const;

  const Design& design_;
  const PramScoreboard& scoreboard_;
  const RanadeMonitor& monitor_;
  const std::vector<const PramProcessor*>& processors_;
  Cycle patience_;
  Cycle next_look_;
  std::uint64_t hops_seen_ = 0;
  std::optional<Stall> stall_;
};

}  // namespace switchyard
