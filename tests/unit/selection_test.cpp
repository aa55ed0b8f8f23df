#include "hw/alloc/selection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

namespace switchyard {
namespace {

/// Ports 1, 4 and 6 are free.
constexpr std::uint32_t kPorts = 0b1010010;

class SelectionTest : public testing::Test {
 protected:
  SelectionTest() { order_.reset(8, /*start=*/0); }
  PortId select(Selection selection, std::array<int, 8> room = {}) {
    return select_port(selection, kPorts, lfsr_, order_, [&](PortId p) { return room[p]; });
  }

  Lfsr lfsr_{1};
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

/// The last of the candidates, which have these merits, that was chosen.
std::size_t last_chosen(Selection selection, const std::vector<int>& merits, RandomStream& random) {
  std::size_t best = merits.size();  // None.
  for (std::size_t i = 0; i < merits.size(); ++i) {
    if (is_chosen(selection, merits[i], best == merits.size() ? 0 : merits[best],
                  static_cast<std::uint32_t>(i + 1), random))
      best = i;
  }
  return best;
}

TEST_F(SelectionTest, OneByOneFirstKeepsTheFirst) {
  EXPECT_EQ(last_chosen(Selection::First, {-3, 5, 9}, random_), 0U);
}

TEST_F(SelectionTest, OneByOneLeastLoadedKeepsTheFirstOfTheGreatestMerit) {
  for (int word = 0; word < 256; ++word) {  // All lists of four merits of -1 to 2.
    std::vector<int> merits;
    for (int i = 0; i < 8; i += 2) merits.push_back((word >> i) % 4 - 1);
    const auto greatest = std::max_element(merits.begin(), merits.end());
    EXPECT_EQ(last_chosen(Selection::LeastLoaded, merits, random_),
              static_cast<std::size_t>(greatest - merits.begin()))
        << word;
  }
}

TEST_F(SelectionTest, OneByOneRandomKeepsEachAboutAsOften) {
  std::array<int, 4> kept{};
  for (int i = 0; i < 4000; ++i) ++kept[last_chosen(Selection::Random, {4, 3, 2, 1}, random_)];
  for (const int times : kept) EXPECT_NEAR(times, 1000, 110);
}

}  // namespace
}  // namespace switchyard
