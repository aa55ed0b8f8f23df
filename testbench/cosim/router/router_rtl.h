#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "testbench/cosim/strap_pins.h"

namespace switchyard {

/// A router of rtl/ as one node of a design needs it: just large enough.
struct RouterRtl {
  std::string module;
  std::string sources;  ///< List of its files, below rtl/.
  std::vector<std::pair<std::string, int>> parameters;
  std::vector<std::pair<std::string, StrapPins>> straps;  ///< By pin, without the `_i`.
  int virtual_channels = 1;
  bool has_busy = false;      ///< There is busy_o.
  bool has_requests = false;  ///< There are request_i and request_o.
  /// Bit v: what comes over a link on this VC is for the node's processor. Nothing of it leaves through the
  /// terminal port then.
  std::uint16_t arrival_vcs = 0;
};

}  // namespace switchyard
