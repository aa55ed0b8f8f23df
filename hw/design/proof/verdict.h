#pragma once

#include "hw/analysis/deadlock.h"
#include "hw/design/design.h"

namespace switchyard {

/// Whether a design can deadlock; see find_verdict, and preemptive_conditions for routers that deroute. Time
/// grows with the square of the nodes.
DeadlockVerdict verdict_of(const Design& design, const AnalysisProgress& progress = no_progress);

/// Of routers in which no packet ever waits for room that another one has.
DeadlockVerdict nothing_waits(const Design& design);

}  // namespace switchyard
