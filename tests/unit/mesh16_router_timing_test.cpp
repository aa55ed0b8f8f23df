#include <gtest/gtest.h>

#include "hw/topology/grid.h"
#include "tests/support/mesh_bench.h"

namespace switchyard {
namespace {

/// All packets to one node, some already there: all but `from` are at home at once.
std::vector<NodeId> one_packet(int side, NodeId from, NodeId to) {
  std::vector<NodeId> destinations;
  for (NodeId node = 0; node < static_cast<NodeId>(side * side); ++node)
    destinations.push_back(node == from ? to : node);
  return destinations;
}

MeshSetup routing(int side, MeshAlgorithm::Kind kind) {
  MeshSetup setup;
  setup.side = side;
  setup.workload.algorithm.kind = kind;
  return setup;
}

TEST(Mesh16RouterTiming, APacketTakesACyclePerHop) {
  for (const auto kind : {MeshAlgorithm::Kind::RouteColumns, MeshAlgorithm::Kind::RouteRows}) {
    for (const NodeId from : {0U, 3U, 12U, 24U}) {
      for (NodeId to = 0; to < 25; ++to) {
        if (from == to) continue;
        const MeshSetup setup = routing(5, kind);
        MeshBench bench(setup, mesh_design(setup), one_packet(5, from, to));
        ASSERT_TRUE(bench.run()) << bench.failure();
        const auto distance =
            static_cast<Cycle>(bench.parts.design.topology->shape<Grid>()->distance(from, to));
        EXPECT_EQ(bench.routing_steps, std::vector{distance}) << from << ' ' << to;
      }
    }
  }
}

TEST(Mesh16RouterTiming, AStreamPassesAtFullRate) {
  // All packets of a column go to its end: the last comes after as many steps as there are packets before it.
  for (const int side : {3, 8, 20}) {
    const MeshSetup setup = routing(side, MeshAlgorithm::Kind::RouteColumns);
    const auto width = static_cast<NodeId>(side);
    std::vector<NodeId> destinations;
    for (NodeId node = 0; node < width * width; ++node)
      destinations.push_back((width - 1) * width + node % width);
    MeshBench bench(setup, mesh_design(setup), destinations);
    ASSERT_TRUE(bench.run()) << bench.failure();
    EXPECT_EQ(bench.routing_steps, std::vector{static_cast<Cycle>(side - 1)});
  }
}

TEST(Mesh16RouterTiming, APairOfBuffersFillsAndEmptiesWithoutAGapWhenItsWayOpens) {
  // One row goes to its end; there, packets of the last column turn into nothing but arrive straight.
  const MeshSetup setup = routing(12, MeshAlgorithm::Kind::RouteColumns);
  std::vector<NodeId> destinations;
  for (NodeId node = 0; node < 144; ++node) destinations.push_back(143);
  MeshBench bench(setup, mesh_design(setup), destinations);
  ASSERT_TRUE(bench.run()) << bench.failure();
  // 132 packets come over the last link of the row, one per cycle from the cycle on in which the first comes.
  EXPECT_EQ(bench.routing_steps, std::vector<Cycle>{132});
}

}  // namespace
}  // namespace switchyard
