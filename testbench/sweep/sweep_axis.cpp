#include "testbench/sweep/sweep_axis.h"

#include <fmt/format.h>

#include <map>
#include <stdexcept>

#include "hw/config/config_node.h"
#include "testbench/sweep/decimal.h"

namespace switchyard {
namespace {

constexpr std::int64_t kMaxValues = 10'000;
constexpr const char* kForms = "an axis reads PATH=FROM:TO:STEP or PATH=VALUE,VALUE,...";

[[noreturn]] void fail(std::string_view axis, const std::string& why) {
  throw std::invalid_argument(fmt::format("--over {}: {}", axis, why));
}

std::string trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(' ') - begin + 1));
}

/// Parts between separators that stand outside all brackets.
std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '[' || text[i] == '{') ++depth;
    if (text[i] == ']' || text[i] == '}') --depth;
    if (text[i] != separator || depth != 0) continue;
    parts.push_back(trimmed(text.substr(begin, i - begin)));
    begin = i + 1;
  }
  parts.push_back(trimmed(text.substr(begin)));
  return parts;
}

Decimal number(std::string_view axis, const std::string& text) {
  if (const auto decimal = Decimal::parse(text)) return *decimal;
  fail(axis, fmt::format("'{}' is not a decimal number", text));
}

void append_range(std::string_view axis, const std::vector<std::string>& parts,
                  std::vector<std::string>& values) {
  if (parts.size() != 3) fail(axis, kForms);
  const std::int64_t from = number(axis, parts[0]).billionths;
  const std::int64_t to = number(axis, parts[1]).billionths;
  const std::int64_t step = number(axis, parts[2]).billionths;
  if (step <= 0) fail(axis, fmt::format("the step, {}, is not positive", parts[2]));
  if (from > to) fail(axis, fmt::format("the range is empty: {} is more than {}", parts[0], parts[1]));
  const std::int64_t count = (to - from) / step + 1;
  if (count > kMaxValues) fail(axis, fmt::format("{} values exceed the limit of {}", count, kMaxValues));
  for (std::int64_t i = 0; i < count; ++i) values.push_back(Decimal{from + i * step}.to_string());
}

/// The same text for values that mean the same: 0.1 and 0.10, [4,4] and [4, 4].
std::string meaning_of(const std::string& value) {
  if (const auto number = Decimal::parse(value)) return number->to_string();
  try {
    return ConfigDocument::from_text("value: " + value, "").to_yaml();
  } catch (const ConfigError&) {
    return value;  // What is wrong with it is told when it is set.
  }
}

void refuse_values_given_twice(std::string_view axis, const std::vector<std::string>& values) {
  std::map<std::string, std::string> seen;
  for (const std::string& value : values) {
    const auto [first, is_new] = seen.emplace(meaning_of(value), value);
    if (is_new) continue;
    fail(axis, first->second == value ? fmt::format("{} is given twice", value)
                                      : fmt::format("{} and {} are the same value", first->second, value));
  }
}

}  // namespace

SweepAxis parse_sweep_axis(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) fail(text, kForms);
  SweepAxis axis{trimmed(text.substr(0, equals)), {}};
  if (axis.path.empty()) fail(text, kForms);
  for (const std::string& item : split(text.substr(equals + 1), ',')) {
    if (item.empty()) fail(text, "a value is missing");
    const std::vector<std::string> parts = split(item, ':');
    if (parts.size() == 1 || (axis.path == kLoadAxis && item.starts_with(kEstimatedLoads))) {
      axis.values.push_back(item);
    } else {
      append_range(text, parts, axis.values);
    }
  }
  refuse_values_given_twice(text, axis.values);
  return axis;
}

std::vector<std::vector<std::string>> combinations(const std::vector<SweepAxis>& axes) {
  std::vector<std::vector<std::string>> product{{}};
  for (const SweepAxis& axis : axes) {
    std::vector<std::vector<std::string>> longer;
    for (const auto& values : product) {
      for (const std::string& value : axis.values) {
        longer.push_back(values);
        longer.back().push_back(value);
      }
    }
    product = std::move(longer);
  }
  return product;
}

std::vector<std::string> assignments(const std::vector<SweepAxis>& axes,
                                     const std::vector<std::string>& values) {
  std::vector<std::string> result;
  for (std::size_t i = 0; i < axes.size(); ++i) result.push_back(axes[i].path + '=' + values[i]);
  return result;
}

SweepCase case_of(const std::string& config, const std::vector<SweepAxis>& axes,
                  const std::vector<std::string>& values) {
  SweepCase result{config, assignments(axes, values)};
  for (std::size_t i = axes.size(); i-- > 0;) {
    if (axes[i].path != kConfigAxis) continue;
    result.config = values[i];
    result.overrides.erase(result.overrides.begin() + i);
  }
  return result;
}

}  // namespace switchyard
