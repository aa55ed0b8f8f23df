#include "testbench/monitor/growth.h"

#include <array>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

namespace switchyard {
namespace {

constexpr double kOffered = 1000;

/// A backlog of which a share `pull` goes in every step, and into which come what is created, less what is
/// served on an average, and noise of the network's own.
struct Walk {
  double growth = 0;  ///< Of the offered flits.
  double pull = 0;
  double chance = 50;  ///< Deviation of what is created in a step.
  double noise = 10;   ///< Deviation of what is served.
  double surplus = 0;  ///< Created in every step beyond what is offered, by chance of a long burst.
  std::size_t steps = 100;
};

BacklogSteps draw(const Walk& walk, unsigned seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  BacklogSteps steps;
  steps.offered = kOffered;
  double backlog = 0;
  for (std::size_t step = 0; step < walk.steps; ++step) {
    const double excess = walk.surplus + walk.chance * normal(random);
    const double rise = walk.growth * kOffered + excess + walk.noise * normal(random) - walk.pull * backlog;
    steps.before.push_back(backlog);
    steps.rise.push_back(rise);
    steps.created.push_back(kOffered + excess);
    backlog += rise;
  }
  return steps;
}

TEST(Growth, IsThatOfTheLongRunIn95OfAHundredIntervals) {
  for (const double growth : {-0.02, 0.0, 0.01, 0.3}) {
    int covered = 0;
    for (unsigned seed = 1; seed <= 1000; ++seed) {
      const Growth found = measure_growth(draw({.growth = growth}, seed));
      covered += std::abs(found.share - growth) <= found.half_width;
    }
    EXPECT_NEAR(covered, 950, 30) << growth;  // Four standard errors.
  }
}

TEST(Growth, IsLessCertainIfTheSourcesHaveCreatedMuchMoreThanTheirLoad) {
  int covered = 0;
  for (unsigned seed = 1; seed <= 1000; ++seed) {
    const Growth found = measure_growth(draw({.growth = 0.01, .surplus = 150}, seed));
    covered += std::abs(found.share - 0.01) <= found.half_width;
  }
  EXPECT_NEAR(covered, 950, 30);
}

TEST(Growth, DoesNotTakeWhatSourcesHappenToCreateForGrowth) {
  // By itself the chance of the sources makes the interval (50^2 + 10^2)^0.5 / 10 = 5 times as wide.
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const Growth found = measure_growth(draw({}, seed));
    EXPECT_LT(found.half_width, 1.5 * 2 * 10 / std::sqrt(100.0) / kOffered) << seed;
  }
}

TEST(Growth, OfAnEvenRiseIsExact) {
  BacklogSteps steps{{}, {}, {}, 200};
  for (int step = 0; step < 40; ++step) {
    steps.before.push_back(6.0 * step);
    steps.rise.push_back(6);
    steps.created.push_back(200);
  }
  const Growth found = measure_growth(steps);
  EXPECT_DOUBLE_EQ(found.share, 0.03);
  EXPECT_DOUBLE_EQ(found.rise, 0.03);
  EXPECT_DOUBLE_EQ(found.late, 0.03);
  EXPECT_NEAR(found.half_width, 0, 1e-12);
  EXPECT_FALSE(found.pulled_back);
}

TEST(Growth, OfTheSecondHalfIsToldApart) {
  BacklogSteps steps{{}, {}, {}, 100};
  double backlog = 0;
  for (int step = 0; step < 40; ++step) {
    const double rise = step < 20 ? 10 : 1;
    steps.before.push_back(backlog);
    steps.rise.push_back(rise);
    steps.created.push_back(100);
    backlog += rise;
  }
  EXPECT_DOUBLE_EQ(measure_growth(steps).late, 0.01);
}

TEST(Growth, WobblesAsMuchAsTheBacklogInTheLastQuarter) {
  BacklogSteps steps{{}, {}, {}, 100};
  for (int step = 0; step < 40; ++step) {
    steps.before.push_back((step < 20 ? 0 : 600) + (step % 2 == 0 ? 1 : -1) * (step < 20 ? 300 : 30));
    steps.rise.push_back(0);
    steps.created.push_back(100);
  }
  const Growth found = measure_growth(steps);
  EXPECT_DOUBLE_EQ(found.rise, 600.0 / (30 * 100));
  EXPECT_DOUBLE_EQ(found.wobble, 30.0 / (30 * 100));
}

TEST(Growth, ABacklogThatReturnsToALevelIsPulledBack) {
  for (const double pull : {0.3, 0.6, 1.0}) {
    for (unsigned seed = 1; seed <= 100; ++seed)
      EXPECT_TRUE(measure_growth(draw({.pull = pull}, seed)).pulled_back) << pull << ", seed " << seed;
  }
}

double determinant(const std::array<std::array<double, 3>, 3>& m) {
  return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
         m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
         m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

/// The t value of the coefficient of `before` in rise = a + b created + c before, from the normal equations.
double pull_by_cramer(const BacklogSteps& steps) {
  const std::size_t n = steps.rise.size();
  const auto row = [&](std::size_t i) {
    return std::array<double, 3>{1, steps.created[i] - steps.offered, steps.before[i]};
  };
  std::array<std::array<double, 3>, 3> normal{};
  std::array<double, 3> right{};
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      right[j] += row(i)[j] * steps.rise[i];
      for (std::size_t k = 0; k < 3; ++k) normal[j][k] += row(i)[j] * row(i)[k];
    }
  }
  const double all = determinant(normal);
  std::array<double, 3> solution{};
  for (std::size_t k = 0; k < 3; ++k) {
    auto replaced = normal;
    for (std::size_t j = 0; j < 3; ++j) replaced[j][k] = right[j];
    solution[k] = determinant(replaced) / all;
  }
  double squares = 0;
  for (std::size_t i = 0; i < n; ++i) {
    double rest = steps.rise[i];
    for (std::size_t k = 0; k < 3; ++k) rest -= solution[k] * row(i)[k];
    squares += rest * rest;
  }
  const double minor = normal[0][0] * normal[1][1] - normal[0][1] * normal[1][0];
  return solution[2] / std::sqrt(squares / static_cast<double>(n - 3) * minor / all);
}

TEST(Growth, IsPulledBackWhereTheNormalEquationsSaySo) {
  int pulled = 0;
  for (unsigned seed = 1; seed <= 2000; ++seed) {
    const BacklogSteps steps = draw({.pull = 0.5, .chance = 20, .noise = 20, .steps = 20}, seed);
    const bool expected = pull_by_cramer(steps) < -3.5;
    ASSERT_EQ(measure_growth(steps).pulled_back, expected) << seed;
    pulled += expected;
  }
  EXPECT_GT(pulled, 200);
  EXPECT_LT(pulled, 1800);
}

TEST(Growth, ABacklogThatRunsAwayIsNotPulledBack) {
  for (unsigned seed = 1; seed <= 20; ++seed)
    EXPECT_FALSE(measure_growth(draw({.pull = -0.1}, seed)).pulled_back) << seed;
}

TEST(Growth, ARandomWalkIsHardlyEverPulledBack) {
  for (const double chance : {0.0, 5.0, 50.0}) {
    for (const double growth : {0.0, 0.005, 0.05}) {
      int pulled = 0;
      for (unsigned seed = 1; seed <= 1000; ++seed)
        pulled += measure_growth(draw({.growth = growth, .chance = chance}, seed)).pulled_back;
      EXPECT_LE(pulled, 20) << chance << ", " << growth;
    }
  }
}

}  // namespace
}  // namespace switchyard
