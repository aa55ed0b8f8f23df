#include "hw/topology/metrics.h"

#include <stdexcept>

#include <gtest/gtest.h>

#include "tests/support/graphs.h"

namespace switchyard {
namespace {

TopologyMetrics full_duplex(const Topology& topology) { return measure(topology, /*half_duplex=*/false); }

TEST(Metrics, OfAnEightByEightTorusAreTheTextbooks) {
  const TopologyMetrics metrics = full_duplex(build_torus({{8, 8}}));
  EXPECT_EQ(metrics.diameter, 8);
  EXPECT_DOUBLE_EQ(metrics.mean_distance, 4.0 * 64 / 63);
  EXPECT_EQ(metrics.bisection, 32);
  EXPECT_TRUE(metrics.bisection_exact);
  EXPECT_DOUBLE_EQ(metrics.capacity, 1.0);
}

TEST(Metrics, OfAMeshAreSetByItsLongestDimension) {
  const TopologyMetrics metrics = full_duplex(build_mesh({{4, 16}}));
  EXPECT_EQ(metrics.diameter, 3 + 15);
  EXPECT_EQ(metrics.bisection, 8);
  EXPECT_DOUBLE_EQ(metrics.capacity, 0.25);
}

TEST(Metrics, OfAHypercubeDoNotDependOnItsSizeButForTheDistances) {
  const TopologyMetrics metrics = full_duplex(build_hypercube({6}));
  EXPECT_EQ(metrics.diameter, 6);
  EXPECT_DOUBLE_EQ(metrics.mean_distance, 3.0 * 64 / 63);
  EXPECT_EQ(metrics.bisection, 64);
  EXPECT_DOUBLE_EQ(metrics.capacity, 2.0);
}

TEST(Metrics, OfATorusOfRadixTwoCountBothParallelLinks) {
  const TopologyMetrics metrics = full_duplex(build_torus({{2}}));
  EXPECT_EQ(metrics.bisection, 4);
  EXPECT_DOUBLE_EQ(metrics.capacity, 4.0);
}

TEST(Metrics, HalfDuplexLinksCarryHalf) {
  for (const Topology& topology : {build_torus({{4, 4}}), build_custom({3, {{0, 1}, {1, 2}}})}) {
    EXPECT_DOUBLE_EQ(measure(topology, /*half_duplex=*/true).capacity, full_duplex(topology).capacity / 2);
  }
}

TEST(Metrics, OfAStarAreBoundedByTheMeanLoadOnItsLinks) {  // 6 channels for 18 hops of 4 * 4 pairs.
  const TopologyMetrics metrics = full_duplex(build_custom({4, {{0, 1}, {0, 2}, {0, 3}}}));
  EXPECT_EQ(metrics.diameter, 2);
  EXPECT_DOUBLE_EQ(metrics.mean_distance, 18.0 / 12);
  EXPECT_EQ(metrics.bisection, 4);
  EXPECT_DOUBLE_EQ(metrics.capacity, 6 * 4 / 18.0);
}

TEST(Metrics, OfTwoTrianglesAreBoundedByTheLinkThatJoinsThem) {  // It carries 3 * 3 of 6 * 6 pairs.
  const TopologyMetrics metrics =
      full_duplex(build_custom({6, {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}, {0, 3}}}));
  EXPECT_EQ(metrics.bisection, 2);
  EXPECT_DOUBLE_EQ(metrics.capacity, 1 / (3.0 * 3 / 6));
}

TEST(Metrics, OfALargeGraphSayThatTheCutWasSearched) {
  const TopologyMetrics metrics = full_duplex(build_custom(links_of(build_torus({{8, 8}}))));
  EXPECT_FALSE(metrics.bisection_exact);
  EXPECT_EQ(metrics.bisection, 32);
}

TEST(Metrics, NeedAConnectedGraphOfTwoNodes) {
  EXPECT_THROW(full_duplex(build_custom({4, {{0, 1}, {2, 3}}})), std::logic_error);
  EXPECT_THROW(full_duplex(build_custom({1, {}})), std::logic_error);
}

TEST(Metrics, HopsAreCountedFromOneNodeAndMissingWhereThereIsNoWay) {
  EXPECT_EQ(hops_from(build_custom({5, {{2, 0}, {0, 1}, {3, 1}}}), 2), (std::vector{1, 2, 0, 3, -1}));
}

}  // namespace
}  // namespace switchyard
