#pragma once

#include "testbench/mesh/many_to_one_instance.h"
#include "testbench/mesh/mesh_algorithm.h"

namespace switchyard {

/// A many-to-one problem, and the algorithm that solves it. A value.
struct ManyToOneWorkload {
  ManyToOneShape shape = ManyToOneShape::Random;
  std::uint32_t most = 1;  ///< Packets for one processor.
  MeshAlgorithm algorithm;
};

}  // namespace switchyard
