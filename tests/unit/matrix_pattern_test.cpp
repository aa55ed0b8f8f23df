#include "testbench/traffic/matrix_pattern.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <sstream>

#include "tests/support/chi_square.h"
#include "tests/support/dice.h"

namespace switchyard {
namespace {

using Matrix = std::vector<std::vector<double>>;

/// With zeros, whole rows of them, and weights of nodes for themselves.
Matrix random_matrix(Dice& dice, NodeId nodes) {
  Matrix matrix(nodes, std::vector<double>(nodes, 0));
  for (auto& row : matrix) {
    const bool silent = dice.chance(0.2);
    for (double& weight : row) {
      const bool none = dice.chance(0.4);
      const double drawn = dice.between(1, 1000) / 8.0;
      if (!silent && !none) weight = drawn;
    }
  }
  matrix[0][1] = 2.5;  // Somebody sends.
  return matrix;
}

std::vector<MatrixEntry> entries_of(const Matrix& matrix) {
  std::vector<MatrixEntry> entries;
  for (NodeId source = 0; source < matrix.size(); ++source) {
    for (NodeId destination = 0; destination < matrix.size(); ++destination)
      entries.push_back({source, destination, matrix[source][destination]});
  }
  return entries;
}

/// Of a row, without the weight of the node for itself.
double sum_of(const Matrix& matrix, NodeId source) {
  return std::accumulate(matrix[source].begin(), matrix[source].end(), 0.0) - matrix[source][source];
}

TEST(MatrixPattern, DrawsDestinationsByTheWeightsOfTheRow) {
  Dice dice(1);
  for (const NodeId nodes : {2, 3, 9, 40}) {
    const Matrix matrix = random_matrix(dice, nodes);
    const MatrixPattern pattern(nodes, entries_of(matrix));
    for (NodeId source = 0; source < nodes; ++source) {
      RandomStream stream(7, source, Purpose::Destination);
      const double sum = sum_of(matrix, source);
      constexpr int kDraws = 20000;
      std::vector<double> count(nodes, 0);
      for (int i = 0; i < kDraws; ++i) {
        const std::optional<NodeId> drawn = pattern.destination(source, stream);
        ASSERT_EQ(drawn.has_value(), sum > 0);
        if (drawn) ++count[*drawn];
      }
      std::vector<double> observed, expected;
      for (NodeId to = 0; to < nodes && sum > 0; ++to) {
        const double share = to == source ? 0 : matrix[source][to] / sum;
        EXPECT_NEAR(pattern.probability(source, to), share, 1e-12);
        if (share == 0) {
          ASSERT_EQ(count[to], 0) << source << " to " << to;
        } else if (share * kDraws >= 5) {
          observed.push_back(count[to]);
          expected.push_back(share * kDraws);
        }
      }
      if (observed.size() > 1) {
        EXPECT_LT(chi_square(observed, expected), chi_square_limit(observed.size()));
      }
    }
  }
}

TEST(MatrixPattern, RatesAreTheSumsOfTheRowsOverTheLargest) {
  Dice dice(2);
  for (int round = 0; round < 20; ++round) {
    const auto nodes = static_cast<NodeId>(dice.between(2, 12));
    const Matrix matrix = random_matrix(dice, nodes);
    const MatrixPattern pattern(nodes, entries_of(matrix));
    double largest = 0;
    for (NodeId source = 0; source < nodes; ++source) largest = std::max(largest, sum_of(matrix, source));
    for (NodeId source = 0; source < nodes; ++source)
      EXPECT_NEAR(pattern.rate(source), sum_of(matrix, source) / largest, 1e-12);
  }
}

std::vector<std::string> faults_of(const std::string& text, NodeId nodes = 3) {
  std::istringstream stream(text);
  std::vector<std::string> faults;
  read_matrix(stream, "m.csv", nodes, faults);
  return faults;
}

std::vector<MatrixEntry> read(const std::string& text, NodeId nodes = 3) {
  std::istringstream stream(text);
  std::vector<std::string> faults;
  const std::vector<MatrixEntry> entries = read_matrix(stream, "m.csv", nodes, faults);
  EXPECT_EQ(faults, std::vector<std::string>{});
  return entries;
}

TEST(MatrixPattern, ReadsASquareAndAListAlike) {
  const MatrixPattern square(3, read("# weights\n0, 1.5 ,0\n2e3,7,.5\n\n0,0,0  # silent\n"));
  const MatrixPattern list(3, read("source, destination,weight\n1,2,0.5\n1,0,2000\n2,1,0\n0,1,1.5\n"));
  for (NodeId source = 0; source < 3; ++source) {
    EXPECT_EQ(square.rate(source), list.rate(source));
    for (NodeId to = 0; to < 3; ++to)
      EXPECT_EQ(square.probability(source, to), list.probability(source, to)) << source << ' ' << to;
  }
  EXPECT_EQ(square.rate(1), 1);
  EXPECT_DOUBLE_EQ(square.probability(1, 0), 2000 / 2000.5);
  EXPECT_EQ(square.probability(1, 1), 0);
}

using Faults = std::vector<std::string>;

TEST(MatrixPattern, SaysWhatIsWrongInASquare) {
  EXPECT_EQ(faults_of("0,1,1\n0,x,1\n0,-1,1\n"),
            (Faults{"m.csv:2:3: error: weight to 1 = 'x' is not a number",
                    "m.csv:3:3: error: weight to 1 = -1 is out of range: 0..1e+100"}));
  EXPECT_EQ(
      faults_of("0,1\n0,1,1,4\n0,0,inf\n"),
      (Faults{"m.csv:1:4: error: row 0 has 2 of 3 columns", "m.csv:2:7: error: '4' is one field too many",
              "m.csv:3:5: error: weight to 2 = inf is out of range: 0..1e+100"}));
  EXPECT_EQ(faults_of("0,1,1\n0,0,0\n"), (Faults{"m.csv:2:1: error: the file ends after 2 of 3 rows"}));
  EXPECT_EQ(faults_of("0,1,1\n0,0,0\n0,0,0\n0,0,0\n"),
            (Faults{"m.csv:4:1: error: the network has only 3 terminals, and each has its row"}));
  EXPECT_EQ(faults_of("5,0,0\n0,5,0\n0,0,5\n"), (Faults{"m.csv:3:1: error: no terminal sends to another"}));
  EXPECT_EQ(faults_of(""), (Faults{"m.csv:1:1: error: the file ends after 0 of 3 rows"}));
}

TEST(MatrixPattern, SaysWhatIsWrongInAList) {
  const std::string header = "source,destination,weight\n";
  EXPECT_EQ(faults_of(header + "0,3,1\n0,1\n0,1,nan\n0,1,1,1\n"),
            (Faults{"m.csv:2:3: error: destination = 3 is out of range: 0..2",
                    "m.csv:3:4: error: weight is missing",
                    "m.csv:4:5: error: weight = nan is out of range: 0..1e+100",
                    "m.csv:5:7: error: '1' is one field too many"}));
  EXPECT_EQ(faults_of(header + "0,1,1\n1,0,1\n0,1,2\n"),
            (Faults{"m.csv:4:1: error: 0 to 1 has its weight already"}));
  EXPECT_EQ(faults_of(header), (Faults{"m.csv:1:1: error: no terminal sends to another"}));
}

}  // namespace
}  // namespace switchyard
