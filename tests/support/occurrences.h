#pragma once

#include <cstddef>
#include <string>

namespace switchyard {

/// How often a text has a part, also where two overlap.
inline std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

}  // namespace switchyard
