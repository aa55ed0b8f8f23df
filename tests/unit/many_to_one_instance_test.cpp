#include "testbench/mesh/many_to_one_instance.h"

#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

namespace switchyard {
namespace {

std::map<NodeId, std::uint32_t> counts_of(const std::vector<NodeId>& destinations) {
  std::map<NodeId, std::uint32_t> counts;
  for (const NodeId to : destinations) ++counts[to];
  return counts;
}

TEST(ManyToOneInstance, NobodyGetsMoreThanTheMaximumAndAllButOneGetThatMany) {
  for (const ManyToOneShape shape :
       {ManyToOneShape::Random, ManyToOneShape::SouthEast, ManyToOneShape::HotRows}) {
    for (const int side : {2, 5, 8}) {
      for (std::uint32_t most = 1; most <= static_cast<std::uint32_t>(side * side); ++most) {
        const auto counts = counts_of(many_to_one_instance(shape, side, most, /*seed=*/3));
        std::uint32_t sum = 0;
        std::uint32_t less = 0;
        for (const auto& [node, count] : counts) {
          EXPECT_LT(node, static_cast<NodeId>(side * side));
          EXPECT_LE(count, most);
          sum += count;
          less += count < most;
        }
        EXPECT_EQ(sum, static_cast<std::uint32_t>(side * side));
        EXPECT_LE(less, 1U);
      }
    }
  }
}

TEST(ManyToOneInstance, TheSouthEastSquareIsTheSmallestThatHasRoom) {
  for (const auto& [most, square] : {std::pair{1U, 8}, {4U, 4}, {5U, 4}, {16U, 2}, {17U, 2}, {64U, 1}}) {
    for (const auto& [node, count] : counts_of(many_to_one_instance(ManyToOneShape::SouthEast, 8, most, 1))) {
      EXPECT_GE(static_cast<int>(node % 8), 8 - square) << most;
      EXPECT_GE(static_cast<int>(node / 8), 8 - square) << most;
    }
  }
}

TEST(ManyToOneInstance, HotRowsAreFew) {
  std::set<NodeId> rows;
  for (const NodeId to : many_to_one_instance(ManyToOneShape::HotRows, 8, 4, 1)) rows.insert(to / 8);
  EXPECT_EQ(rows.size(), 2U);
}

TEST(ManyToOneInstance, DependsOnTheSeed) {
  const auto one = many_to_one_instance(ManyToOneShape::Random, 8, 4, 1);
  EXPECT_EQ(one, many_to_one_instance(ManyToOneShape::Random, 8, 4, 1));
  EXPECT_NE(one, many_to_one_instance(ManyToOneShape::Random, 8, 4, 2));
}

}  // namespace
}  // namespace switchyard
