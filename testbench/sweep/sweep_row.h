#pragma once

#include <string>
#include <vector>

#include "testbench/sweep/sweep_point.h"

namespace switchyard {

/// One combination of the axes' values, and what its run has shown.
struct SweepRow {
  std::vector<std::string> values;  ///< Of every axis, in their order.
  PointResult result;
};

}  // namespace switchyard
