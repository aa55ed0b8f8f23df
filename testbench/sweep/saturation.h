#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "testbench/monitor/stability.h"
#include "testbench/sweep/decimal.h"

namespace switchyard {

/// Loads between which a network saturates. What lies between them is undecided.
struct SaturationBracket {
  Decimal stable;    ///< 0: no load is.
  Decimal unstable;  ///< Above 1: no load is.
};

/// Bisection for the saturation load among the multiples of `tolerance` in (0, 1].
///
/// It takes stability to be monotonic: near saturation, where that of single runs is not, the loads found are
/// stable and unstable, and every multiple between them was undecided. `judge` is asked at most
/// max_saturation_probes(tolerance) times, or twice as often if some loads are undecided, and never twice for
/// the same load; where it has no answer the search ends without one. Precondition: 0 < tolerance <= 1.
std::optional<SaturationBracket> find_saturation(
    Decimal tolerance, const std::function<std::optional<Stability>(Decimal load)>& judge);

std::uint64_t max_saturation_probes(Decimal tolerance);

}  // namespace switchyard
