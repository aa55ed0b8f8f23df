#include "testbench/mesh/many_to_one_oracle.h"

#include <gtest/gtest.h>

#include "testbench/mesh/mesh_algorithm.h"

namespace switchyard {
namespace {

/// The paper's Figure 3: a 5 x 5 mesh before and after sorting; (row, column), from 1.
struct Pair {
  NodeId row, column;
};
constexpr Pair kBefore[25] = {{2, 5}, {4, 1}, {1, 1}, {2, 3}, {1, 1}, {2, 5}, {1, 1}, {2, 3}, {1, 1},
                              {2, 5}, {1, 2}, {2, 5}, {2, 5}, {1, 1}, {1, 1}, {2, 5}, {1, 2}, {4, 1},
                              {4, 1}, {1, 2}, {1, 1}, {4, 1}, {1, 1}, {1, 2}, {1, 1}};
constexpr Pair kAfter[25] = {{1, 1}, {1, 2}, {1, 2}, {2, 5}, {2, 5}, {1, 1}, {1, 1}, {1, 2}, {2, 5},
                             {4, 1}, {1, 1}, {1, 1}, {1, 2}, {2, 5}, {4, 1}, {1, 1}, {1, 1}, {2, 3},
                             {2, 5}, {4, 1}, {1, 1}, {1, 1}, {2, 3}, {2, 5}, {4, 1}};

std::vector<NodeId> nodes(const Pair (&pairs)[25]) {
  std::vector<NodeId> nodes;
  for (const Pair& pair : pairs) nodes.push_back((pair.row - 1) * 5 + pair.column - 1);
  return nodes;
}

TEST(ManyToOneOracle, SortsThePapersFigure3) {
  const ManyToOneOracle oracle(5, nodes(kBefore));
  EXPECT_EQ(oracle.most(), 9U);
  EXPECT_EQ(oracle.sorted(oracle.all(), /*row_major=*/true), nodes(kAfter));
}

TEST(ManyToOneOracle, SortsColumnMajorAlongRows) {
  const ManyToOneOracle oracle(2, {3, 1, 2, 1});
  EXPECT_EQ(oracle.sorted(oracle.all(), /*row_major=*/false), (std::vector<NodeId>{2, 1, 3, 1}));
  EXPECT_EQ(oracle.sorted({0, 1, 1, 0}, /*row_major=*/false), (std::vector<NodeId>{2, 1, kNoNode, kNoNode}));
}

TEST(ManyToOneOracle, PaintsTheFirstPacketsOfEveryRow) {
  const ManyToOneOracle oracle(2, {0, 0, 1, 1});
  EXPECT_EQ(oracle.black(3), (std::vector<std::uint32_t>{2, 1, 0, 0}));
  EXPECT_EQ(oracle.combined(), (std::vector<std::uint32_t>{1, 1, 0, 0}));
}

TEST(MeshAlgorithm, PaintsAsManyPacketsAsTheLeastIntegerThatIsNotBelowSideTimesTheRoot) {
  EXPECT_EQ(black_packets(8, 1), 8U);
  EXPECT_EQ(black_packets(8, 2), 12U);  // 11.3
  EXPECT_EQ(black_packets(8, 4), 16U);
  EXPECT_EQ(black_packets(7, 3), 13U);  // 12.1
  EXPECT_EQ(black_packets(256, 65536), 65536U);
}

TEST(MeshAlgorithm, ComputingTheMaximumTakesFourSidesBesides) {
  for (const int side : {4, 9, 128}) {
    const Mesh16Config mesh{.side = side,
                            .sort = std::make_shared<const SnakeSort>(SnakeSort::shearsort(side))};
    const auto cycles = [&](bool computes) {
      Cycle sum = 0;
      for (const MeshPhase& phase : MeshAlgorithm{MeshAlgorithm::Kind::ManyToOne, computes}.phases(mesh, 4))
        sum += phase.cycles();
      return sum;
    };
    EXPECT_EQ(cycles(true) - cycles(false), static_cast<Cycle>(4 * side));
  }
}

}  // namespace
}  // namespace switchyard
