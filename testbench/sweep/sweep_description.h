#pragma once

#include <string>
#include <vector>

#include "testbench/sweep/sweep.h"

namespace switchyard {

/// A column of a sweep's table that is a figure.
struct DescribedFigure {
  std::string name;
  bool of_stable = false;  ///< It says nothing of runs that are not stable.
  std::string ci95 = {};   ///< The column with half the width of its 95 % interval; empty: there is none.
};

/// Writes sweep.json, what the table of a sweep is: its axes with their values, which columns are figures,
/// and of which level, version and commit the runs are.
///
/// Errors: std::system_error that names the file.
void write_sweep_description(const Sweep& sweep, const std::vector<DescribedFigure>& figures);

}  // namespace switchyard
