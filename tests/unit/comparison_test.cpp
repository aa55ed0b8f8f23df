#include "testbench/compare/comparison.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <stdexcept>

namespace switchyard {
namespace {

using Values = std::vector<std::string>;

/// A folder of points "load" 0, 1, ... with figures f0, f1, ..., of each of which `draw` gives the samples.
ComparedFolder folder_of(int points, int figures, int runs,
                         const std::function<double(int point, int figure)>& draw) {
  ComparedFolder folder;
  folder.axes = {"load"};
  for (int f = 0; f < figures; ++f) folder.figures.push_back("f" + std::to_string(f));
  for (int p = 0; p < points; ++p) {
    ComparedPoint point;
    point.runs = runs;
    point.outcomes["stable"] = runs;
    for (int f = 0; f < figures; ++f) {
      std::vector<double>& samples = point.figures[folder.figures[static_cast<std::size_t>(f)]].samples;
      for (int run = 0; run < runs; ++run) samples.push_back(draw(p, f));
    }
    folder.order.push_back({std::to_string(p)});
    folder.points.emplace(folder.order.back(), point);
  }
  return folder;
}

std::size_t changes(const ComparedFolder& a, const ComparedFolder& b, double at_least = 0) {
  return compare(a, b, at_least).changed();
}

/// Of 1000 comparisons of two folders that are drawn alike: those that find a change.
int false_alarms(int points, int figures, int runs, const std::function<double(std::mt19937&)>& draw) {
  std::mt19937 random(4711);
  int alarms = 0;
  for (int i = 0; i < 1000; ++i) {
    const auto any = [&](int, int) { return draw(random); };
    const ComparedFolder a = folder_of(points, figures, runs, any);
    const ComparedFolder b = folder_of(points, figures, runs, any);
    alarms += changes(a, b) != 0 ? 1 : 0;
  }
  return alarms;
}

constexpr int kAtMost = 71;  // 50 of 1000 are to be expected, and three standard deviations of that are 21.

TEST(FolderComparison, IsWrongInOneOfTwentyIfNothingChanged) {
  const auto normal = [](std::mt19937& random) { return std::normal_distribution(20.0, 0.7)(random); };
  EXPECT_LE(false_alarms(10, 5, 5, normal), kAtMost);
  EXPECT_LE(false_alarms(1, 1, 5, normal), kAtMost);
  EXPECT_GE(false_alarms(1, 1, 5, normal), 20) << "it would never find anything";
}

TEST(FolderComparison, IsNoMoreOftenWrongOfOtherDistributions) {
  const auto whole = [](std::mt19937& random) {
    return std::round(std::normal_distribution(20.5, 0.4)(random));
  };
  EXPECT_LE(false_alarms(10, 5, 5, whole), kAtMost);
  const auto skewed = [](std::mt19937& random) { return std::exponential_distribution(0.1)(random); };
  EXPECT_LE(false_alarms(10, 5, 5, skewed), kAtMost);
}

TEST(FolderComparison, FindsTheFigureThatChanged) {
  std::mt19937 random(5);
  int found = 0;
  for (int i = 0; i < 200; ++i) {
    const auto draw = [&](double shift) {
      return [&random, shift](int point, int figure) {
        return std::normal_distribution(20 + (point == 3 && figure == 1 ? shift : 0), 0.1)(random);
      };
    };
    const FolderComparison result = compare(folder_of(6, 2, 5, draw(0)), folder_of(6, 2, 5, draw(1)));
    for (const FigureChange& change : result.figures) {
      if (change.beyond_noise && change.point == Values{"3"} && change.figure == "f1") ++found;
    }
  }
  EXPECT_GE(found, 195) << "ten standard deviations";
}

TEST(FolderComparison, TakesNumbersThatAreWholeAsRounded) {
  const auto always = [](double value) { return [value](int, int) { return value; }; };
  EXPECT_EQ(changes(folder_of(20, 5, 5, always(20)), folder_of(20, 5, 5, always(21))), 0U)
      << "five of a kind may be 20.49 and 20.51";
  EXPECT_EQ(changes(folder_of(1, 1, 5, always(20)), folder_of(1, 1, 5, always(30))), 1U);
  EXPECT_EQ(changes(folder_of(1, 1, 5, always(0.5)), folder_of(1, 1, 5, always(0.6))), 1U);
}

TEST(FolderComparison, IgnoresChangesThatAreTooSmallToMatter) {
  const auto always = [](double value) { return [value](int, int) { return value; }; };
  const ComparedFolder before = folder_of(1, 1, 5, always(0.5));
  const ComparedFolder after = folder_of(1, 1, 5, always(0.505));
  EXPECT_EQ(changes(before, after, 0.009), 1U);
  EXPECT_EQ(changes(before, after, 0.011), 0U);
}

/// Two folders of one point with `runs` runs each, of which so many are stable.
ComparedFolder with_stable(int runs, int stable) {
  ComparedFolder folder = folder_of(1, 0, runs, {});
  std::map<std::string, int>& outcomes = folder.points.begin()->second.outcomes;
  outcomes.clear();
  if (stable != 0) outcomes["stable"] = stable;
  if (stable != runs) outcomes["unstable"] = runs - stable;
  return folder;
}

/// The share of all ways to deal the outcomes to both folders that are as unlikely as those seen, or more so.
double dealt(int runs, int stable_a, int stable_b) {
  std::vector<int> deal(static_cast<std::size_t>(2 * runs), 0);
  std::fill_n(deal.rbegin(), stable_a + stable_b, 1);
  std::map<int, int> ways;  // [stable in the first]
  int all = 0;
  do {
    ++ways[static_cast<int>(std::count(deal.begin(), deal.begin() + runs, 1))];
    ++all;
  } while (std::next_permutation(deal.begin(), deal.end()));
  int as_unlikely = 0;
  for (const auto& [stable, count] : ways) as_unlikely += count <= ways[stable_a] ? count : 0;
  return static_cast<double>(as_unlikely) / all;
}

TEST(FolderComparison, JudgesOutcomesBySeedsAsAllWaysToDealThemDo) {
  for (int a = 0; a <= 5; ++a) {
    for (int b = 0; b <= 5; ++b) {
      const FolderComparison result = compare(with_stable(5, a), with_stable(5, b));
      if (a + b == 0 || a + b == 10) {
        EXPECT_TRUE(result.figures.empty()) << "nothing to be judged";
        continue;
      }
      ASSERT_EQ(result.figures.size(), 1U);
      EXPECT_NEAR(result.figures[0].probability, dealt(5, a, b), 1e-9) << a << ' ' << b;
    }
  }
  EXPECT_EQ(changes(with_stable(5, 5), with_stable(5, 0)), 1U);
  EXPECT_EQ(changes(with_stable(5, 3), with_stable(5, 2)), 0U);
  EXPECT_EQ(changes(with_stable(1, 1), with_stable(1, 0)), 1U) << "of single runs any change counts";
}

TEST(FolderComparison, CountsRunsThatFailInOneFolderAlone) {
  ComparedFolder good = with_stable(5, 5);
  ComparedFolder bad = good;
  bad.points.begin()->second.failed = 1;
  EXPECT_EQ(changes(good, bad), 1U);
  EXPECT_EQ(changes(bad, good), 1U);
  EXPECT_EQ(changes(bad, bad), 0U);
}

TEST(FolderComparison, JudgesSingleRunsByTheirOwnIntervals) {
  const auto single = [](double mean, std::optional<double> half) {
    ComparedFolder folder = folder_of(1, 1, 1, [&](int, int) { return mean; });
    folder.points.begin()->second.figures["f0"].interval = half;
    return folder;
  };
  EXPECT_EQ(changes(single(20, 0.3), single(20.6, 0.4)), 1U) << "more than 0.5";
  EXPECT_EQ(changes(single(20, 0.3), single(20.4, 0.4)), 0U);
  const FolderComparison unknown = compare(single(20, {}), single(30, {}));
  EXPECT_EQ(unknown.changed(), 0U);
  EXPECT_EQ(unknown.unjudged, 1U);
}

TEST(FolderComparison, SaysWhichPointsAreInOneFolderAlone) {
  const auto zero = [](int, int) { return 0.0; };
  const FolderComparison result = compare(folder_of(2, 1, 2, zero), folder_of(3, 1, 2, zero));
  EXPECT_EQ(result.points, 2U);
  EXPECT_TRUE(result.only_before.empty());
  EXPECT_EQ(result.only_after, std::vector<Values>{{"2"}});
}

TEST(FolderComparison, RefusesOtherAxesAndNoPointInCommon) {
  const auto zero = [](int, int) { return 0.0; };
  const ComparedFolder folder = folder_of(1, 1, 2, zero);
  ComparedFolder other = folder;
  other.axes = {"length"};
  EXPECT_THROW(compare(folder, other), std::invalid_argument);
  other = folder;
  other.order = {{"7"}};
  other.points = {{{"7"}, folder.points.begin()->second}};
  EXPECT_THROW(compare(folder, other), std::invalid_argument);
}

}  // namespace
}  // namespace switchyard
