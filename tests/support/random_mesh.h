#pragma once

#include "hw/base/random_stream.h"
#include "tests/support/mesh_bench.h"

namespace switchyard {

inline MeshSetup random_mesh(std::uint64_t seed) {
  RandomStream random(seed, /*node=*/0, Purpose::Selection);
  MeshSetup setup;
  setup.side = 2 + static_cast<int>(random.below(8));
  setup.queue = 2 + static_cast<int>(random.below(3));
  setup.banks = 1 + static_cast<int>(random.below(2));
  setup.schnorr_shamir = random.below(2) == 0;
  setup.workload.shape = static_cast<ManyToOneShape>(random.below(3));
  setup.workload.most = 1 + random.below(static_cast<std::uint32_t>(setup.side * setup.side));
  setup.workload.algorithm.kind = static_cast<MeshAlgorithm::Kind>(random.below(4));
  setup.workload.algorithm.computes_max =
      setup.workload.algorithm.kind == MeshAlgorithm::Kind::ManyToOne && random.below(2) == 0;
  setup.seed = seed;
  return setup;
}

inline MeshParts parts_of(const MeshSetup& setup) {
  return {setup, mesh_design(setup),
          many_to_one_instance(setup.workload.shape, setup.side, setup.workload.most, setup.seed)};
}

}  // namespace switchyard
