#pragma once

#include <optional>

#include "testbench/cosim/pin_fault.h"
#include "testbench/cosim/rtl_model.h"

namespace switchyard {

/// What RTL in a network is given besides its place.
struct RtlOptions {
  RtlModel::Now now = {};
  std::optional<TimedFault> fault = {};  ///< To be put on its output pins.
  bool assertions = false;               ///< Of a whole router are checked, which takes half as long again.
};

}  // namespace switchyard
