#pragma once

#include "testbench/experiment/machine.h"

namespace switchyard {

/// The exchange machine: it routes by sorting.
const Machine& sorting_machine();

}  // namespace switchyard
