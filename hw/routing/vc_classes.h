#pragma once

#include "hw/base/bits.h"
#include "hw/base/types.h"

namespace switchyard {

/// The VCs of class `c` if `vcs` are shared out evenly among `classes` classes, in order.
/// Precondition: 0 <= c < classes <= vcs.
inline VcMask vcs_of_class(int c, int classes, int vcs) {
  return low_bits<VcMask>((c + 1) * vcs / classes) & ~low_bits<VcMask>(c * vcs / classes);
}

}  // namespace switchyard
