#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw/base/types.h"

namespace switchyard {

/// A machine stands still although steps of its program are open.
struct Stall {
  Cycle found = 0;
  Cycle since = 0;
  std::uint64_t step = 0;          ///< The first that has not ended.
  std::vector<std::string> chain;  ///< Who waits for whom, from a message of that step to the cause.
};

}  // namespace switchyard
