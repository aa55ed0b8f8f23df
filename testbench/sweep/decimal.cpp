#include "testbench/sweep/decimal.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace switchyard {
namespace {

constexpr std::size_t kMaxDigits = 9;

bool all_digits(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::int64_t number(const std::string& digits) { return std::strtoll(digits.c_str(), nullptr, 10); }

}  // namespace

std::optional<Decimal> Decimal::parse(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  const std::size_t point = std::min(text.find('.'), text.size());
  const std::string whole(text.substr(0, point));
  std::string fraction(text.substr(std::min(point + 1, text.size())));
  if (whole.empty() && fraction.empty()) return std::nullopt;
  if (whole.size() > kMaxDigits || fraction.size() > kMaxDigits) return std::nullopt;
  if (!all_digits(whole) || !all_digits(fraction)) return std::nullopt;

  fraction.resize(kMaxDigits, '0');
  const std::int64_t size = number(whole) * kOne + number(fraction);
  return Decimal{negative ? -size : size};
}

std::string Decimal::to_string() const {
  const std::int64_t size = std::abs(billionths);
  std::string text = fmt::format("{}{}.{:09}", billionths < 0 ? "-" : "", size / kOne, size % kOne);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

}  // namespace switchyard
