#include "testbench/sweep/saturation.h"

#include <bit>

namespace switchyard {
namespace {

std::int64_t multiples_up_to_one(Decimal tolerance) { return Decimal::kOne / tolerance.billionths; }

}  // namespace

std::optional<Decimal> find_saturation(Decimal tolerance,
                                       const std::function<std::optional<bool>(Decimal)>& stable) {
  std::int64_t below = 0;  // Stable; no load is.
  std::int64_t above =
      multiples_up_to_one(tolerance) + 1;  // Not stable; a terminal link carries one flit per cycle.
  while (above - below > 1) {
    const std::int64_t middle = (below + above) / 2;
    const std::optional<bool> answer = stable({middle * tolerance.billionths});
    if (!answer) return std::nullopt;
    (*answer ? below : above) = middle;
  }
  return Decimal{below * tolerance.billionths};
}

std::uint64_t max_saturation_probes(Decimal tolerance) {
  return static_cast<std::uint64_t>(
      std::bit_width(static_cast<std::uint64_t>(multiples_up_to_one(tolerance))));
}

}  // namespace switchyard
