#pragma once

#include <pybind11/pybind11.h>

#include <filesystem>

namespace switchyard {

/// A CSV file as {column: array}. A column of whole numbers is int64, one of numbers float64 with NaN in
/// empty cells, one of true and false bool, any other str.
///
/// Errors: as read_csv().
pybind11::dict table_of(const std::filesystem::path& file);

/// A JSON file as Python has it.
pybind11::object json_of(const std::filesystem::path& file);

}  // namespace switchyard
