#pragma once

#include <string>
#include <vector>

namespace switchyard {

/// The names of a table's rows, in order.
template <class Row>
std::vector<std::string> names_of(const std::vector<Row>& rows) {
  std::vector<std::string> names;
  for (const Row& row : rows) names.push_back(row.name);
  return names;
}

}  // namespace switchyard
