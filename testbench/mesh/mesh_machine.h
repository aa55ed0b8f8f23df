#pragma once

#include "testbench/experiment/machine.h"

namespace switchyard {

/// The mesh of sixteen-buffer nodes: it solves many-to-one problems.
const Machine& mesh_machine();

}  // namespace switchyard
