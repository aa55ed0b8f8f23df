#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "testbench/sweep/decimal.h"

namespace switchyard {

/// Bisection for the largest stable load among the multiples of `tolerance` in (0, 1]; 0 if none is stable.
///
/// It takes stability to be monotonic: near saturation, where that of single runs is not, the load found is
/// stable and the next multiple is not. `stable` is asked at most max_saturation_probes(tolerance) times,
/// never twice for the same load; where it has no answer the search ends without one. Precondition:
/// 0 < tolerance <= 1.
std::optional<Decimal> find_saturation(Decimal tolerance,
                                       const std::function<std::optional<bool>(Decimal load)>& stable);

std::uint64_t max_saturation_probes(Decimal tolerance);

}  // namespace switchyard
