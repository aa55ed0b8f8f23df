#pragma once

#include <optional>
#include <string>

#include "hw/design/design.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {

bool has_icarus();

/// What sed -E does to a file below rtl/; it must do something, unless it is empty.
struct IcarusEdit {
  std::string file = "pkg/net_pkg.sv";
  std::string edit = {};
};

/// A router whose vectors are played.
struct IcarusRun {
  const Design& design;
  NodeId node = 0;
  int cycles = 0;
  IcarusEdit edit = {};
};

/// The last line that the simulation prints. It works in the folder, where the file `vectors` is, on a copy:
/// the always_comb of Icarus 11 wakes itself.
std::string simulate_with_icarus(const TemporaryFolder& folder, const IcarusRun& run);

/// The first wrong cycle of a simulation, and the first pin that was wrong in it.
struct IcarusDifference {
  int cycle = 0;
  std::string pin;  ///< Without its index.
};
/// Read from the line that simulate_with_icarus() returns; nothing: it says something else.
std::optional<IcarusDifference> difference_in(const std::string& seen);

}  // namespace switchyard
