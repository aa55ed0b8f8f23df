#include <gtest/gtest.h>

#include "testbench/energy/energy_figures.h"

namespace switchyard {
namespace {

TEST(EnergyFigures, AreSumsOverEvents) {
  EnergyTable table;
  table.period = 4;
  table.area = 0.5;
  table.leakage = 1000;  // 1 mW: 4 pJ per cycle of 4 ns.
  table.clock = 36;
  table.flit = {1, 2, 3, 4, 5};
  table.burst = {10, 20, 30, 40, 50};
  table.rise = {100, 0, 0, 0, 0};
  const EnergyFigures figures = energy_figures(table, {200, 50, 20}, 1000, 3);
  EXPECT_EQ(figures.parts, (EnergyByPart{13.5, 7, 10.5, 14, 17.5}));  // A burst in four flits, a rise in ten.
  EXPECT_DOUBLE_EQ(figures.of_flits(), 62.5);
  EXPECT_DOUBLE_EQ(figures.clock, 36.0 * 3000 / 200);
  EXPECT_DOUBLE_EQ(figures.leakage, 4.0 * 3000 / 200);
  EXPECT_DOUBLE_EQ(figures.idle_power, 3 * 40 / 4.0);
  EXPECT_DOUBLE_EQ(figures.power, 30 + 62.5 * 200 / 4000);
  EXPECT_DOUBLE_EQ(figures.area, 1.5);
  // All of it is the sum of its parts.
  EXPECT_DOUBLE_EQ(figures.total() * 200 / 4000, figures.power);
}

TEST(EnergyFigures, OfNoFlitsAreThoseOfTheClock) {
  EnergyTable table;
  table.period = 2;
  table.clock = 10;
  const EnergyFigures figures = energy_figures(table, {}, 100, 4);
  EXPECT_EQ(figures.total(), 0);
  EXPECT_DOUBLE_EQ(figures.power, 20);
  EXPECT_DOUBLE_EQ(figures.idle_power, 20);
}

}  // namespace
}  // namespace switchyard
