#pragma once

#include "testbench/pram/pram_program.h"

namespace switchyard {

/// How fast processors go through the steps of a program.
struct PramPace {
  Step in_flight =
      1;             ///< Steps that a processor has begun and whose end has not come back, at most; up to 64.
  Cycle period = 0;  ///< Step s begins at cycle s * period at the earliest.
  Cycle think = 0;   ///< The end of a step is held back by 0 .. think cycles, at random.
};

}  // namespace switchyard
