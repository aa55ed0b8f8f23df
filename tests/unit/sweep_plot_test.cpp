#include "testbench/sweep/sweep_plot.h"

#include <gtest/gtest.h>

namespace switchyard {
namespace {

PointResult run_of(double offered, const char* outcome, double latency) {
  return {{{"outcome", outcome},
           {"offered", offered},
           {"accepted", offered},
           {"packet_latency", {{"mean", latency}, {"ci95", nullptr}}}},
          {}};
}

PointResult error() { return {{{"outcome", "error"}}, "killed"}; }

std::vector<double> places_of(const SweepPlot::Curve& curve) {
  std::vector<double> places;
  for (const SweepPlot::Point& point : curve.points) places.push_back(point.x);
  return places;
}

TEST(SweepPlot, OverTheLoadStandsAgainstWhatWasOffered) {
  const SweepPlot plot =
      lay_out_plot("t", {{"routing.kind", {"duato", "dimension_order"}}, {"traffic.load", {"0.2", "0.1"}}},
                   {run_of(0.21, "stable", 30), run_of(0.11, "stable", 20), run_of(0.19, "stable", 40),
                    run_of(0.09, "stable", 20)});
  EXPECT_TRUE(plot.against_load);
  EXPECT_EQ(plot.legend, "routing.kind");
  ASSERT_EQ(plot.curves.size(), 2U);
  EXPECT_EQ(plot.curves[0].label, "duato");
  EXPECT_EQ(places_of(plot.curves[0]), (std::vector<double>{0.11, 0.21}));
  EXPECT_EQ(plot.curves[1].label, "dimension_order");
  EXPECT_EQ(places_of(plot.curves[1]), (std::vector<double>{0.09, 0.19}));
}

TEST(SweepPlot, ShowsNoLatencyOfARunThatWasNotStable) {
  const SweepPlot plot = lay_out_plot("t", {{"traffic.load", {"0.1", "0.9"}}},
                                      {run_of(0.1, "stable", 20), run_of(0.9, "unstable", 5000)});
  ASSERT_EQ(plot.curves.size(), 1U);
  EXPECT_EQ(plot.curves[0].points[0].latency, 20);
  EXPECT_FALSE(plot.curves[0].points[1].latency);
  EXPECT_FALSE(plot.curves[0].points[1].stable);
}

TEST(SweepPlot, OfAProgramShowsTheTimeOfAStepAndWhatEachCosts) {
  const PointResult run{
      {{"outcome", "stable"},
       {"pram", {{"step_time", {{"mean", 40.5}, {"ci95", 1.5}}}, {"cycles_per_step", 12.0}}}},
      {}};
  PointResult stall = run;
  stall.results["outcome"] = "stall";
  const SweepPlot plot = lay_out_plot("t", {{"topology.dimensions", {"3", "5"}}}, {run, stall});
  EXPECT_EQ(plot.latency_label, "mean time of a step (cycles)");
  ASSERT_EQ(plot.curves.size(), 1U);
  const SweepPlot::Point& point = plot.curves[0].points[0];
  EXPECT_EQ(point.latency, 40.5);
  EXPECT_EQ(point.latency_ci95, 1.5);
  EXPECT_EQ(point.accepted, 12);
  EXPECT_FALSE(plot.curves[0].points[1].latency);
}

TEST(SweepPlot, OfAManyToOneProblemShowsStepsOfRoutingAndOfTheRest) {
  const PointResult run{
      {{"outcome", "stable"}, {"many_to_one", {{"routing_steps", 148}, {"other_steps", 504}}}}, {}};
  const SweepPlot plot = lay_out_plot("t", {{"topology.radix", {"32"}}}, {run});
  EXPECT_EQ(plot.latency_label, "routing (steps)");
  const SweepPlot::Point& point = plot.curves.at(0).points.at(0);
  EXPECT_EQ(point.latency, 148);
  EXPECT_EQ(point.accepted, 504);
}

TEST(SweepPlot, LeavesOutRunsWithoutResults) {
  const SweepPlot plot =
      lay_out_plot("t", {{"traffic.load", {"0.1", "0.2"}}}, {error(), run_of(0.2, "stable", 20)});
  ASSERT_EQ(plot.curves.size(), 1U);
  EXPECT_EQ(places_of(plot.curves[0]), std::vector<double>{0.2});
  EXPECT_TRUE(lay_out_plot("t", {{"traffic.load", {"0.1"}}}, {error()}).curves.empty());
}

TEST(SweepPlot, HasALogarithmicAxisForPowersOfTwoOnly) {
  const PointResult run = run_of(0.1, "stable", 20);
  const SweepPlot powers = lay_out_plot("t", {{"router.input_depth", {"4", "8", "32"}}}, {run, run, run});
  EXPECT_TRUE(powers.log2_x);
  EXPECT_EQ(powers.x_label, "router.input_depth (flits)");
  EXPECT_EQ(places_of(powers.curves[0]), (std::vector<double>{4, 8, 32}));
  EXPECT_FALSE(lay_out_plot("t", {{"router.input_depth", {"4", "8", "12"}}}, {run, run, run}).log2_x);
}

TEST(SweepPlot, PutsNamesSideBySide) {
  const PointResult run = run_of(0.1, "stable", 20);
  const SweepPlot plot = lay_out_plot("t", {{"routing.kind", {"duato", "table"}}}, {run, run});
  EXPECT_EQ(places_of(plot.curves[0]), (std::vector<double>{0, 1}));
  ASSERT_EQ(plot.ticks.size(), 2U);
  EXPECT_EQ(plot.ticks[1].label, "table");
}

TEST(SweepPlot, OfSeveralConfigurationsNamesTheirFiles) {
  const PointResult run = run_of(0.1, "stable", 20);
  const SweepPlot plot =
      lay_out_plot("t", {{kConfigAxis, {"a/chaos.yaml", "a/exchange.yaml"}}, {"router.phits", {"1", "2"}}},
                   {run, run, run, run});
  EXPECT_EQ(plot.x_label, "router.phits");
  ASSERT_EQ(plot.curves.size(), 2U);
  EXPECT_EQ(plot.curves[0].label, "chaos");
  EXPECT_EQ(plot.curves[1].label, "exchange");
}

TEST(SweepPlot, HasAPictureForEachValueOfAnAxis) {
  const std::vector<SweepAxis> axes{{"router.kind", {"x", "y"}},
                                    {"traffic.pattern", {"uniform", "hot spot"}},
                                    {"traffic.load", {"0.1", "0.2"}}};
  std::vector<PointResult> runs;
  for (int i = 0; i < 8; ++i) runs.push_back(run_of(0.1 + 0.1 * (i % 2), "stable", i));
  const std::vector<SweepPicture> pictures = lay_out_plots("t", axes, runs, "traffic.pattern");
  ASSERT_EQ(pictures.size(), 2U);
  EXPECT_EQ(pictures[0].stem, "sweep_uniform");
  EXPECT_EQ(pictures[1].stem, "sweep_hot_spot");
  EXPECT_EQ(pictures[1].plot.title, "t: traffic.pattern = hot spot");
  ASSERT_EQ(pictures[1].plot.curves.size(), 2U);
  EXPECT_EQ(pictures[1].plot.curves[1].label, "y");
  EXPECT_EQ(pictures[1].plot.curves[1].points[0].latency, 6);  // Row x, uniform 0 1, hot 2 3; y 4 5, 6 7.
}

}  // namespace
}  // namespace switchyard
