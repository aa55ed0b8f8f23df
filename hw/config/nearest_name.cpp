#include <algorithm>
#include <numeric>

#include "hw/config/config_node.h"

namespace switchyard {
namespace {

/// Insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b` (optimal string
/// alignment). A swap counts once, because it is the commonest slip of the fingers.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> two_back(b.size() + 1), back(b.size() + 1), row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::swap(two_back, back);
    std::swap(back, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = back[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({back[j] + 1, row[j - 1] + 1, substituted});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], two_back[j - 2] + 1);
    }
  }
  return row.back();
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

}  // namespace

std::string nearest_name(std::string_view word, std::span<const std::string> names) {
  const std::string wanted = lower_case(word);
  std::string nearest;
  std::size_t least = wanted.size() + 1;
  for (const std::string& name : names) {
    const std::size_t distance = edit_distance(wanted, lower_case(name));
    const std::size_t tolerated = std::max(wanted.size(), name.size()) / 3;  // One slip in three letters.
    if (distance <= tolerated && distance < least) {
      nearest = name;
      least = distance;
    }
  }
  return nearest;
}

}  // namespace switchyard
