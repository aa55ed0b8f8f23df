#include "hw/design/proof/ranade_verdict.h"

#include <gtest/gtest.h>

#include "tests/support/pram_bench.h"

namespace switchyard {
namespace {

DeadlockVerdict verdict(const PramSetup& setup) { return verdict_of_ranade(pram_design(setup)); }

TEST(RanadeVerdict, TheGraphOfTheStreamsHasNoCycle) {
  for (int n = 1; n <= 6; ++n) {
    for (const bool own_wires : {false, true}) {
      const DeadlockVerdict found = verdict({.dimensions = n, .own_wires = own_wires});
      EXPECT_EQ(found.kind, DeadlockVerdict::Kind::Acyclic) << n << found.reason;
      const std::size_t rows = std::size_t{1} << n;
      const auto columns = static_cast<std::size_t>(n);
      // Column 0 and column 1 have eight inputs each (of one column seven), the others nine.
      EXPECT_EQ(found.states, n == 1 ? 14U : rows * (16 + 9 * (columns - 2))) << n;
    }
  }
}

TEST(RanadeVerdict, WithoutGhostsMergesWaitInACircle) {
  const DeadlockVerdict found = verdict({.dimensions = 2, .ghosts = false});
  EXPECT_EQ(found.kind, DeadlockVerdict::Kind::Unsafe);
  EXPECT_EQ(found.reason.find("without ghosts the streams of a cycle may wait for each other: channel"), 0U)
      << found.reason;
}

}  // namespace
}  // namespace switchyard
