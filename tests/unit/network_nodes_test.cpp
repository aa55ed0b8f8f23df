#include "testbench/report/network_nodes.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hw/topology/builders.h"
#include "hw/topology/multistage.h"
#include "testbench/file/csv.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

/// The rows of network_nodes_csv(), by the names of their columns.
std::vector<std::map<std::string, std::string>> node_rows(const Topology& topology) {
  const TemporaryFolder folder;
  std::ofstream(folder / "nodes.csv") << network_nodes_csv(topology);
  const auto rows = read_csv(folder / "nodes.csv");
  std::vector<std::map<std::string, std::string>> found;
  for (std::size_t i = 1; i < rows.size(); ++i)
    for (std::size_t c = 0; c < rows[i].size(); ++c) {
      found.resize(i);
      found[i - 1][rows[0][c]] = rows[i][c];
    }
  return found;
}

TEST(NetworkNodes, OfAGridStandInItsPlaces) {
  const auto nodes = node_rows(build_torus({.radix = {5, 3}}));
  ASSERT_EQ(nodes.size(), 15U);
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    const double pitch = std::stod(nodes[1].at("x"));
    EXPECT_DOUBLE_EQ(std::stod(nodes[n].at("x")), static_cast<double>(n % 5) * pitch);
    EXPECT_DOUBLE_EQ(std::stod(nodes[n].at("y")), static_cast<double>(n / 5) * pitch);
    EXPECT_EQ(nodes[n].at("label"), "(" + std::to_string(n % 5) + "," + std::to_string(n / 5) + ")");
    EXPECT_EQ(nodes[n].at("ports"), "x_up x_down y_up y_down terminal");
    EXPECT_EQ(nodes[n].at("sends"), std::to_string(n));
    EXPECT_EQ(nodes[n].at("receives"), std::to_string(n));
  }
}

TEST(NetworkNodes, OfNetworksOfStagesStandInThem) {
  const auto nodes = node_rows(build_multistage({.wiring = Wiring::Omega, .terminals = 16}));
  std::map<std::string, std::set<std::string>> rows_of_stage;
  for (const auto& node : nodes) {
    EXPECT_TRUE(rows_of_stage[node.at("x")].insert(node.at("y")).second) << "two nodes in one place";
    EXPECT_TRUE(node.at("label").starts_with("stage "));
  }
  ASSERT_EQ(rows_of_stage.size(), 4U);
  EXPECT_EQ(nodes.front().at("receives"), "") << "terminals send to the first stage,";
  EXPECT_EQ(nodes.back().at("sends"), "") << "and receive from the last";
  for (const auto& [x, rows] : rows_of_stage) EXPECT_EQ(rows.size(), 8U);
}

TEST(NetworkNodes, HaveAllTheirTerminals) {
  const auto nodes = node_rows(build_mesh({.radix = {2, 2}, .concentration = 3}));
  EXPECT_EQ(nodes[0].at("sends"), "0 1 2");
  EXPECT_EQ(nodes[3].at("receives"), "9 10 11");
}

TEST(NetworkNodes, OfAGraphHaveNoPlaces) {
  for (const auto& node : node_rows(build_shuffle_exchange({.dimensions = 3}))) {
    EXPECT_EQ(node.at("x"), "");
    EXPECT_EQ(node.at("y"), "");
    EXPECT_EQ(node.at("label"), "");
  }
}

}  // namespace
}  // namespace switchyard
