#include "testbench/python/python_table.h"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "testbench/file/csv.h"
#include "testbench/file/number_in.h"
#include "testbench/file/read_file.h"

namespace py = pybind11;

namespace switchyard {
namespace {

using Cells = std::vector<std::string>;

/// The cells as numbers; nothing if any is none. `of_empty`: what an empty one is.
template <class Number>
std::optional<std::vector<Number>> numbers_in(const Cells& cells, std::optional<Number> of_empty) {
  std::vector<Number> numbers;
  for (const std::string& cell : cells) {
    const std::optional<Number> number = cell.empty() ? of_empty : number_in<Number>(cell);
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

template <class Value>
py::object array_of(const std::vector<Value>& values) {
  return py::array_t<Value>(static_cast<py::ssize_t>(values.size()), values.data());
}

py::object column_of(const std::string& name, const Cells& cells) {
  if (!holds_texts(name)) {
    if (const auto whole = numbers_in<std::int64_t>(cells, {}); whole && !cells.empty())
      return array_of(*whole);
    if (const auto real = numbers_in<double>(cells, std::numeric_limits<double>::quiet_NaN()))
      return array_of(*real);
    if (std::ranges::all_of(cells, [](const auto& cell) { return cell == "true" || cell == "false"; })) {
      py::array_t<bool> truths(static_cast<py::ssize_t>(cells.size()));
      for (std::size_t i = 0; i < cells.size(); ++i)
        truths.mutable_at(static_cast<py::ssize_t>(i)) = cells[i] == "true";
      return truths;
    }
  }
  return py::module_::import("numpy").attr("array")(cells, py::arg("dtype") = py::str("str"));
}

}  // namespace

py::dict table_of(const std::filesystem::path& file) {
  const std::vector<Cells> rows = read_csv(file);
  py::dict table;
  if (rows.empty()) return table;
  for (std::size_t column = 0; column < rows.front().size(); ++column) {
    Cells cells;
    for (std::size_t row = 1; row < rows.size(); ++row) cells.push_back(rows[row][column]);
    table[py::str(rows.front()[column])] = column_of(rows.front()[column], cells);
  }
  return table;
}

py::object json_of(const std::filesystem::path& file) {
  return py::module_::import("json").attr("loads")(read_file(file));
}

}  // namespace switchyard
