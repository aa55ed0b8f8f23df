#include <gtest/gtest.h>

#include "tests/support/level_events.h"
#include "tests/support/mesh_bench.h"

namespace switchyard {
namespace {

MeshSetup random_mesh(std::uint64_t seed) {
  RandomStream random(seed, /*node=*/0, Purpose::Selection);
  MeshSetup setup;
  setup.side = 2 + static_cast<int>(random.below(8));
  setup.queue = 2 + static_cast<int>(random.below(3));
  setup.banks = 1 + static_cast<int>(random.below(2));
  setup.schnorr_shamir = random.below(2) == 0;
  setup.workload.shape = static_cast<ManyToOneShape>(random.below(3));
  setup.workload.most = 1 + random.below(static_cast<std::uint32_t>(setup.side * setup.side));
  setup.workload.algorithm.kind = static_cast<MeshAlgorithm::Kind>(random.below(4));
  setup.workload.algorithm.computes_most =
      setup.workload.algorithm.kind == MeshAlgorithm::Kind::ManyToOne && random.below(2) == 0;
  setup.seed = seed;
  return setup;
}

MeshParts parts_of(const MeshSetup& setup) {
  return {setup, mesh_design(setup),
          many_to_one_instance(setup.workload.shape, setup.side, setup.workload.most, setup.seed)};
}

class LevelsOfMesh16Routers : public testing::TestWithParam<std::uint64_t> {};

TEST_P(LevelsOfMesh16Routers, EveryFlitAndSignalArrivesInTheSameCycle) {
  constexpr Cycle kCycles = 700;  // Longer than any of these algorithms takes.
  const MeshSetup setup = random_mesh(GetParam());
  MeshParts fast = parts_of(setup);
  const std::vector<LinkEvent> expected = fast_events(fast.design, fast.terminals, kCycles);

  MeshParts clocked = parts_of(setup);
  const std::vector<LinkEvent> actual = clocked_events(clocked.design, clocked.terminals, kCycles);
  EXPECT_GE(expected.size(), static_cast<std::size_t>(setup.side * setup.side));
  expect_same_events(expected, actual);
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, LevelsOfMesh16Routers, testing::Range<std::uint64_t>(1, 31));

}  // namespace
}  // namespace switchyard
