#pragma once

#include <string>
#include <utility>
#include <vector>

#include "testbench/cosim/router/router_rtl.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {

bool has_icarus();

/// What sed -E does to a file below rtl/; it must do something, unless it is empty.
struct IcarusEdit {
  std::string file = "pkg/net_pkg.sv";
  std::string edit = {};
};

/// What plays the vectors of a whole router: its test bench in testbench/cosim/rtl, MODULE_tb.sv.
struct IcarusRun {
  RouterRtl rtl;
  int cycles = 0;
  IcarusEdit edit = {};
  std::vector<std::pair<std::string, int>> bench = {};  ///< Parameters of the bench besides.
};

/// The last line that the simulation prints. It works in the folder, where the file `vectors` is, on a copy:
/// the always_comb of Icarus 11 wakes itself.
std::string simulate_with_icarus(const TemporaryFolder& folder, const IcarusRun& run);

}  // namespace switchyard
