#include "testbench/tree/tree_cost.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "testbench/tree/printed_table.h"

namespace switchyard {
namespace {

constexpr std::array<int, 4> kDimensions{4, 6, 8, 10};

/// T_para of the paper without the ceiling, in units of a path.
double time_by_formula(int dimension, double descendants, double grain, double messages) {
  return (grain + descendants) * (dimension * std::log(2.0) / std::log(descendants) + messages - 1);
}

/// By trying descendants from 1 up in steps of a ten-thousandth.
double best_by_scan(int dimension, double grain, double messages) {
  double best = 0;
  double least = std::numeric_limits<double>::max();
  for (double descendants = 1.001; descendants < 200; descendants *= 1.0001) {
    const double time = time_by_formula(dimension, descendants, grain, messages);
    if (time >= least) continue;
    least = time;
    best = descendants;
  }
  return best;
}

TEST(TreeCost, TheBestOfGivenTimesIsThatOfAScan) {
  for (const int dimension : kDimensions) {
    for (const double grain : {0.0, 1.0, 4.0, 30.0, 100.0}) {
      for (const double messages : {1.0, 2.0, 10.0}) {
        const double best = best_descendants(dimension, {grain * 3, 3, messages});
        EXPECT_NEAR(best / best_by_scan(dimension, grain, messages), 1, 5e-4)
            << dimension << ' ' << grain << ' ' << messages;
      }
    }
  }
}

TEST(TreeCost, TheBestOfARatioIsTheBestOfTheTimesThatHaveItThere) {
  for (const int dimension : kDimensions) {
    for (const double ratio : {0.0, 0.5, 2.0, 5.0}) {
      for (const double messages : {1.0, 2.0, 7.0}) {
        const double best = best_descendants_of_ratio(dimension, ratio, messages);
        EXPECT_NEAR(best_descendants(dimension, {ratio * best, 1, messages}), best, best * 1e-9);
      }
    }
  }
  EXPECT_NEAR(best_descendants_of_ratio(6, 2, 1), std::exp(3.0), 1e-9);
}

/// All entries are cut off after two places; the last one is the number of terminals, as the formula has
/// more.
TEST(TreeCost, TheFormulaGivesTheTableOfThePaper) {
  for (const PrintedRow& row : kTableOne) {
    for (int ratio = 0; ratio < 6; ++ratio) {
      const double formula = best_descendants_of_ratio(row.dimension, ratio, 2);
      const double possible = std::min(formula, std::exp2(row.dimension));
      EXPECT_EQ(std::lround(row.descendants[ratio] * 100), std::lround(std::floor(possible * 100)))
          << row.dimension << ' ' << ratio;
    }
  }
}

TEST(TreeCost, SumsTheLevelsOfATreeAndTheLongestOfThemForEachFurtherMessage) {
  const TreeWork work{10, 3, 4};
  EXPECT_EQ(time_on_tree({6, 2, 5}, work), 3 * (10 + 4 * 3) + 3 * (10 + 4 * 3));
  EXPECT_EQ(time_on_tree({6, 4, 5}, work), (10 + 16 * 3) + (10 + 4 * 3) + 3 * (10 + 16 * 3));
  EXPECT_EQ(time_on_tree({6, 1, 5}, work), 2 * (10 + 4 * 3) + 2 * (10 + 2 * 3) + 3 * (10 + 4 * 3));
}

TEST(TreeCost, TheBestTreeHasMoreDescendantsTheMoreThereIsToCompute) {
  for (const int dimension : {2, 3, 4, 5, 6, 8, 9, 10}) {
    int before = 0;
    for (double compute = 0; compute < 3000; compute = 2 * compute + 1) {
      const TreeWork work{compute, 1, 2};
      const int best = best_tree(dimension, work);
      EXPECT_GE(best, before);
      before = best;
      for (int d = dimension >= 4 ? 1 : 2; d <= dimension; ++d)
        EXPECT_GE(time_on_tree({dimension, d, 0}, work), time_on_tree({dimension, best, 0}, work));
    }
    EXPECT_EQ(before, dimension);
  }
}

}  // namespace
}  // namespace switchyard
