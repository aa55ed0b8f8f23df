#pragma once

#include "hw/analysis/deadlock.h"
#include "hw/design/design.h"

namespace switchyard {

/// Whether a design can deadlock; see find_verdict. Time grows with the square of the nodes.
inline DeadlockVerdict verdict_of(const Design& design) {
  return find_verdict(ResourceSpace(*design.topology, design.lanes), *design.routing, design.holding);
}

}  // namespace switchyard
