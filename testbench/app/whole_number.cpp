#include "testbench/app/whole_number.h"

#include <fmt/format.h>

#include <charconv>
#include <string_view>

namespace switchyard {

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
  const std::string range = fmt::format("{}..{}", least, most);
  const auto check = [=](std::string& text) -> std::string {
    const std::string_view digits = std::string_view(text).substr(text.starts_with('-') ? 1 : 0);
    if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos)
      return fmt::format("'{}' is not a whole number", text);
    std::uint64_t value = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || value < least || value > most)
      return fmt::format("{} is not in {}", text, range);
    text = std::to_string(value);  // CLI11 would take 010 for eight.
    return {};
  };
  return {check, range, "whole number"};
}

}  // namespace switchyard
