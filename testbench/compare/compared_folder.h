#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "testbench/experiment/machine.h"

namespace switchyard {

/// What the runs of one point have shown of one figure.
struct ComparedFigure {
  std::vector<double> samples;     ///< Of each run; empty: not all of them have it.
  std::optional<double> interval;  ///< Of a single run: half the width of its own 95 % interval.
};

/// Runs that differ in their seed alone.
struct ComparedPoint {
  std::map<std::string, std::string> hashes;  ///< Of the events, by seed; none of a search.
  std::map<std::string, int> outcomes;        ///< How often each; none of a search for saturation.
  int runs = 0;
  int failed = 0;                                 ///< Of the runs: with a reason why.
  std::map<std::string, ComparedFigure> figures;  ///< By name.
};

/// What is compared: the folder of a run, or of a sweep.
struct ComparedFolder {
  std::vector<std::string> axes;                             ///< But the seed; of a run none.
  std::vector<std::string> figures;                          ///< Their names, in order.
  std::map<std::vector<std::string>, ComparedPoint> points;  ///< By the values of the axes.
  std::vector<std::vector<std::string>> order;               ///< Of the points, as the table has them.
  std::map<std::string, std::string> set_up;  ///< Version, commit, level, and each key of the configuration.
};

/// Reads a folder that `run`, `platform` or `sweep` has written. `machines`: whose results are known.
///
/// Errors: std::invalid_argument if it is no such folder, or a file of it is not what it should be;
///         std::system_error if one cannot be read. Both name the file.
ComparedFolder read_compared_folder(const std::filesystem::path& folder,
                                    const std::vector<const Machine*>& machines);

}  // namespace switchyard
