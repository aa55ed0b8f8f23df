#include <gtest/gtest.h>

#include "tests/support/level_events.h"
#include "tests/support/random_mesh.h"

namespace switchyard {
namespace {

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
