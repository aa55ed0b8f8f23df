#pragma once

#include <string>
#include <vector>

namespace switchyard {

/// The fields of a line of CSV without quotes, the empty ones included.
inline std::vector<std::string> csv_fields(const std::string& line) {
  std::vector<std::string> fields(1);
  for (const char c : line) {
    if (c == ',') {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  return fields;
}

}  // namespace switchyard
