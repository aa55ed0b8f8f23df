#pragma once

#include <map>
#include <string>

#include "tests/support/temporary_folder.h"

namespace switchyard {

bool has_icarus();

/// What sed -E does to a file below rtl/; it must do something, unless it is empty.
struct IcarusEdit {
  std::string file = "pkg/net_pkg.sv";
  std::string edit = {};
};

/// A test bench of testbench/cosim/rtl that plays the vectors of a whole router.
struct IcarusRun {
  std::string top;      ///< Also the name of its file.
  std::string sources;  ///< List of files, below rtl/.
  std::map<std::string, int> parameters;
  std::string arguments;
  IcarusEdit edit = {};
};

/// The last line that the simulation prints. It works in the folder, where the file `vectors` is, on a copy:
/// the always_comb of Icarus 11 wakes itself.
std::string simulate_with_icarus(const TemporaryFolder& folder, const IcarusRun& run);

}  // namespace switchyard
