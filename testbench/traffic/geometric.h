#pragma once

#include <cmath>

#include "hw/base/random_stream.h"
#include "hw/base/types.h"

namespace switchyard {

/// Cycles without success before the first success, if each cycle succeeds with probability p.
///
/// One draw by inversion, whatever the count: it is at least g with probability (1 - p)^g, to the 53 bits
/// of the draw.
class Geometric {
 public:
  /// Precondition: 0 <= p <= 1.
  explicit Geometric(double p) : scale_(1 / std::log1p(-p)) {}

  /// kNever if it is longer than any run (2^48 cycles); always so if p is 0.
  Cycle failures(RandomStream& stream) const {
    const double count = std::log(1 - stream.unit()) * scale_;
    return count < 0x1p48 ? static_cast<Cycle>(count) : kNever;  // p = 0 gives infinity or NaN.
  }

 private:
  double scale_;
};

}  // namespace switchyard
