#include "tlm/socket/reorder.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "hw/base/random_stream.h"

namespace switchyard {
namespace {

TEST(Reorder, LetsThingsOutInTheirOrderHoweverTheyCome) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    RandomStream random(seed, 0, Purpose::Permutation);
    Reorder<int> reorder;
    std::vector<int> out;
    std::vector<std::pair<std::uint64_t, int>> under_way;
    int sent = 0;
    while (out.size() < 100) {
      if (sent < 100 && random.below(2) == 0) under_way.emplace_back(reorder.next_number(), sent++);
      if (under_way.empty()) continue;
      const std::size_t pick = random.below(static_cast<std::uint32_t>(under_way.size()));
      const auto [number, item] = under_way[pick];
      under_way.erase(under_way.begin() + static_cast<std::ptrdiff_t>(pick));
      reorder.arrive(number, item, [&](int released) { out.push_back(released); });
    }
    std::vector<int> expected(100);
    std::iota(expected.begin(), expected.end(), 0);
    ASSERT_EQ(out, expected) << seed;
  }
}

TEST(Reorder, KeepsNothingBackThatIsInOrder) {
  Reorder<int> reorder;
  int released = 0;
  for (int i = 0; i < 3; ++i) {
    reorder.arrive(reorder.next_number(), i, [&](int) { ++released; });
    EXPECT_EQ(released, i + 1);
  }
}

}  // namespace
}  // namespace switchyard
