#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace switchyard {

/// A decimal number of up to nine digits on either side of the point, exact: 0.05 nineteen times over is
/// 0.95.
struct Decimal {
  static constexpr std::int64_t kOne = 1'000'000'000;

  std::int64_t billionths = 0;

  /// The number that is the whole of `text`, such as "-1", "0.05" or ".5"; nothing if it is not one.
  static std::optional<Decimal> parse(std::string_view text);

  double value() const { return static_cast<double>(billionths) / kOne; }
  /// As short as can be: no zeros at the end, no point without digits behind it.
  std::string to_string() const;

  friend auto operator<=>(const Decimal&, const Decimal&) = default;
};

}  // namespace switchyard
