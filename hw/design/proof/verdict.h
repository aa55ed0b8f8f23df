#pragma once

#include "hw/analysis/deadlock.h"
#include "hw/design/design.h"

namespace switchyard {

/// Whether a design can deadlock; see find_verdict, and preemptive_conditions for routers that deroute. Time
/// grows with the square of the nodes.
DeadlockVerdict verdict_of(const Design& design, const AnalysisProgress& progress = no_progress);

}  // namespace switchyard
