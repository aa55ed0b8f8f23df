#pragma once

#include <string>
#include <vector>

#include "testbench/pram/pram_program.h"

namespace switchyard {

/// The machine stands still although steps are open.
struct PramStall {
  Cycle found = 0;
  Cycle since = 0;
  Step step = 0;                   ///< The first that has not ended.
  std::vector<std::string> chain;  ///< Who waits for whom, from a message of that step to the cause.
};

}  // namespace switchyard
