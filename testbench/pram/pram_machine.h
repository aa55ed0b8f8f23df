#pragma once

#include "testbench/experiment/machine.h"

namespace switchyard {

/// The shared memory machine of six-phase nodes: it runs the programs whose names begin with pram_.
const Machine& pram_machine();

}  // namespace switchyard
