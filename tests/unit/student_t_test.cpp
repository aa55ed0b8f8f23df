#include "testbench/monitor/student_t.h"

#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

#include <gtest/gtest.h>

namespace switchyard {
namespace {

TEST(StudentT, AgreesWithThePublishedTable) {
  struct Row {
    int degrees_of_freedom;
    double quantile;
  };
  // NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2, column 0.975.
  constexpr Row kTable[] = {{1, 12.706}, {2, 4.303},  {3, 3.182},  {4, 2.776},  {5, 2.571},  {6, 2.447},
                            {7, 2.365},  {8, 2.306},  {9, 2.262},  {10, 2.228}, {11, 2.201}, {12, 2.179},
                            {15, 2.131}, {19, 2.093}, {20, 2.086}, {25, 2.060}, {29, 2.045}, {30, 2.042},
                            {40, 2.021}, {60, 2.000}, {80, 1.990}, {100, 1.984}};
  for (const Row& row : kTable) {
    EXPECT_NEAR(student_t_975(row.degrees_of_freedom), row.quantile, 0.0005) << row.degrees_of_freedom;
  }
}

TEST(StudentT, IsExactWhereAClosedFormExists) {
  EXPECT_NEAR(student_t_975(1), 12.706204736174694, 1e-9);  // tan(0.475 pi)
  EXPECT_NEAR(student_t_975(2), 4.302652729749462, 1e-10);  // 0.95 sqrt(2 / (1 - 0.95^2))
}

TEST(StudentT, FallsTowardsTheNormalQuantile) {
  constexpr double kNormal = 1.959963984540054;
  double previous = std::numeric_limits<double>::infinity();
  for (int degrees_of_freedom = 1; degrees_of_freedom < 300; ++degrees_of_freedom) {
    const double quantile = student_t_975(degrees_of_freedom);
    EXPECT_LT(quantile, previous) << degrees_of_freedom;
    EXPECT_GT(quantile, kNormal) << degrees_of_freedom;
    previous = quantile;
  }
  EXPECT_NEAR(student_t_975(100000), kNormal, 3e-5);
}

TEST(StudentT, NeedsADegreeOfFreedom) { EXPECT_THROW(student_t_975(0), std::invalid_argument); }

TEST(StudentT, IsOutsideOfItsQuantileInOneCaseOfTwenty) {
  for (int degrees_of_freedom = 1; degrees_of_freedom < 300; ++degrees_of_freedom)
    EXPECT_NEAR(student_t_outside(student_t_975(degrees_of_freedom), degrees_of_freedom), 0.05, 1e-9);
}

TEST(StudentT, IsOutsideAsTheClosedFormsSay) {
  for (const double t : {0.0, 0.3, 1.0, 4.0, 30.0}) {
    EXPECT_NEAR(student_t_outside(t, 1), 1 - 2 / std::numbers::pi * std::atan(t), 1e-14) << t;
    EXPECT_NEAR(student_t_outside(t, 2), 1 - t / std::sqrt(2 + t * t), 1e-14) << t;
  }
  EXPECT_NEAR(student_t_outside(3, 1'000'000), std::erfc(3 / std::sqrt(2.0)), 1e-7);
}

}  // namespace
}  // namespace switchyard
