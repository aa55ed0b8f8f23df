#include "hw/topology/multistage.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include "hw/analysis/path_conflicts.h"
#include "hw/routing/destination_tag.h"
#include "hw/topology/builders.h"
#include "hw/topology/metrics.h"

namespace switchyard {
namespace {

/// A network, and how to say which one.
struct WiredNetwork {
  MultistageConfig config;
  Topology topology = build_multistage(config);
  const Multistage& shape = *topology.shape<Multistage>();
};

class MultistageOf : public testing::TestWithParam<Wiring> {
 protected:
  /// Calls `check` for every size of switch, number of stages and kind of labels, up to 4096 terminals.
  template <class Check>
  void for_each_network(Check&& check) const {
    for (const int bits : {1, 2, 3}) {
      for (const int digits : {1, 2, 3, 4}) {
        for (const TerminalLabels labels : {TerminalLabels::Paper, TerminalLabels::Natural}) {
          const WiredNetwork network{{GetParam(), TerminalId{1} << (digits * bits), 1 << bits, labels}};
          SCOPED_TRACE(testing::Message()
                       << network.config.terminals << " terminals, switches of " << network.config.switch_size
                       << ", " << kTerminalLabels[static_cast<std::size_t>(labels)]);
          check(network);
        }
      }
    }
  }
};

INSTANTIATE_TEST_SUITE_P(Wirings, MultistageOf,
                         testing::Values(Wiring::Baseline, Wiring::ReverseBaseline, Wiring::Omega,
                                         Wiring::Flip, Wiring::Butterfly, Wiring::Cube),
                         [](const auto& tested) { return kWirings[static_cast<std::size_t>(tested.param)]; });

/// Paths from a node to every other, along the channels: stages are in order of nodes.
std::vector<std::uint64_t> paths_from(const Topology& topology, NodeId start) {
  std::vector<std::uint64_t> paths(topology.node_count());
  paths[start] = 1;
  for (NodeId node = start; node < topology.node_count(); ++node) {
    for (PortId port = 0; port < topology.port_count(); ++port) {
      if (!topology.is_open({node, port})) paths[topology.peer({node, port}).node] += paths[node];
    }
  }
  return paths;
}

TEST_P(MultistageOf, HasExactlyOnePathBetweenAnyTwoSides) {
  for_each_network([](const WiredNetwork& network) {
    const auto& [config, topology, shape] = network;
    const auto last = topology.destinations();
    for (const NodeId first : topology.sources()) {
      const std::vector<std::uint64_t> paths = paths_from(topology, first);
      for (const NodeId node : last) ASSERT_EQ(paths[node], 1U) << first << " to " << node;
    }
  });
}

TEST_P(MultistageOf, TakesPortsThatDependOnTheDestinationAlone) {
  for_each_network([](const WiredNetwork& network) {
    const auto& [config, topology, shape] = network;
    const DestinationTag routing(shape, 1);
    const NodeId step = topology.terminal_count() > 512 ? 61 : 1;
    for (TerminalId to = 0; to < topology.terminal_count(); to += step) {
      std::vector<PortId> ports_to;
      for (TerminalId from = 0; from < topology.terminal_count(); from += step) {
        std::vector<PortId> ports;
        for (const int channel : channels_of(topology, routing, {from, to}))
          ports.push_back(topology.channels()[channel].from.port - shape.switch_size());
        if (from == 0) ports_to = ports;
        ASSERT_EQ(ports, ports_to);
        ASSERT_EQ(ports.size() + 1, static_cast<std::size_t>(shape.stages()));
      }
      ports_to.push_back(topology.attachment(to).exit.port - shape.switch_size());
      ASSERT_TRUE(config.labels == TerminalLabels::Natural || shape.tag(to) == to) << to;
      for (int stage = 0; stage < shape.stages(); ++stage) {
        const auto digit = shape.tag(to) >> (stage * shape.digit_bits()) & (config.switch_size - 1U);
        ASSERT_EQ(ports_to[stage], static_cast<PortId>(digit)) << "stage " << stage << " to " << to;
      }
    }
  });
}

TEST_P(MultistageOf, NamesLinksByLowDigitsOfBothEnds) {
  for_each_network([](const WiredNetwork& network) {
    const auto& [config, topology, shape] = network;
    if (config.labels == TerminalLabels::Natural || config.terminals > 512) return;
    const DestinationTag routing(shape, 1);
    using Name = std::tuple<int, TerminalId, TerminalId>;
    std::map<Name, int> channel_of;
    std::set<int> channels;
    const int bits = shape.digit_bits();
    const auto low = [&](TerminalId label, int digits) {
      return label & ((TerminalId{1} << (digits * bits)) - 1);
    };
    for (TerminalId from = 0; from < config.terminals; ++from) {
      for (TerminalId to = 0; to < config.terminals; ++to) {
        int stage = 0;
        for (const int channel : channels_of(topology, routing, {from, to})) {
          const Name name{stage, low(to, stage + 1), low(from, shape.stages() - 1 - stage)};
          const auto [found, is_new] = channel_of.emplace(name, channel);
          ASSERT_EQ(found->second, channel);
          channels.insert(channel);
          ++stage;
        }
      }
    }
    EXPECT_EQ(channel_of.size(), topology.channels().size());
    EXPECT_EQ(channels.size(), topology.channels().size());
  });
}

TEST_P(MultistageOf, HasTheClosedFormsOfItsKind) {
  for_each_network([](const WiredNetwork& network) {
    const auto& [config, topology, shape] = network;
    EXPECT_EQ(topology.node_count(), static_cast<NodeId>(shape.stages()) * config.terminals /
                                         static_cast<NodeId>(config.switch_size));
    EXPECT_EQ(topology.channels().size(), static_cast<std::size_t>(shape.stages() - 1) * config.terminals);
    if (config.terminals > 64) return;
    const TopologyMetrics metrics = measure(topology, false);
    EXPECT_EQ(metrics.diameter, shape.stages() - 1);
    EXPECT_EQ(metrics.mean_distance, shape.stages() - 1);
    int longest = 0;
    for (const NodeId from : topology.sources()) {
      const std::vector<int> hops = hops_from(topology, from);
      for (const NodeId to : topology.destinations()) longest = std::max(longest, hops[to]);
    }
    EXPECT_EQ(longest, metrics.diameter);
  });
}

TEST(Multistage, StandsAsInTheFigureOfThePaper) {
  const Multistage network({Wiring::Baseline, 16, 4});
  std::vector<NodeId> labels(16);
  for (TerminalId t = 0; t < 16; ++t) {
    EXPECT_EQ(network.left_position(t), network.right_position(t));
    labels[network.left_position(t)] = t;
  }
  labels.resize(6);
  EXPECT_EQ(labels, (std::vector<NodeId>{0b0000, 0b0100, 0b1000, 0b1100, 0b0001, 0b0101}));
}

/// Of all permutations those that pass without a conflict.
int count_passing(const MultistageConfig& config) {
  const Topology topology = build_multistage(config);
  const DestinationTag routing(*topology.shape<Multistage>(), 1);
  std::vector<TerminalId> to(config.terminals);
  std::iota(to.begin(), to.end(), 0U);
  std::vector<std::vector<std::vector<int>>> ways(config.terminals);
  for (TerminalId s = 0; s < config.terminals; ++s) {
    for (TerminalId d = 0; d < config.terminals; ++d)
      ways[s].push_back(channels_of(topology, routing, {s, d}));
  }
  int passing = 0;
  do {
    std::vector<bool> taken(topology.channels().size());
    bool passes = true;
    for (TerminalId s = 0; s < config.terminals && passes; ++s) {
      for (const int channel : ways[s][to[s]]) {
        passes = passes && !taken[channel];
        taken[channel] = true;
      }
    }
    passing += passes;
  } while (std::next_permutation(to.begin(), to.end()));
  return passing;
}

TEST(Multistage, PassesAsManyPermutationsAsItsSwitchesHaveSettings) {
  for (std::size_t wiring = 0; wiring < kWirings.size(); ++wiring) {
    for (const TerminalLabels labels : {TerminalLabels::Paper, TerminalLabels::Natural}) {
      const auto kind = static_cast<Wiring>(wiring);
      EXPECT_EQ(count_passing({kind, 4, 2, labels}), 16) << kWirings[wiring];    // 2^(2 x 2)
      EXPECT_EQ(count_passing({kind, 8, 2, labels}), 4096) << kWirings[wiring];  // 2^(3 x 4)
    }
    EXPECT_EQ(count_passing({static_cast<Wiring>(wiring), 8, 8}), 40320) << kWirings[wiring];
  }
}

}  // namespace
}  // namespace switchyard
