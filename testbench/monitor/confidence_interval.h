#pragma once

#include <cstdint>
#include <limits>
#include <string>

namespace switchyard {

/// `mean` +- `half_width` holds the true mean with 95 % confidence.
struct ConfidenceInterval {
  static constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

  double mean = kUnknown;               ///< Of all samples; NaN if there is none.
  double half_width = kUnknown;         ///< NaN if the samples do not support an interval.
  double effective_samples = kUnknown;  ///< So many independent ones would tell as much; NaN as half_width.
  std::string unknown_because;          ///< Why there is no half width; empty if there is one.

  /// Takes back the half width.
  void withdraw(const std::string& because) {
    half_width = effective_samples = kUnknown;
    unknown_because = because;
  }
};

}  // namespace switchyard
