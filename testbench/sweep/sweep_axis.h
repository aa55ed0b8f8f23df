#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace switchyard {

/// Path of the axis whose values are not of a configuration, but are configurations: files to start from.
inline constexpr const char* kConfigAxis = "config";

/// Path of the axis along which a curve of latency runs.
inline constexpr const char* kLoadAxis = "traffic.load";
/// How a value of that axis begins that stands for so many loads, which are still to be placed.
inline constexpr const char* kEstimatedLoads = "estimated:";

/// A configuration value that a sweep varies, and the values that it takes.
struct SweepAxis {
  std::string path;                 ///< Dotted, as in --set.
  std::vector<std::string> values;  ///< YAML, as in --set.
};

/// Parses PATH=ITEM,ITEM,... where an item is one YAML value, or a range FROM:TO:STEP that includes FROM, and
/// TO if the steps meet it. Ranges are decimal and exact: 0.05:0.95:0.05 has 19 values, the second is "0.1".
/// traffic.load=estimated:N stays as it is. Commas and colons inside brackets, as in [4, 4], belong to the
/// value.
///
/// Errors: std::invalid_argument that quotes the text; a value that is given twice, as in 0.1,0.10, is one.
SweepAxis parse_sweep_axis(std::string_view text);

/// The cartesian product: one value of each axis, the last axis running fastest. No axes have one
/// combination.
std::vector<std::vector<std::string>> combinations(const std::vector<SweepAxis>& axes);

/// "path=value" for each axis.
std::vector<std::string> assignments(const std::vector<SweepAxis>& axes,
                                     const std::vector<std::string>& values);

/// What one combination runs: a configuration and what is changed in it.
struct SweepCase {
  std::string config;
  std::vector<std::string> overrides;
};

/// That of `values`; `config` if no axis is kConfigAxis.
SweepCase case_of(const std::string& config, const std::vector<SweepAxis>& axes,
                  const std::vector<std::string>& values);

}  // namespace switchyard
