#pragma once

#include "hw/topology/topology.h"
#include "testbench/experiment/zero_load_figures.h"

namespace switchyard {

/// Of the operations of a machine whose links are all as slow as the slowest; see the Timing of RanadeRouter.
/// `topology` is a butterfly.
ZeroLoadFigures zero_load_of_operations(const Topology& topology);

}  // namespace switchyard
