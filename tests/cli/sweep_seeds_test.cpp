#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "tests/support/sweep_command.h"

namespace switchyard {
namespace {

using SweepSeeds = SweepCommand;

/// Of three samples: the 0.975 quantile of Student's t for two degrees of freedom is 4.30265.
struct OfThree {
  double mean = 0;
  double ci95 = 0;
};
OfThree of_three(const std::vector<double>& x) {
  const double mean = (x[0] + x[1] + x[2]) / 3;
  const double variance =
      (std::pow(x[0] - mean, 2) + std::pow(x[1] - mean, 2) + std::pow(x[2] - mean, 2)) / 2;
  return {mean, 4.30265 * std::sqrt(variance / 3)};
}

TEST_F(SweepSeeds, RunsSeedsFromOneOnAndWritesTheMeanOfEachFigureOverThem) {
  const CommandResult result = sweep(
      {"--seeds", "3", "--over", "traffic.load=0.1,0.3", "--over", "routing.kind=duato,dimension_order"});
  ASSERT_EQ(result.status, 0) << result.err;
  std::map<std::string, std::map<std::string, std::vector<double>>> samples;  // [combination][figure]
  std::map<std::string, std::string> seeds;
  for (const Row& row : table_of(out_ / "sweep.csv")) {
    const std::string combination = row.at("traffic.load") + row.at("routing.kind");
    seeds[combination] += row.at("seed");
    for (const char* figure :
         {"offered", "accepted", "accepted_min_node", "latency_mean", "latency_p99", "hops_mean"})
      samples[combination][figure].push_back(std::stod(row.at(figure)));
  }
  const std::vector<Row> means = table_of(out_ / "sweep_means.csv");
  ASSERT_EQ(means.size(), 4U);
  for (const Row& row : means) {
    const std::string combination = row.at("traffic.load") + row.at("routing.kind");
    EXPECT_EQ(seeds.at(combination), "123");
    EXPECT_EQ(row.at("runs"), "3");
    EXPECT_EQ(row.at("outcomes"), "3 stable");
    EXPECT_FALSE(row.contains("seed"));
    EXPECT_FALSE(row.contains("event_hash"));
    for (const auto& [figure, three] : samples.at(combination)) {
      EXPECT_NEAR(std::stod(row.at(figure)), of_three(three).mean, 1e-5 * of_three(three).mean) << figure;
      EXPECT_NEAR(std::stod(row.at(figure + "_ci95")), of_three(three).ci95, 5e-3 * of_three(three).ci95)
          << figure;
    }
  }
}

TEST_F(SweepSeeds, CountsHowTheRunsEnded) {
  ASSERT_EQ(sweep({"--seeds", "2", "--over", "traffic.load=0.1,1"}).status, 0);
  const std::vector<Row> means = table_of(out_ / "sweep_means.csv");
  EXPECT_EQ(means.at(0).at("outcomes"), "2 stable");
  EXPECT_EQ(means.at(1).at("outcomes"), "2 unstable");
  EXPECT_NE(means.at(0).at("latency_mean"), "");
  for (const char* figure : {"latency_mean", "latency_mean_ci95", "latency_p99"})
    EXPECT_EQ(means.at(1).at(figure), "") << "of queues that grow";
  EXPECT_NE(means.at(1).at("accepted"), "");
}

TEST_F(SweepSeeds, SayWhereASearchFoundNoStableLoadOrNoUnstableOne) {
  const std::vector<std::string> search{"--seeds", "2", "--saturation", "--tolerance", "0.05", "--set"};
  const auto means_with = [&](const std::string& setting) {
    std::vector<std::string> arguments = search;
    arguments.push_back(setting);
    EXPECT_EQ(sweep(arguments).status, 0);
    return table_of(out_ / "saturation_means.csv").at(0);
  };
  const Row undecided = means_with("measure={warmup: 0, cycles: 300}");
  EXPECT_EQ(undecided.at("outcomes"), "2 undecided between two loads") << undecided.at("load");
  EXPECT_GT(std::stod(undecided.at("unstable_load")), std::stod(undecided.at("load")) + 0.05);
  const Row none = means_with("measure={warmup: 0, cycles: 19}");
  EXPECT_EQ(none.at("outcomes"), "2 no stable load");
  for (const char* figure : {"load", "load_ci95", "unstable_load", "accepted"})
    EXPECT_EQ(none.at(figure), "");
}

TEST_F(SweepSeeds, APercentSignInAValueIsNoFormat) {
  const CommandResult result = sweep({"--over", "measure.precision=5 %,10 %"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_TRUE(std::filesystem::exists(out_ / "sweep.png"));
}

TEST_F(SweepSeeds, AnAxisOfSeedsHasMeansTooAndASweepWithoutHasNone) {
  ASSERT_EQ(sweep({"--over", "seed=5,9", "--over", "traffic.load=0.1,0.2"}).status, 0);
  EXPECT_EQ(table_of(out_ / "sweep_means.csv").size(), 2U);
  ASSERT_EQ(sweep({"--over", "traffic.load=0.1,0.2"}).status, 0);
  EXPECT_FALSE(std::filesystem::exists(out_ / "sweep_means.csv")) << "that of the earlier sweep";
}

TEST_F(SweepSeeds, SearchesTheSaturationOfEverySeed) {
  ASSERT_EQ(
      sweep({"--seeds", "3", "--saturation", "--tolerance", "0.1", "--over", "topology.kind=torus,mesh"})
          .status,
      0);
  std::map<std::string, std::vector<double>> accepted;
  for (const Row& row : table_of(out_ / "saturation.csv"))
    accepted[row.at("topology.kind")].push_back(std::stod(row.at("accepted")));
  for (const Row& row : table_of(out_ / "saturation_means.csv")) {
    const OfThree expected = of_three(accepted.at(row.at("topology.kind")));
    EXPECT_NEAR(std::stod(row.at("accepted")), expected.mean, 1e-5);
    EXPECT_NEAR(std::stod(row.at("accepted_ci95")), expected.ci95, 5e-3 * expected.ci95);
  }
  ASSERT_EQ(sweep({"--saturation", "--tolerance", "0.1"}).status, 0);
  EXPECT_FALSE(std::filesystem::exists(out_ / "saturation_means.csv")) << "that of the earlier search";
}

TEST_F(SweepSeeds, RefusesWhatContradictsThem) {
  expect_refused({"--seeds", "3", "--over", "seed=1,2"}, "--over seed contradicts --seeds");
  expect_refused({"--seeds", "3", "--set", "seed=7"}, "--set seed=7 would be overridden by --seeds");
  for (const char* count : {"0", "-2", "two", "1.5", "100000"})
    EXPECT_EQ(sweep({"--seeds", count}).status, 2) << count;
}

}  // namespace
}  // namespace switchyard
