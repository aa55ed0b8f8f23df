#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <string>
#include <vector>

#include "hw/analysis/path_figures.h"
#include "hw/routing/e_cube.h"
#include "hw/routing/hanging_vc.h"
#include "hw/routing/subcubes.h"
#include "hw/topology/builders.h"
#include "tests/support/sanitized.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

using Partner = std::function<NodeId(NodeId)>;

Partner complement(int n) {
  return [n](NodeId node) { return (NodeId{1} << n) - 1 - node; };
}
/// Swaps the halves of the address.
Partner transpose(int n) {
  const NodeId half = NodeId{1} << n / 2;
  return [half](NodeId node) { return node % half * half + node / half; };
}

/// Load of each channel if every node sends one flit per cycle to its partner.
std::vector<double> loads(const Topology& cube, const RoutingFunction& routing, const Partner& partner) {
  return channel_load(ResourceSpace(cube, 1), routing,
                      [&](NodeId from, NodeId to) { return from != to && partner(from) == to ? 1.0 : 0.0; });
}
double busiest(const Topology& cube, const RoutingFunction& routing, const Partner& partner,
               bool half_duplex) {
  return busiest_channel(cube, loads(cube, routing, partner), half_duplex)->load;
}

/// All packets but that of node 1..1 enter it, evenly over its n links, and leave it as evenly.
TEST(HypercubeBounds, HangingUnderComplementMeetsAtOneNode) {
  for (int n = 2; n <= 8; ++n) {
    const Topology cube = build_hypercube({n});
    const HangingVc routing(n, 1);
    const double enter = ((1 << n) - 1) / static_cast<double>(n);
    EXPECT_NEAR(busiest(cube, routing, complement(n), false), enter, 1e-9) << n;
    EXPECT_NEAR(busiest(cube, routing, complement(n), true), 2 * enter, 1e-9) << n;
  }
}

/// The load of each channel, packet by packet: each splits evenly over the hops that the rules name.
std::vector<double> subcube_loads(const Topology& cube, int n, int k) {
  std::vector<double> load(cube.channels().size());
  const std::function<void(NodeId, NodeId, double)> send = [&](NodeId here, NodeId to, double share) {
    const auto wrong = [&](int d) { return ((here ^ to) >> d & 1) != 0; };
    std::vector<int> hops;
    for (int d = k; d < n; ++d) {
      if (wrong(d) && (to >> d & 1) != 0) hops.push_back(d);
    }
    for (int d = k - 1; d >= 0; --d) {
      if (!wrong(d)) continue;
      hops.push_back(d);
      break;
    }
    const bool second_phase = hops.empty();
    for (int d = k; d < n && second_phase; ++d) {
      if (wrong(d)) hops.push_back(d);
    }
    for (const int d : hops) {
      const double part = share / static_cast<double>(hops.size());
      load[static_cast<std::size_t>(cube.channel_from({here, d}))] += part;
      send(here ^ (NodeId{1} << d), to, part);
    }
  };
  for (NodeId node = 0; node < cube.node_count(); ++node) send(node, complement(n)(node), 1);
  return load;
}

/// With k dimensions inside, m = n - k outside, all packets of other subcubes enter the subcube of 1s, over m
/// channels at each of its nodes: (2^m - 1) / m per channel.
TEST(HypercubeBounds, SubcubesUnderComplementMeetInASubcube) {
  const int n = 6;
  const Topology cube = build_hypercube({n});
  for (int k = 0; k < n; ++k) {
    const Subcubes routing(n, (NodeId{1} << k) - 1, Subcubes::MovesInside::Ascending, 1);
    const std::vector<double> expected = subcube_loads(cube, n, k);
    const std::vector<double> found = loads(cube, routing, complement(n));
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t c = 0; c < found.size(); ++c) ASSERT_NEAR(found[c], expected[c], 1e-9) << k << ' ' << c;
    const int m = n - k;
    const double enter = ((1 << m) - 1) / static_cast<double>(m);
    for (std::size_t c = 0; c < found.size(); ++c) {
      const Channel& channel = cube.channels()[c];
      if (channel.from.port < k || (channel.to.node >> k) + 1 != NodeId{1} << m) continue;
      if (channel.from.node < channel.to.node) {
        EXPECT_NEAR(found[c], enter, 1e-9) << k;
      }
    }
    // Inside a subcube a channel is busier than that, where there is one.
    const double most = *std::max_element(expected.begin(), expected.end());
    EXPECT_NEAR(busiest(cube, routing, complement(n), false), most, 1e-9) << k;
    if (k == 0) {
      EXPECT_NEAR(most, enter, 1e-9);
      EXPECT_NEAR(busiest(cube, routing, complement(n), true), 2 * enter, 1e-9);
    } else {
      EXPECT_GT(most, enter) << k;
    }
  }
}

/// Each hop of e-cube is a permutation of the nodes: one packet on every channel.
TEST(HypercubeBounds, ECubeUnderComplementIsEven) {
  for (int n = 1; n <= 8; ++n) {
    const Topology cube = build_hypercube({n});
    for (const double load : loads(cube, ECube(1), complement(n))) EXPECT_NEAR(load, 1, 1e-9);
    EXPECT_NEAR(busiest(cube, ECube(1), complement(n), false), 1, 1e-9);
    EXPECT_NEAR(busiest(cube, ECube(1), complement(n), true), 2, 1e-9);
  }
}

/// Before its hop in the lowest dimension of the upper half a packet is at a node that holds, but for that
/// bit, its lower half twice: the 2^(n/2 - 1) packets with the same lower half that need this hop meet there,
/// and no packet takes the channel the other way.
TEST(HypercubeBounds, ECubeUnderTransposeMeetsInTheMiddle) {
  for (int n = 2; n <= 8; n += 2) {
    const Topology cube = build_hypercube({n});
    const double meet = 1 << (n / 2 - 1);
    EXPECT_NEAR(busiest(cube, ECube(1), transpose(n), false), meet, 1e-9) << n;
    EXPECT_NEAR(busiest(cube, ECube(1), transpose(n), true), meet, 1e-9) << n;
  }
}

// Runs.

Experiment cube_of_six(const std::string& routing, const std::string& pattern, double load,
                       const std::string& duplex) {
  return experiment_from("topology: {kind: hypercube, dimensions: 6, duplex: " + duplex +
                         "}\nrouter: {kind: duato, virtual_channels: 8, input_depth: 16, output_depth: 4}\n"
                         "routing: {kind: " +
                         routing + "}\ntraffic: {pattern: " + pattern +
                         ", packet_length: 4, load: " + std::to_string(load) + "}\n");
}

/// Flits per node and cycle, in the cycles that follow a warm-up.
double accepted(const Experiment& experiment, Cycle warm_up, Cycle cycles) {
  FastBench bench(experiment);
  bench.run(warm_up);
  const auto before = bench.bench.scoreboard.log().delivered();
  bench.run(cycles);
  const auto packets = static_cast<double>(bench.bench.scoreboard.log().delivered() - before);
  EXPECT_EQ(bench.bench.scoreboard.failure(), "");
  return 4 * packets / (64.0 * static_cast<double>(cycles));
}
double soon_accepted(const Experiment& experiment) {
  return accepted(experiment, 2000, kSanitized ? 4000 : 10000);
}

/// Beyond the bound no more is accepted, and nearly as much.
void expect_near(const Experiment& experiment, double bound, double least_share) {
  const double found = soon_accepted(experiment);
  EXPECT_LE(found, 1.01 * bound);
  EXPECT_GE(found, least_share * bound);
}

TEST(HypercubeBounds, HangingAcceptsNearlyAsMuchAsOneNodePasses) {
  expect_near(cube_of_six("hanging_vc", "complement", 0.2, "full"), 6.0 / 63, 0.8);
  expect_near(cube_of_six("hanging_vc", "complement", 0.2, "half"), 3.0 / 63, 0.8);
}

/// Buffers fill from the subcube back, and what is accepted falls for 20,000 cycles. Then it is 0.38 to 0.51
/// of what the channels into the subcube would pass (seeds 1 to 5): those inside of it are busier.
TEST(HypercubeBounds, SubcubesAcceptAboutHalfOfWhatOneSubcubeLetsIn) {
  const auto expect_half = [](const Experiment& experiment, double bound) {
    const double share = accepted(experiment, 20000, 10000) / bound;
    EXPECT_GT(share, 0.35);
    EXPECT_LT(share, 0.55);
  };
  expect_half(cube_of_six("subcubes, subcube: [0]", "complement", 0.4, "full"), 5.0 / 31);
  expect_half(cube_of_six("subcubes", "complement", 0.6, "full"), 4.0 / 15);
  expect_half(cube_of_six("subcubes", "complement", 0.4, "half"), 2.0 / 15);
}

TEST(HypercubeBounds, ECubeAcceptsNearlyWhatItsChannelsCarry) {
  expect_near(cube_of_six("e_cube", "complement", 0.9, "half"), 0.5, 0.7);
  const double bound = 1.0 / 4;  // Of the 56 nodes that send.
  const double stable = 0.85 * bound * 56 / 64;
  EXPECT_NEAR(soon_accepted(cube_of_six("e_cube", "transpose", 0.85 * bound, "full")), stable, 0.05 * stable);
  EXPECT_LT(soon_accepted(cube_of_six("e_cube", "transpose", 1.3 * bound, "full")),
            0.97 * 1.3 * bound * 56 / 64);
}

}  // namespace
}  // namespace switchyard
