#include "hw/routing/dragonfly.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "hw/analysis/deadlock.h"
#include "hw/topology/builders.h"
#include "hw/topology/dragonfly.h"
#include "hw/topology/metrics.h"
#include "tests/support/dice.h"
#include "tests/support/graphs.h"
#include "tests/support/header_walk.h"

namespace switchyard {
namespace {

using Paths = DragonflyRouting::Paths;
constexpr std::uint64_t kDraws = 25;
constexpr Paths kAllPaths[] = {Paths::Minimal, Paths::Valiant, Paths::Adaptive};

DragonflyConfig drawn(std::uint64_t seed) {
  Dice dice(seed);
  DragonflyConfig config;
  config.routers = dice.between(1, 4);
  config.terminals = dice.between(1, 3);
  config.global_links = dice.between(1, 3);
  const int most = config.routers * config.global_links + 1;
  config.groups = dice.chance(0.5) ? most : dice.between(2, most);
  return config;
}

NodeId group_of(const DragonflyConfig& config, NodeId node) {
  return node / static_cast<NodeId>(config.routers);
}

TEST(Dragonfly, JoinsAllRoutersOfAGroupAndEveryTwoGroupsOnce) {
  for (std::uint64_t seed = 1; seed <= kDraws; ++seed) {
    const DragonflyConfig config = drawn(seed);
    const Topology network = build_dragonfly(config);
    const auto a = static_cast<NodeId>(config.routers);
    const auto groups = static_cast<NodeId>(config.groups);
    ASSERT_EQ(network.node_count(), a * groups);
    EXPECT_EQ(network.terminal_count(), a * groups * static_cast<NodeId>(config.terminals));
    std::multiset<std::pair<NodeId, NodeId>> local;
    std::multiset<std::pair<NodeId, NodeId>> global;
    std::map<NodeId, int> of_router;
    for (const Channel& channel : network.channels()) {
      const NodeId from = group_of(config, channel.from.node);
      const NodeId to = group_of(config, channel.to.node);
      if (from == to) {
        local.insert({channel.from.node, channel.to.node});
      } else {
        global.insert({from, to});
        ++of_router[channel.from.node];
      }
    }
    for (NodeId from = 0; from < groups; ++from) {
      for (NodeId to = 0; to < groups; ++to) EXPECT_EQ(global.count({from, to}), from == to ? 0U : 1U);
    }
    EXPECT_EQ(local.size(), groups * a * (a - 1));
    EXPECT_EQ(std::set(local.begin(), local.end()).size(), local.size());
    for (const auto& [router, links] : of_router) EXPECT_LE(links, config.global_links);
  }
}

TEST(Dragonfly, GlobalLinksLeadWhereTheirNumbersSay) {
  const Topology network = build_dragonfly({4, 2, 2, 9, 1, 5});
  for (NodeId group = 0; group < 9; ++group) {
    for (NodeId link = 0; link < 8; ++link) {
      const PortRef end{group * 4 + link / 2, static_cast<PortId>(3 + link % 2)};
      const NodeId other = (group + link + 1) % 9;
      const NodeId far = 7 - link;
      EXPECT_EQ(network.peer(end), (PortRef{other * 4 + far / 2, static_cast<PortId>(3 + far % 2)}));
      EXPECT_EQ(network.channels()[static_cast<std::size_t>(network.channel_from(end))].latency, 5);
    }
  }
}

/// Hops over one global link at most, by trying every way.
std::vector<std::vector<int>> minimal_hops(const Topology& network, const DragonflyConfig& config) {
  std::vector<std::vector<int>> hops(network.node_count(), std::vector<int>(network.node_count(), 99));
  for (NodeId from = 0; from < network.node_count(); ++from) {
    const auto reach = [&](NodeId node, int count) { hops[from][node] = std::min(hops[from][node], count); };
    const auto near = [&](NodeId node) {  // The routers of its group, and how far they are.
      std::vector<std::pair<NodeId, int>> routers{{node, 0}};
      for (const Channel& channel : network.channels()) {
        if (channel.from.node == node && group_of(config, channel.to.node) == group_of(config, node))
          routers.emplace_back(channel.to.node, 1);
      }
      return routers;
    };
    for (const auto& [start, before] : near(from)) {
      reach(start, before);
      for (const Channel& channel : network.channels()) {
        if (channel.from.node != start || group_of(config, channel.to.node) == group_of(config, start))
          continue;
        for (const auto& [end, behind] : near(channel.to.node)) reach(end, before + 1 + behind);
      }
    }
  }
  return hops;
}

TEST(Dragonfly, MinimalWaysHaveTheLengthsOfTheClosedForm) {
  for (std::uint64_t seed = 1; seed <= kDraws; ++seed) {
    const DragonflyConfig config = drawn(seed);
    const Topology network = build_dragonfly(config);
    const DragonflyRouting routing(*network.shape<Dragonfly>(), Paths::Minimal, 2);
    const auto least = minimal_hops(network, config);
    long all = 0;
    for (NodeId from = 0; from < network.node_count(); ++from) {
      for (NodeId to = 0; to < network.node_count(); ++to) {
        RouteQuery query = injected(network, from, to);
        int hops = 0;
        for (; query.here != to; ++hops) query = moves_from(network, routing, query).front().after;
        EXPECT_EQ(hops, least[from][to]) << "seed " << seed << ": " << from << " to " << to;
        all += hops;
      }
    }
    const long a = config.routers;
    const long g = config.groups;
    EXPECT_EQ(all, g * a * (a - 1) + g * (g - 1) * (3 * a * a - 2 * a)) << "seed " << seed;
  }
}

TEST(Dragonfly, FiguresAreThoseOfTheGraph) {
  for (std::uint64_t seed = 1; seed <= kDraws; ++seed) {
    const DragonflyConfig config = drawn(seed);
    const Topology network = build_dragonfly(config);
    if (network.terminal_count() < 2) continue;
    const TopologyMetrics metrics = measure(network, /*half_duplex=*/false);
    int diameter = 0;
    double hops = 0;
    for (const std::vector<int>& row : all_distances(network)) {
      for (const int distance : row) {
        diameter = std::max(diameter, distance);
        hops += distance;
      }
    }
    EXPECT_EQ(metrics.diameter, diameter);
    EXPECT_LE(diameter, 3);
    const double p = config.terminals;
    const double terminals = network.terminal_count();
    EXPECT_NEAR(metrics.mean_distance, hops * p * p / (terminals * (terminals - 1)), 1e-9);
    if (config.global_links == 1) {  // No way over two global links is shorter.
      const double a = config.routers;
      const double g = config.groups;
      EXPECT_DOUBLE_EQ(hops, g * a * (a - 1) + g * (g - 1) * (3 * a * a - 2 * a));
    }
    // Whole groups on each side: a way to cut it, if there is one.
    if (config.groups % 2 == 0) {
      EXPECT_LE(metrics.bisection, 2 * config.groups * config.groups / 4);
    }
  }
}

TEST(Dragonfly, OfLargeGroupsIsCutBetweenThem) {
  for (const int g : {2, 4, 6, 8}) {
    for (const int terminals : {1, 2}) {
      const DragonflyConfig config{2 * g, terminals, 1, g};
      const TopologyMetrics metrics = measure(build_dragonfly(config), /*half_duplex=*/false);
      EXPECT_EQ(metrics.bisection, g * g / 2)
          << g;  // g/2 x g/2 groups, each pair with a link of two channels.
      EXPECT_EQ(metrics.diameter, 3);
    }
  }
}

TEST(Dragonfly, EveryPathsIsAcyclicAndDelivers) {
  for (std::uint64_t seed = 1; seed <= kDraws; ++seed) {
    const Topology network = build_dragonfly(drawn(seed));
    for (const Paths paths : kAllPaths) {
      const int vcs = DragonflyRouting::classes(paths) + static_cast<int>(seed % 4);
      const DragonflyRouting routing(*network.shape<Dragonfly>(), paths, vcs);
      EXPECT_TRUE(delivers_all_pairs(network, routing)) << "seed " << seed;
      EXPECT_TRUE(keeps_to_max_choices(network, routing)) << "seed " << seed;
      EXPECT_EQ(find_verdict(ResourceSpace(network, vcs), routing, Holding::OwnVcs).kind,
                DeadlockVerdict::Kind::Acyclic)
          << "seed " << seed << ", paths " << static_cast<int>(paths);
    }
  }
}

TEST(Dragonfly, ValiantMayTakeEveryGlobalLinkOfTheGroupFirst) {
  const DragonflyConfig config{4, 2, 2, 9};
  const Topology network = build_dragonfly(config);
  for (const Paths paths : {Paths::Valiant, Paths::Adaptive}) {
    const DragonflyRouting routing(*network.shape<Dragonfly>(), paths, 3);
    std::set<PortRef> first;
    std::size_t longest = 0;
    const auto walk = [&](const auto& self, const RouteQuery& query, std::size_t hops, bool left) -> void {
      longest = std::max(longest, hops);
      for (const Move& move : moves_from(network, routing, query)) {
        const bool leaves = group_of(config, move.after.here) != group_of(config, query.here);
        if (leaves && !left) first.insert({query.here, move.port});
        self(self, move.after, hops + 1, left || leaves);
      }
    };
    walk(walk, injected(network, 0, 18), 0, false);
    EXPECT_EQ(first.size(), 8U);  // a h
    EXPECT_EQ(longest, 5U);       // Local, global, local, global, local.
  }
}

TEST(Dragonfly, AdaptiveCallsAllButTheMinimalWayDetours) {
  for (std::uint64_t seed = 1; seed <= kDraws; ++seed) {
    const Topology network = build_dragonfly(drawn(seed));
    const DragonflyRouting minimal(*network.shape<Dragonfly>(), Paths::Minimal, 2);
    const DragonflyRouting adaptive(*network.shape<Dragonfly>(), Paths::Adaptive, 3);
    for (NodeId from = 0; from < network.node_count(); ++from) {
      for (NodeId to = 0; to < network.node_count(); ++to) {
        if (from == to) continue;
        const PortId best = moves_from(network, minimal, injected(network, from, to)).front().port;
        for (const Move& move : moves_from(network, adaptive, injected(network, from, to)))
          EXPECT_EQ(move.preference, move.port == best ? Preference::Adaptive : Preference::Detour)
              << "seed " << seed;
      }
    }
  }
}

/// All its choices on VC 0.
class OneClass final : public RoutingFunction {
 public:
  explicit OneClass(const RoutingFunction& original) : original_(original) {}
  void route(const RouteQuery& query, RouteSet& routes) const override {
    RouteSet choices;
    original_.route(query, choices);
    for (const RouteChoice& choice : choices) routes.add(choice.port, 0b1, choice.preference);
  }
  std::size_t max_choices() const override { return original_.max_choices(); }

 private:
  const RoutingFunction& original_;
};

TEST(DragonflyMutant, OneClassForAllLocalHopsIsUnsafe) {
  const Topology network = build_dragonfly({4, 1, 1, 5});
  const DragonflyRouting routing(*network.shape<Dragonfly>(), Paths::Minimal, 2);
  EXPECT_EQ(find_verdict(ResourceSpace(network, 2), OneClass(routing), Holding::OwnVcs).kind,
            DeadlockVerdict::Kind::Unsafe);
}

}  // namespace
}  // namespace switchyard
