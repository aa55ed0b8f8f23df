#include "testbench/sweep/saturation.h"

#include <algorithm>
#include <bit>

namespace switchyard {
namespace {

std::int64_t multiples_up_to_one(Decimal tolerance) { return Decimal::kOne / tolerance.billionths; }

/// Multiples of the tolerance, of which none lies in two of the parts.
struct Parts {
  std::int64_t stable = 0;  ///< The largest; no load is stable.
  std::int64_t unstable;    ///< The least.
  std::int64_t first_undecided = 0;
  std::int64_t last_undecided = 0;  ///< 0: none is.

  /// In the middle of what nobody has asked for; nothing if there is none.
  std::optional<std::int64_t> next() const {
    const auto middle = [](std::int64_t below, std::int64_t above) -> std::optional<std::int64_t> {
      if (above - below <= 1) return std::nullopt;
      return (below + above) / 2;
    };
    if (last_undecided == 0) return middle(stable, unstable);
    const auto lower = middle(stable, first_undecided);
    return lower ? lower : middle(last_undecided, unstable);
  }

  void take(std::int64_t multiple, Stability stability) {
    if (stability == Stability::Undecided) {
      if (last_undecided == 0) first_undecided = multiple;
      first_undecided = std::min(first_undecided, multiple);
      last_undecided = std::max(last_undecided, multiple);
      return;
    }
    (stability == Stability::Stable ? stable : unstable) = multiple;
    const bool between = stable < first_undecided && last_undecided < unstable;
    if (!between) first_undecided = last_undecided = 0;
  }
};

}  // namespace

std::optional<SaturationBracket> find_saturation(
    Decimal tolerance, const std::function<std::optional<Stability>(Decimal)>& judge) {
  Parts parts{.unstable = multiples_up_to_one(tolerance) + 1};  // A terminal link carries one flit per cycle.
  while (const std::optional<std::int64_t> multiple = parts.next()) {
    const std::optional<Stability> answer = judge({*multiple * tolerance.billionths});
    if (!answer) return std::nullopt;
    parts.take(*multiple, *answer);
  }
  return SaturationBracket{{parts.stable * tolerance.billionths}, {parts.unstable * tolerance.billionths}};
}

std::uint64_t max_saturation_probes(Decimal tolerance) {
  return static_cast<std::uint64_t>(
      std::bit_width(static_cast<std::uint64_t>(multiples_up_to_one(tolerance))));
}

}  // namespace switchyard
