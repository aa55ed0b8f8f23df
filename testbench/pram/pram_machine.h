#pragma once

#include "testbench/experiment/machine.h"

namespace switchyard {

/// The combining machine of combining nodes: it runs the programs whose names begin with pram_.
const Machine& pram_machine();

}  // namespace switchyard
