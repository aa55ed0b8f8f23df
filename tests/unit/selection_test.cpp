#include "hw/alloc/selection.h"

#include <array>

#include <gtest/gtest.h>

namespace switchyard {
namespace {

/// Ports 1, 4 and 6 are free.
constexpr std::uint32_t kPorts = 0b1010010;

class SelectionTest : public testing::Test {
 protected:
  SelectionTest() { order_.reset(8, /*start=*/0); }
  PortId select(Selection selection, std::array<int, 8> room = {}) {
    return select_port(selection, kPorts, random_, order_, [&](PortId p) { return room[p]; });
  }

  RandomStream random_{1, 0, Purpose::Selection};
  RecencyOrder<kMaxPorts> order_;
};

TEST_F(SelectionTest, FirstTakesTheLowestPortWhateverTheLoad) {
  for (int i = 0; i < 5; ++i) EXPECT_EQ(select(Selection::First, {9, 0, 9, 9, 9, 9, 9, 9}), 1);
}

TEST_F(SelectionTest, LeastLoadedTakesThePortWithTheMostRoom) {
  EXPECT_EQ(select(Selection::LeastLoaded, {9, 1, 9, 9, 1, 9, 2, 9}), 6);
  EXPECT_EQ(select(Selection::LeastLoaded, {9, 1, 9, 9, 3, 9, 2, 9}), 4);
}

TEST_F(SelectionTest, OfEqualsLeastLoadedTakesThePortThatItTookLeastRecently) {
  const std::array<int, 8> room{5, 5, 5, 5, 5, 5, 5, 5};
  EXPECT_EQ(select(Selection::LeastLoaded, room), 1);
  EXPECT_EQ(select(Selection::LeastLoaded, room), 4);
  EXPECT_EQ(select(Selection::LeastLoaded, room), 6);
  EXPECT_EQ(select(Selection::LeastLoaded, room), 1);
}

TEST_F(SelectionTest, RandomTakesEveryFreePortAboutAsOften) {
  std::array<int, 8> taken{};
  for (int i = 0; i < 3000; ++i) ++taken[select(Selection::Random)];
  for (const PortId p : PortMask{kPorts}) EXPECT_NEAR(taken[p], 1000, 120) << p;
  EXPECT_EQ(taken[1] + taken[4] + taken[6], 3000);
}

}  // namespace
}  // namespace switchyard
