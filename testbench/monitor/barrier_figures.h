#pragma once

#include <cstdint>

#include "testbench/monitor/histogram.h"

namespace switchyard {

/// What a run of barriers has shown, of those that have ended. Times are cycles.
struct BarrierFigures {
  LatencyHistogram cost;   ///< From the arrival of the last processor to the release of the last.
  LatencyHistogram waits;  ///< Of each processor, from its arrival to its release.
  Cycle last_release = 0;
  std::uint64_t early = 0;  ///< Packets that came before their receiver was released into their epoch.
};

}  // namespace switchyard
