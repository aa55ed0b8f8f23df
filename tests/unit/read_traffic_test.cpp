#include "testbench/traffic/read_traffic.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <tuple>

#include "testbench/inspect/design_figures.h"
#include "tests/support/dice.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

constexpr NodeId kSide = 4;
constexpr NodeId kNodes = kSide * kSide;
using Matrix = std::vector<std::vector<double>>;

/// Flits per cycle from everyone to everyone, as the words of the manual have it.
Matrix uniform() { return Matrix(kNodes, std::vector<double>(kNodes, 1.0 / (kNodes - 1))); }
Matrix to_partner(NodeId (*partner)(NodeId, NodeId)) {
  Matrix matrix(kNodes, std::vector<double>(kNodes, 0));
  for (NodeId node = 0; node < kNodes; ++node) matrix[node][partner(node % kSide, node / kSide)] = 1;
  return matrix;
}
Matrix transpose() {
  return to_partner([](NodeId x, NodeId y) { return x * kSide + y; });
}
Matrix complement() {
  return to_partner([](NodeId x, NodeId y) { return kNodes - 1 - (y * kSide + x); });
}

/// One flow of random traffic: its keys, and what it adds to the matrix at load 1.
struct Piece {
  std::string keys;
  Matrix flits;
  int length;
};

Piece random_piece(Dice& dice, const std::filesystem::path& folder, int number) {
  Piece piece;
  const int kind = dice.between(0, 3);
  if (kind == 0) piece = {"pattern: uniform", uniform(), 1};
  if (kind == 1) piece = {"pattern: transpose", transpose(), 1};
  if (kind == 2) piece = {"pattern: complement", complement(), 1};
  bool own_rates = kind != 3;
  if (kind == 3) {
    const std::string file = (folder / fmt::format("m{}.csv", number)).string();
    std::ofstream text(file);
    piece = {"pattern: matrix, matrix_file: " + file, Matrix(kNodes, std::vector<double>(kNodes, 0)), 1};
    double largest = 0;
    for (NodeId from = 0; from < kNodes; ++from) {
      double sum = 0;
      for (NodeId to = 0; to < kNodes; ++to) {
        const int weight = dice.chance(0.5) ? 0 : dice.between(0, 9);
        piece.flits[from][to] = weight;
        if (from != to) sum += weight;
        text << (to == 0 ? "" : ",") << weight;
      }
      text << '\n';
      largest = std::max(largest, sum);
      own_rates = false;
    }
    if (dice.chance(0.5)) {
      piece.keys += ", rates: equal";
      for (NodeId from = 0; from < kNodes; ++from) {
        double sum = 0;
        for (NodeId to = 0; to < kNodes; ++to) sum += from == to ? 0 : piece.flits[from][to];
        for (double& weight : piece.flits[from]) weight = sum == 0 ? 0 : weight / sum;
      }
    } else {
      for (auto& row : piece.flits) {
        for (double& weight : row) weight /= largest;
      }
    }
  }
  for (NodeId node = 0; node < kNodes; ++node) piece.flits[node][node] = 0;
  if (own_rates && dice.chance(0.5)) {
    piece.keys += ", rates: [{terminals: '0-3,9', rate: 0.25}, {terminals: 3, rate: 0}]";
    for (NodeId node = 0; node < kNodes; ++node) {
      const double rate = node == 3 ? 0 : node < 3 || node == 9 ? 0.25 : 1;
      for (double& flits : piece.flits[node]) flits *= rate;
    }
  }
  piece.length = dice.between(1, 6);
  piece.keys += fmt::format(", packet_length: {}", piece.length);
  return piece;
}

/// Traffic of phases of parts, drawn at random, beside what it is in the mean of the long run at load 1.
struct RandomTraffic {
  std::string keys;
  Matrix flits = Matrix(kNodes, std::vector<double>(kNodes, 0));
  double per_packet = 0;  ///< Flits.
  Cycle period = 0;

  RandomTraffic(Dice& dice, const std::filesystem::path& folder) {
    const int phases = dice.between(0, 3);
    int number = 0;
    if (phases == 0) {
      keys = parts(dice, folder, number, 1);
    } else {
      std::vector<int> cycles;
      for (int i = 0; i < phases; ++i) cycles.push_back(dice.between(1, 50));
      for (const int some : cycles) period += static_cast<Cycle>(some);
      for (const int some : cycles) {
        const double rate = dice.between(1, 4) / 4.0;
        const std::string what = parts(dice, folder, number, rate * some / static_cast<double>(period));
        keys += fmt::format("{}{{cycles: {}, rate: {}, {}}}", keys.empty() ? "phases: [" : ", ", some, rate,
                            what);
      }
      keys += ']';
    }
    per_packet = created_ / packets_;
  }

 private:
  std::string parts(Dice& dice, const std::filesystem::path& folder, int& number, double share) {
    const int count = dice.between(1, 3);
    if (count == 1) return add(random_piece(dice, folder, number++), share);
    std::vector<int> weights;
    double sum = 0;
    for (int i = 0; i < count; ++i) sum += weights.emplace_back(dice.between(1, 5));
    std::string text = "parts: [";
    for (int i = 0; i < count; ++i) {
      const std::string what = add(random_piece(dice, folder, number++), share * weights[i] / sum);
      text += fmt::format("{}{{weight: {}, {}}}", i == 0 ? "" : ", ", weights[i], what);
    }
    return text + ']';
  }
  std::string add(const Piece& piece, double share) {
    for (NodeId from = 0; from < kNodes; ++from) {
      for (NodeId to = 0; to < kNodes; ++to) {
        flits[from][to] += share * piece.flits[from][to];
        created_ += share * piece.flits[from][to];
        packets_ += share * piece.flits[from][to] / piece.length;
      }
    }
    return piece.keys;
  }

  double created_ = 0;
  double packets_ = 0;
};

Experiment mesh_with(const std::string& traffic) {
  return experiment_from(
      fmt::format("topology: {{kind: mesh, radix: [{0}, {0}]}}\n"
                  "router: {{kind: duato, virtual_channels: 2}}\n"
                  "routing: {{kind: dimension_order}}\n"
                  "traffic: {{{1}}}\n",
                  kSide, traffic));
}

class ReadTraffic : public testing::TestWithParam<std::uint64_t> {
 protected:
  ReadTraffic() : dice_(GetParam()), traffic_(dice_, folder_.path()) {}

  Dice dice_;
  TemporaryFolder folder_;
  RandomTraffic traffic_;
};

TEST_P(ReadTraffic, DemandIsTheSumOfWhatThePartsSend) {
  SCOPED_TRACE(traffic_.keys);
  const Injection injection = mesh_with("load: 0.5, " + traffic_.keys).injection;
  double sum = 0;
  NodeId senders = 0;
  for (const auto& row : traffic_.flits) {
    double of_row = 0;
    for (const double flits : row) of_row += flits;
    sum += of_row;
    senders += of_row > 0;
  }
  EXPECT_NEAR(injection.load, 0.5 * sum / kNodes, 1e-12);
  EXPECT_NEAR(injection.mean_packet, traffic_.per_packet, 1e-12);
  EXPECT_EQ(injection.period, traffic_.period);
  EXPECT_EQ(injection.demand->senders(), senders);
  for (NodeId from = 0; from < kNodes; ++from) {
    for (NodeId to = 0; to < kNodes; ++to)
      EXPECT_NEAR(injection.demand->rate(from, to), traffic_.flits[from][to] * senders / sum, 1e-12);
  }
}

TEST_P(ReadTraffic, SourcesCreateTheDemand) {
  SCOPED_TRACE(traffic_.keys);
  constexpr double kLoad = 0.5;
  constexpr double kLongest = 6;
  const Injection injection = mesh_with(fmt::format("load: {}, {}", kLoad, traffic_.keys)).injection;
  const Cycle cycles = traffic_.period == 0 ? 20000 : (20000 / traffic_.period + 1) * traffic_.period;
  const auto source = injection.make_source();
  for (NodeId from = 0; from < kNodes; ++from) {
    std::vector<double> flits(kNodes, 0);
    Cycle before = 0;
    for (PacketRequest request; source->next(from, request) && request.created < cycles;) {
      ASSERT_GE(request.created, before);
      before = request.created;
      flits[request.destination] += request.flits;
    }
    for (NodeId to = 0; to < kNodes; ++to) {
      // Packets of a pair come in cycles independent of each other: a variance of at most flits times length.
      const double mean = kLoad * traffic_.flits[from][to] * static_cast<double>(cycles);
      EXPECT_NEAR(flits[to], mean, 5.5 * std::sqrt(mean * kLongest) + (mean == 0 ? 0 : kLongest))
          << from << " to " << to;
    }
  }
}

/// The way of a packet, x first.
std::vector<NodeId> way(NodeId from, NodeId to) {
  std::vector<NodeId> nodes{from};
  NodeId x = from % kSide, y = from / kSide;
  for (; x != to % kSide; nodes.push_back(y * kSide + x)) x += x < to % kSide ? 1 : -1;
  for (; y != to / kSide; nodes.push_back(y * kSide + x)) y += y < to / kSide ? 1 : -1;
  return nodes;
}

TEST_P(ReadTraffic, BoundsAreThoseOfEveryPacketsWay) {
  SCOPED_TRACE(traffic_.keys);
  const Experiment experiment = mesh_with("load: 0.5, " + traffic_.keys);
  if (experiment.injection.demand->uniform()) return;
  std::map<std::pair<NodeId, NodeId>, double> channels;
  std::vector<double> sent(kNodes), taken(kNodes);
  double sum = 0;
  double latencies = 0;
  for (NodeId from = 0; from < kNodes; ++from) {
    for (NodeId to = 0; to < kNodes; ++to) {
      const double flits = traffic_.flits[from][to];
      const std::vector<NodeId> nodes = way(from, to);
      for (std::size_t i = 0; i + 1 < nodes.size(); ++i) channels[{nodes[i], nodes[i + 1]}] += flits;
      sent[from] += flits;
      taken[to] += flits;
      sum += flits;
      // Two cycles in each router, one on each link, those of the terminals included, and the tail.
      const auto hops = static_cast<double>(nodes.size() - 1);
      latencies += flits * (2 * (hops + 1) + hops + 2 + std::round(traffic_.per_packet) - 1);
    }
  }
  double most = 0;
  for (const double flits : sent) most = std::max(most, flits);
  for (const double flits : taken) most = std::max(most, flits);
  for (const auto& [channel, flits] : channels) most = std::max(most, flits);
  const DesignFigures figures = figures_of(experiment);
  ASSERT_TRUE(figures.bounds.pattern);
  EXPECT_NEAR(figures.bounds.pattern->load, sum / kNodes / most, 1e-9);
  ASSERT_TRUE(figures.zero_load);
  EXPECT_NEAR(figures.zero_load->mean, latencies / sum, 1e-9);
}

INSTANTIATE_TEST_SUITE_P(RandomTraffic, ReadTraffic, testing::Range<std::uint64_t>(1, 41));

TEST(ReadTrafficPhases, TheLastLasts) {
  const Injection injection =
      mesh_with(
          "load: 1, pattern: complement, packet_length: 1, phases: [{cycles: 100, rate: 0}, {cycles: 50, "
          "rate: 0.5}, {pattern: transpose}]")
          .injection;
  EXPECT_EQ(injection.steady_from, 150U);
  EXPECT_EQ(injection.period, 0U);
  EXPECT_EQ(injection.load, 12.0 / 16);  // Of the diagonal of transpose nobody sends.
  const auto source = injection.make_source();
  Cycle expected = 150;
  for (PacketRequest request; source->next(1, request) && request.created < 1000;) {
    EXPECT_GE(request.created, 100U);
    EXPECT_EQ(request.destination, request.created < 150 ? 14U : 4U);
    if (request.created >= 150) {
      EXPECT_EQ(request.created, expected++);
    }
  }
  EXPECT_EQ(expected, 1000U);
}

TEST(ReadTrafficPhases, OfOneKindAreThatKind) {
  const auto packets = [](const std::string& phases) {
    const auto source = mesh_with("load: 0.3, pattern: uniform, packet_length: {min: 1, max: 5}" + phases)
                            .injection.make_source();
    std::vector<std::tuple<Cycle, NodeId, int>> list;
    for (PacketRequest request; list.size() < 100 && source->next(5, request);)
      list.emplace_back(request.created, request.destination, request.flits);
    return list;
  };
  EXPECT_EQ(packets(", phases: [{cycles: 10}]"), packets(""));
  EXPECT_EQ(packets(", phases: [{rate: 1}]"), packets(""));
}

TEST(ReadTrafficPhases, TheWindowIsAMultipleOfTheirPeriod) {
  const std::string traffic =
      "load: 0.3, pattern: uniform, packet_length: 1, phases: [{cycles: 1000}, {cycles: 2000, rate: 0.1}]";
  EXPECT_EQ(mesh_with(traffic).measure.cycles, 12000U);
}

}  // namespace
}  // namespace switchyard
