#include "testbench/sweep/sweep_plot.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "testbench/mesh/mesh_machine.h"
#include "testbench/pram/pram_machine.h"
#include "testbench/sweep/gnuplot.h"

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

/// A row for each combination of the axes, in order.
std::vector<SweepRow> rows_of(const std::vector<SweepAxis>& axes, const std::vector<PointResult>& points) {
  std::vector<SweepRow> rows;
  for (const std::vector<std::string>& values : combinations(axes))
    rows.push_back({values, points.at(rows.size())});
  return rows;
}

SweepPlot plot_of(const std::vector<SweepAxis>& axes, const std::vector<PointResult>& points) {
  return lay_out_plot("t", axes, rows_of(axes, points));
}

std::vector<double> places_of(const SweepPlot::Curve& curve) {
  std::vector<double> places;
  for (const PlottedPoint& point : curve.points) places.push_back(point.x);
  return places;
}

TEST(SweepPlot, OverTheLoadStandsAgainstWhatWasOffered) {
  const SweepPlot plot =
      plot_of({{"routing.kind", {"duato", "dimension_order"}}, {"traffic.load", {"0.2", "0.1"}}},
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
  const SweepPlot plot =
      plot_of({{"traffic.load", {"0.1", "0.9"}}}, {run_of(0.1, "stable", 20), run_of(0.9, "unstable", 5000)});
  ASSERT_EQ(plot.curves.size(), 1U);
  EXPECT_EQ(plot.curves[0].points[0].latency, 20);
  EXPECT_FALSE(plot.curves[0].points[1].latency);
  EXPECT_EQ(plot.curves[0].points[1].stability, Stability::Unstable);
}

TEST(SweepPlot, AnUndecidedRunIsNeitherStableNorUnstable) {
  const SweepPlot plot =
      plot_of({{"traffic.load", {"0.1", "0.4", "0.9"}}},
              {run_of(0.1, "stable", 20), run_of(0.4, "undecided", 300), run_of(0.9, "unstable", 5000)});
  const auto& points = plot.curves.at(0).points;
  EXPECT_EQ(points.at(0).stability, Stability::Stable);
  EXPECT_EQ(points.at(1).stability, Stability::Undecided);
  EXPECT_FALSE(points.at(1).latency);
  const std::string script = gnuplot_script(plot, "sweep");
  EXPECT_NE(script.find("title 'undecided'"), std::string::npos) << script;
  EXPECT_NE(script.find("$saturation0 << END\n0.1 20 0\n0.9 "), std::string::npos) << script;
}

TEST(SweepPlot, APointOfSeveralSeedsIsAsGoodAsItsWorstRun) {
  const std::vector<std::string> outcomes{"stable", "undecided", "unstable"};
  const std::vector<Stability> worst{Stability::Stable, Stability::Undecided, Stability::Unstable};
  for (std::size_t a = 0; a < 3; ++a) {
    for (std::size_t b = 0; b < 3; ++b) {
      const SweepPlot plot =
          plot_of({{"seed", {"1", "2"}}, {"traffic.load", {"0.4"}}},
                  {run_of(0.4, outcomes[a].c_str(), 20), run_of(0.4, outcomes[b].c_str(), 20)});
      EXPECT_EQ(plot.curves.at(0).points.at(0).stability, worst[std::max(a, b)]) << a << ", " << b;
    }
  }
}

TEST(SweepPlot, OfAProgramShowsTheTimeOfAStepAndWhatEachCosts) {
  const PointResult run{
      {{"outcome", "stable"},
       {"pram", {{"step_time", {{"mean", 40.5}, {"ci95", 1.5}}}, {"cycles_per_step", 12.0}}}},
      {},
      /*refused=*/false,
      &pram_machine()};
  PointResult stall = run;
  stall.results["outcome"] = "stall";
  const SweepPlot plot = plot_of({{"topology.dimensions", {"3", "5"}}}, {run, stall});
  EXPECT_EQ(plot.latency_label, "mean time of a step (cycles)");
  ASSERT_EQ(plot.curves.size(), 1U);
  const PlottedPoint& point = plot.curves[0].points[0];
  EXPECT_EQ(point.latency, 40.5);
  EXPECT_EQ(point.latency_ci95, 1.5);
  EXPECT_EQ(point.accepted, 12);
  EXPECT_FALSE(plot.curves[0].points[1].latency);
}

TEST(SweepPlot, OfAManyToOneProblemShowsStepsOfRoutingAndOfTheRest) {
  const PointResult run{
      {{"outcome", "stable"}, {"many_to_one", {{"routing_steps", 148}, {"other_steps", 504}}}},
      {},
      /*refused=*/false,
      &mesh_machine()};
  const SweepPlot plot = plot_of({{"topology.radix", {"32"}}}, {run});
  EXPECT_EQ(plot.latency_label, "routing (steps)");
  const PlottedPoint& point = plot.curves.at(0).points.at(0);
  EXPECT_EQ(point.latency, 148);
  EXPECT_EQ(point.accepted, 504);
}

TEST(SweepPlot, LeavesOutRunsWithoutResults) {
  const SweepPlot plot = plot_of({{"traffic.load", {"0.1", "0.2"}}}, {error(), run_of(0.2, "stable", 20)});
  ASSERT_EQ(plot.curves.size(), 1U);
  EXPECT_EQ(places_of(plot.curves[0]), std::vector<double>{0.2});
  EXPECT_TRUE(plot_of({{"traffic.load", {"0.1"}}}, {error()}).curves.empty());
}

TEST(SweepPlot, HasALogarithmicAxisForPowersOfTwoOnly) {
  const PointResult run = run_of(0.1, "stable", 20);
  const SweepPlot powers = plot_of({{"router.input_depth", {"4", "8", "32"}}}, {run, run, run});
  EXPECT_TRUE(powers.log2_x);
  EXPECT_EQ(powers.x_label, "router.input_depth (flits)");
  EXPECT_EQ(places_of(powers.curves[0]), (std::vector<double>{4, 8, 32}));
  EXPECT_FALSE(plot_of({{"router.input_depth", {"4", "8", "12"}}}, {run, run, run}).log2_x);
}

TEST(SweepPlot, PutsNamesSideBySide) {
  const PointResult run = run_of(0.1, "stable", 20);
  const SweepPlot plot = plot_of({{"routing.kind", {"duato", "table"}}}, {run, run});
  EXPECT_EQ(places_of(plot.curves[0]), (std::vector<double>{0, 1}));
  ASSERT_EQ(plot.ticks.size(), 2U);
  EXPECT_EQ(plot.ticks[1].label, "table");
}

TEST(SweepPlot, OfSeveralConfigurationsNamesTheirFiles) {
  const PointResult run = run_of(0.1, "stable", 20);
  const SweepPlot plot =
      plot_of({{kConfigAxis, {"a/chaos.yaml", "a/exchange.yaml"}}, {"router.phits_per_packet", {"1", "2"}}},
              {run, run, run, run});
  EXPECT_EQ(plot.x_label, "router.phits_per_packet");
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
  const std::vector<SweepPicture> pictures = lay_out_plots("t", axes, rows_of(axes, runs), "traffic.pattern");
  ASSERT_EQ(pictures.size(), 2U);
  EXPECT_EQ(pictures[0].stem, "sweep_uniform");
  EXPECT_EQ(pictures[1].stem, "sweep_hot_spot");
  EXPECT_EQ(pictures[1].plot.title, "t: traffic.pattern = hot spot");
  ASSERT_EQ(pictures[1].plot.curves.size(), 2U);
  EXPECT_EQ(pictures[1].plot.curves[1].label, "y");
  EXPECT_EQ(pictures[1].plot.curves[1].points[0].latency, 6);  // Row x, uniform 0 1, hot 2 3; y 4 5, 6 7.
}

TEST(SweepPlot, ShowsEstimatesBeforeAnyRunHasEnded) {
  const std::vector<SweepAxis> axes{{"router.kind", {"x", "y"}}, {"traffic.load", {"0.1", "0.2"}}};
  const std::vector<SweepEstimate> estimates{{{"y", "0.1"}, {{0.1, 20}, {0.3, 70}}}};
  const SweepPlot before = lay_out_plot("t", axes, {}, estimates);
  ASSERT_EQ(before.curves.size(), 1U);
  EXPECT_EQ(before.curves[0].label, "y");
  EXPECT_EQ(before.curves[0].estimate.size(), 2U);
  const std::string script = gnuplot_script(before, "sweep");
  EXPECT_NE(script.find("$estimate0 << END\n0.1 20\n0.3 70\nEND"), std::string::npos) << script;
  EXPECT_NE(script.find("$estimate0 using 1:2 with lines"), std::string::npos);
  EXPECT_NE(script.find("set xrange [0:0.312]"), std::string::npos) << script;
  EXPECT_EQ(script.find("$curve0"), std::string::npos) << "there are no points";

  const PointResult run = run_of(0.1, "stable", 20);
  const SweepPlot after = lay_out_plot("t", axes, rows_of(axes, {run, run, run, run}), estimates);
  ASSERT_EQ(after.curves.size(), 2U);
  const auto curve = [&](const char* label) {
    return *std::ranges::find(after.curves, label, &SweepPlot::Curve::label);
  };
  EXPECT_TRUE(curve("x").estimate.empty());
  EXPECT_EQ(curve("y").estimate.size(), 2U);
  EXPECT_EQ(curve("y").points.size(), 2U);
}

TEST(SweepPlot, HasEstimatesInThePictureOfTheirValue) {
  const std::vector<SweepAxis> axes{{"router.kind", {"x", "y"}}, {"traffic.load", {"0.1"}}};
  const PointResult run = run_of(0.1, "stable", 20);
  const auto pictures =
      lay_out_plots("t", axes, rows_of(axes, {run, run}), "router.kind", {{{"y", "0.1"}, {{0.1, 20}}}});
  EXPECT_TRUE(pictures.at(0).plot.curves.at(0).estimate.empty());
  EXPECT_EQ(pictures.at(1).plot.curves.at(0).estimate.size(), 1U);
}

TEST(SweepPlot, KnowsCurvesByTheirValuesAndNotByTheirLabels) {
  const PointResult low = run_of(0.1, "stable", 20);
  const PointResult high = run_of(0.2, "stable", 30);
  const SweepPlot plot =
      plot_of({{kConfigAxis, {"a/net.yaml", "b/net.yaml", "b/other.yaml"}}, {"traffic.load", {"0.1", "0.2"}}},
              {low, high, low, high, low, high});
  ASSERT_EQ(plot.curves.size(), 3U);
  EXPECT_EQ(plot.curves[0].label, "a/net");
  EXPECT_EQ(plot.curves[1].label, "b/net");
  EXPECT_EQ(plot.curves[2].label, "other");
  for (const SweepPlot::Curve& curve : plot.curves)
    EXPECT_EQ(places_of(curve), (std::vector<double>{0.1, 0.2})) << curve.label;
}

TEST(SweepPlot, GivesEveryPictureAFileOfItsOwn) {
  const PointResult run = run_of(0.1, "stable", 20);
  const std::vector<SweepAxis> axes{{"traffic.pattern", {"hot spot", "hot_spot", "hot-spot"}},
                                    {"traffic.load", {"0.1"}}};
  const auto pictures = lay_out_plots("t", axes, rows_of(axes, {run, run, run}), "traffic.pattern");
  EXPECT_EQ(pictures.at(0).stem, "sweep_hot_spot");
  EXPECT_EQ(pictures.at(1).stem, "sweep_hot_spot_2");
  EXPECT_EQ(pictures.at(2).stem, "sweep_hot-spot");
}

TEST(SweepPlot, OfSeveralConfigurationsNamesPicturesByTheirFiles) {
  const PointResult run = run_of(0.1, "stable", 20);
  const std::vector<SweepAxis> axes{{kConfigAxis, {"a/net.yaml", "b/net.yaml"}}, {"traffic.load", {"0.1"}}};
  const auto pictures = lay_out_plots("t", axes, rows_of(axes, {run, run}), kConfigAxis);
  EXPECT_EQ(pictures.at(0).stem, "sweep_a_net");
  EXPECT_EQ(pictures.at(1).plot.title, "t: config = b/net");
}

TEST(SweepPlot, TakesTheMeanOverSeedsAndItsInterval) {
  const SweepPlot plot = plot_of({{"seed", {"1", "2", "3"}}, {"traffic.load", {"0.1", "0.2"}}},
                                 {run_of(0.10, "stable", 20), run_of(0.20, "stable", 30),  // seed 1
                                  run_of(0.11, "stable", 22), run_of(0.20, "stable", 30),  // seed 2
                                  run_of(0.12, "stable", 27), run_of(0.20, "stable", 30)});
  EXPECT_EQ(plot.seeds, 3U);
  EXPECT_EQ(plot.legend, "");
  ASSERT_EQ(plot.curves.size(), 1U);
  ASSERT_EQ(plot.curves[0].points.size(), 2U);
  const PlottedPoint& point = plot.curves[0].points[0];
  EXPECT_DOUBLE_EQ(point.x, 0.11);
  EXPECT_DOUBLE_EQ(point.latency.value(), 23);
  EXPECT_NEAR(point.latency_ci95, 4.302653 * std::sqrt(13.0 / 3), 1e-5);  // t of 2 degrees; variance 13.
  EXPECT_DOUBLE_EQ(point.accepted, 0.11);
  EXPECT_NEAR(point.accepted_ci95, 4.302653 * 0.01 / std::sqrt(3.0), 1e-7);
  EXPECT_EQ(plot.curves[0].points[1].latency_ci95, 0);
}

TEST(SweepPlot, HasNoMeanLatencyOverSeedsOfWhichOneIsNotStable) {
  const SweepPlot plot = plot_of({{"seed", {"1", "2"}}, {"traffic.load", {"0.9"}}},
                                 {run_of(0.9, "stable", 20), run_of(0.9, "unstable", 500)});
  EXPECT_EQ(plot.curves.at(0).points.at(0).stability, Stability::Unstable);
  EXPECT_FALSE(plot.curves.at(0).points.at(0).latency);
}

TEST(SweepPlot, HasNoIntervalWhereNotAllSeedsRan) {
  const std::vector<SweepAxis> axes{{"traffic.load", {"0.1"}}, {"seed", {"1", "2", "3"}}};
  std::vector<SweepRow> rows;
  for (const char* seed : {"1", "2"})
    rows.push_back({{"0.1", seed}, run_of(0.1, "stable", *seed == '1' ? 10 : 30)});
  const SweepPlot plot = lay_out_plot("t", axes, rows);
  ASSERT_EQ(plot.curves.at(0).points.size(), 1U);
  EXPECT_EQ(plot.curves.at(0).points.at(0).latency, 20);
  EXPECT_EQ(plot.curves.at(0).points.at(0).latency_ci95, 0);
}

TEST(SweepPlot, LeavesOutSeedsWithoutResults) {
  const SweepPlot plot =
      plot_of({{"seed", {"1", "2"}}, {"traffic.load", {"0.1"}}}, {run_of(0.1, "stable", 20), error()});
  EXPECT_EQ(plot.curves.at(0).points.at(0).latency, 20);
}

TEST(SweepPlot, StandsAgainstAnythingRatherThanSeeds) {
  const PointResult run = run_of(0.1, "stable", 20);
  const std::vector<PointResult> four{run, run, run, run};
  const SweepPlot depths = plot_of({{"seed", {"1", "2"}}, {"router.input_depth", {"4", "8"}}}, four);
  EXPECT_EQ(depths.x_label, "router.input_depth (flits)");
  const SweepPlot configs =
      plot_of({{"seed", {"1", "2"}}, {kConfigAxis, {"a/net.yaml", "b/net.yaml"}}}, four);
  EXPECT_TRUE(configs.categories);
  EXPECT_EQ(configs.ticks.at(0).label, "a/net");
  EXPECT_EQ(configs.seeds, 2U);
  const SweepPlot seeds = plot_of({{"seed", {"1", "2"}}}, {run, run});
  EXPECT_TRUE(seeds.categories) << "which seed is greater means nothing";
  EXPECT_EQ(seeds.seeds, 1U);
  EXPECT_EQ(seeds.curves.at(0).points.size(), 2U);
}

}  // namespace
}  // namespace switchyard
