#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "hw/analysis/deadlock.h"
#include "hw/analysis/dependency_graph.h"
#include "hw/analysis/path_figures.h"
#include "hw/analysis/reachability.h"
#include "hw/analysis/surviving_routes.h"
#include "hw/routing/e_cube.h"
#include "hw/routing/fully_adaptive.h"
#include "hw/routing/hanging_order.h"
#include "hw/routing/hanging_vc.h"
#include "hw/routing/non_minimal.h"
#include "hw/routing/subcubes.h"
#include "hw/routing/zenith.h"
#include "hw/topology/builders.h"
#include "tests/support/changed_routing.h"
#include "tests/support/cube_paths.h"
#include "tests/support/header_walk.h"
#include "tests/support/sanitized.h"

namespace switchyard {
namespace {

using Paths = CubePaths::Paths;
using Kind = DeadlockVerdict::Kind;
using MovesInside = Subcubes::MovesInside;
using Relation = std::unique_ptr<RoutingFunction>;

NodeId bits_of(const std::set<int>& dimensions) {
  NodeId bits = 0;
  for (const int d : dimensions) bits += NodeId{1} << d;
  return bits;
}

/// One of the routing functions, with what the paper says of it.
struct Algorithm {
  std::string name;
  std::function<Relation(int n, int vcs)> make;
  std::function<Paths(int n, NodeId from, NodeId to)> paths;
  std::function<int(int n)> vcs_up;    ///< That it needs per channel up,
  std::function<int(int n)> vcs_down;  ///< and per channel down.
  Kind verdict = Kind::Acyclic;
};
void PrintTo(const Algorithm& algorithm, std::ostream* out) { *out << algorithm.name; }

const std::function<int(int)> kOne = [](int) { return 1; };
const std::function<int(int)> kTwo = [](int) { return 2; };

Algorithm subcubes_of(const std::set<int>& inside, const std::string& name) {
  return {name,
          [=](int n, int vcs) {
            return std::make_unique<Subcubes>(n, bits_of(inside), MovesInside::Ascending, vcs);
          },
          [=](int n, NodeId from, NodeId to) { return CubePaths(n).subcubes(from, to, inside); }, kOne, kOne};
}

/// A channel of dimension j carries the hop of phase j, and the detours of all phases that have it.
int vcs_of_non_minimal(int n) {
  int most = 1;
  for (int j = 0; j < n; ++j) {
    int phases = 1;
    for (int i = 0; i < n; ++i) {
      const std::vector<int> detours = CubePaths::dims(i);
      if (std::find(detours.begin(), detours.end(), j) != detours.end()) ++phases;
    }
    most = std::max(most, phases);
  }
  return most;
}

const std::vector<Algorithm>& algorithms() {
  static const std::vector<Algorithm> kAll{
      {"e_cube", [](int, int vcs) { return std::make_unique<ECube>(vcs); },
       [](int n, NodeId from, NodeId to) { return CubePaths(n).e_cube(from, to); }, kOne, kOne},
      {"hanging_vc", [](int n, int vcs) { return std::make_unique<HangingVc>(n, vcs); },
       [](int n, NodeId from, NodeId to) { return CubePaths(n).hanging(from, to); }, kOne, kOne},
      {"zenith", [](int n, int vcs) { return std::make_unique<Zenith>(n, vcs); },
       [](int n, NodeId from, NodeId to) { return CubePaths(n).zenith(from, to); }, kTwo, kOne},
      {"hanging_order", [](int n, int vcs) { return std::make_unique<HangingOrder>(n, vcs); },
       [](int n, NodeId from, NodeId to) { return CubePaths(n).hanging_order(from, to); }, kOne, kOne},
      {"fully_adaptive", [](int n, int vcs) { return std::make_unique<FullyAdaptive>(n, vcs); },
       [](int n, NodeId from, NodeId to) { return CubePaths(n).fully(from, to); }, kTwo, kTwo, Kind::Escape},
      subcubes_of({}, "subcubes_of_nodes"),
      subcubes_of({0, 1}, "subcubes_of_the_lowest_two"),
      subcubes_of({0, 2}, "subcubes_of_two_apart"),
      subcubes_of({1, 2, 3}, "subcubes_of_three"),
      {"non_minimal", [](int n, int vcs) { return std::make_unique<NonMinimal>(n, vcs); },
       [](int n, NodeId from, NodeId to) { return CubePaths(n).non_minimal(from, to); }, vcs_of_non_minimal,
       vcs_of_non_minimal}};
  return kAll;
}

int vcs_needed(const Algorithm& algorithm, int n) {
  return std::max(algorithm.vcs_up(n), algorithm.vcs_down(n));
}

/// All node paths of a head flit, whichever VCs it takes.
void follow(const Topology& cube, const RoutingFunction& routing, const RouteQuery& at, CubePaths::Path path,
            Paths& paths) {
  path.push_back(at.here);
  const std::vector<Move> moves = moves_from(cube, routing, at);
  if (moves.empty() && at.here == at.destination) paths.insert(path);
  for (const Move& move : moves) follow(cube, routing, move.after, path, paths);
}
Paths paths_of(const Topology& cube, const RoutingFunction& routing, NodeId from, NodeId to) {
  Paths paths;
  follow(cube, routing, injected(cube, from, to), {}, paths);
  return paths;
}

/// All pairs of a small cube, some of a larger one.
std::vector<std::pair<NodeId, NodeId>> pairs_of(int n) {
  std::vector<std::pair<NodeId, NodeId>> pairs;
  const NodeId nodes = NodeId{1} << n;
  if (n <= 4) {
    for (NodeId from = 0; from < nodes; ++from) {
      for (NodeId to = 0; to < nodes; ++to) {
        if (from != to) pairs.emplace_back(from, to);
      }
    }
    return pairs;
  }
  std::mt19937 random(static_cast<unsigned>(n));
  while (pairs.size() < (kSanitized ? 12 : 40)) {
    const NodeId from = static_cast<NodeId>(random()) % nodes;
    const NodeId to = static_cast<NodeId>(random()) % nodes;
    if (from != to && std::popcount(from ^ to) <= 7) pairs.emplace_back(from, to);
  }
  return pairs;
}

class HypercubeRouting : public testing::TestWithParam<Algorithm> {};

TEST_P(HypercubeRouting, HasThePathsOfThePaper) {
  for (int n = 2; n <= 8; ++n) {
    if (GetParam().name == "subcubes_of_three" && n < 5) continue;
    if (GetParam().name.starts_with("subcubes") && n < 4) continue;
    const Topology cube = build_hypercube({n});
    const Relation relation = GetParam().make(n, vcs_needed(GetParam(), n));
    for (const auto& [from, to] : pairs_of(n))
      ASSERT_EQ(paths_of(cube, *relation, from, to), GetParam().paths(n, from, to))
          << n << ' ' << from << ' ' << to;
  }
}

TEST_P(HypercubeRouting, TheFiguresCountThem) {
  const int n = GetParam().name == "non_minimal" ? 6 : 5;
  const Topology cube = build_hypercube({n});
  for (const int vcs : {vcs_needed(GetParam(), n), kMaxVcs}) {
    const Relation relation = GetParam().make(n, vcs);
    const PathFigures figures = measure_paths(ResourceSpace(cube, vcs), *relation);
    PathRange expected{1e9, 0, 1000, 0};
    for (NodeId from = 0; from < cube.node_count(); ++from) {
      for (NodeId to = 0; to < cube.node_count(); ++to) {
        if (from == to) continue;
        const Paths paths = GetParam().paths(n, from, to);
        expected.fewest = std::min(expected.fewest, static_cast<double>(paths.size()));
        expected.most = std::max(expected.most, static_cast<double>(paths.size()));
        for (const CubePaths::Path& path : paths) {
          expected.shortest = std::min(expected.shortest, static_cast<int>(path.size()) - 1);
          expected.longest = std::max(expected.longest, static_cast<int>(path.size()) - 1);
        }
      }
    }
    ASSERT_TRUE(figures.paths);
    EXPECT_EQ(figures.paths->fewest, expected.fewest);
    EXPECT_EQ(figures.paths->most, expected.most);
    EXPECT_EQ(figures.paths->shortest, expected.shortest);
    EXPECT_EQ(figures.paths->longest, expected.longest);
    EXPECT_EQ(figures.minimal, GetParam().name != "non_minimal");
  }
}

TEST_P(HypercubeRouting, NeedsAsManyVcsAsItSays) {
  for (const int n : {5, 6, 7, 9}) {
    const Topology cube = build_hypercube({n});
    const int least = vcs_needed(GetParam(), n);
    for (const int vcs : {least, least + 1, kMaxVcs}) {
      if (n == 9 && (vcs != least || (kSanitized && GetParam().name != "non_minimal"))) continue;
      const Relation relation = GetParam().make(n, vcs);
      const PathFigures figures = measure_paths(ResourceSpace(cube, vcs), *relation);
      int up = 0;
      int down = 0;
      int link = 0;
      for (std::size_t c = 0; c < cube.channels().size(); ++c) {
        const Channel& channel = cube.channels()[c];
        int& most = channel.from.node < channel.to.node ? up : down;
        most = std::max(most, figures.vc_classes[c]);
        link =
            std::max(link, figures.vc_classes[c] +
                               figures.vc_classes[static_cast<std::size_t>(cube.channel_from(channel.to))]);
      }
      EXPECT_EQ(up, GetParam().vcs_up(n)) << vcs;
      EXPECT_EQ(down, GetParam().vcs_down(n)) << vcs;
      EXPECT_EQ(link, up + down) << vcs;
    }
  }
}

TEST_P(HypercubeRouting, CannotDeadlock) {
  for (int n = 1; n <= 6; ++n) {
    if (GetParam().name == "subcubes_of_three" && n < 5) continue;
    if (GetParam().name.starts_with("subcubes") && n < 4) continue;
    const Topology cube = build_hypercube({n});
    for (const int vcs : {vcs_needed(GetParam(), n), 7}) {
      const Relation relation = GetParam().make(n, vcs);
      const DeadlockVerdict verdict = find_verdict(ResourceSpace(cube, vcs), *relation, Holding::OwnVcs);
      const Kind expected = n == 1 ? verdict.kind : GetParam().verdict;
      EXPECT_EQ(verdict.kind, expected) << n << ' ' << vcs << ' ' << verdict.reason;
      EXPECT_NE(verdict.kind, Kind::Unsafe) << n;
      if (GetParam().verdict == Kind::Acyclic) {
        EXPECT_TRUE(vc_dependencies(cube, *relation).acyclic()) << n;
      }
    }
  }
}

TEST_P(HypercubeRouting, DeliversAndKeepsToItsChoices) {
  for (int n = 1; n <= (kSanitized ? 5 : 7); ++n) {
    if (GetParam().name.starts_with("subcubes") && n < 5) continue;
    const Topology cube = build_hypercube({n});
    const Relation relation = GetParam().make(n, vcs_needed(GetParam(), n) + 1);
    EXPECT_TRUE(delivers_all_pairs(cube, *relation)) << n;
    EXPECT_FALSE(find_undelivered_pair(cube, *relation)) << n;
    EXPECT_TRUE(keeps_to_max_choices(cube, *relation)) << n;
  }
}

INSTANTIATE_TEST_SUITE_P(All, HypercubeRouting, testing::ValuesIn(algorithms()),
                         [](const auto& test) { return test.param.name; });

double factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

TEST(HypercubeRouting, NumbersOfPathsAreTheClosedForms) {
  const int n = 8;
  const Topology cube = build_hypercube({n});
  for (const auto& [from, to] : {std::pair<NodeId, NodeId>{0b00000000, 0b00011111},
                                 {0b00000111, 0b00111000},
                                 {0b01010101, 0b10100010},
                                 {0b00001111, 0b00000000}}) {
    const int zeros = std::popcount(to & ~from);
    const int ones = std::popcount(from & ~to);
    const int outside_zeros = std::popcount(to & ~from & ~3U);
    const int outside_ones = std::popcount(from & ~to & ~3U);
    const int inside = std::popcount((from ^ to) & 3U);
    const auto count = [&, from = from, to = to](const RoutingFunction& relation) {
      return static_cast<double>(paths_of(cube, relation, from, to).size());
    };
    EXPECT_EQ(count(ECube(1)), 1);
    EXPECT_EQ(count(HangingVc(n, 1)), factorial(zeros) * factorial(ones));
    EXPECT_EQ(count(FullyAdaptive(n, 2)), factorial(zeros + ones));
    EXPECT_EQ(count(Subcubes(n, 0b11, MovesInside::Ascending, 1)),
              factorial(outside_zeros + inside) / factorial(inside) * factorial(outside_ones));
    EXPECT_EQ(count(NonMinimal(n, 4)), 36);
  }
}

// Non-Minimal.

/// 3^(n - 6) 2^2 paths between any two nodes, as the paper has it; but not of n to 2 n hops.
TEST(NonMinimal, HasAsManyPathsAsThePaperSaysOfOtherLengths) {
  for (int n = 6; n <= 9; ++n) {
    const Topology cube = build_hypercube({n});
    const PathFigures figures = measure_paths(ResourceSpace(cube, 4), NonMinimal(n, 4));
    double paths = 4;
    for (int i = 6; i < n; ++i) paths *= 3;
    EXPECT_EQ(figures.paths->fewest, paths) << n;
    EXPECT_EQ(figures.paths->most, paths) << n;
    EXPECT_EQ(figures.paths->shortest, n - 4) << n;
    EXPECT_EQ(figures.paths->longest, 2 * n - 4) << n;
    EXPECT_FALSE(figures.minimal);
  }
}

TEST(NonMinimal, IsECubeWhereThereAreNoDetours) {
  for (int n = 1; n <= 4; ++n) {
    const Topology cube = build_hypercube({n});
    const NonMinimal relation(n, 2);
    EXPECT_TRUE(relation.stops_at_destination());
    for (const auto& [from, to] : pairs_of(n))
      EXPECT_EQ(paths_of(cube, relation, from, to), CubePaths(n).e_cube(from, to));
  }
}

/// The paper has at most 4. That holds of the phases that have a detour; a phase without one may pass unseen.
TEST(NonMinimal, AChannelLeadsToFiveOthersAtMost) {
  for (int n = 5; n <= 9; ++n) {
    const Topology cube = build_hypercube({n});
    const int vcs = NonMinimal::classes(n);
    const ResourceSpace space(cube, vcs);
    const DependencyGraph graph = dependencies_of(space, NonMinimal(n, vcs));
    std::size_t most = 0;
    std::size_t most_above = 0;  // Of channels whose packets are in a phase above 4.
    std::vector<Vertex> ahead;
    for (Vertex held = 0; held < graph.vertex_count(); ++held) {
      const Resource resource = space.at(held);
      if (resource.port >= n) continue;
      ahead.clear();
      graph.successors(held, ahead);
      most = std::max(most, ahead.size());
      const int steps = resource.vc == 0 || resource.port > 1 ? resource.vc : resource.vc + 1;
      if (resource.port + 2 * steps > 4) most_above = std::max(most_above, ahead.size());
    }
    EXPECT_EQ(most, 5U) << n;
    EXPECT_LE(most_above, 4U) << n;
  }
}

TEST(NonMinimal, PassesThroughItsDestination) {
  const NonMinimal relation(6, 2);
  EXPECT_FALSE(relation.stops_at_destination());
  RouteSet detours;
  relation.route({0b001000, 0b001000, /*held_port=*/3, /*held_vc=*/1},
                 detours);        // After the detour of phase 5.
  ASSERT_EQ(detours.size(), 2U);  // Those of phase 4.
  EXPECT_EQ(detours.begin()[0].port, 0);
  EXPECT_EQ(detours.begin()[0].vcs, 0b10);
  EXPECT_EQ(detours.begin()[1].port, 2);
  EXPECT_EQ(detours.begin()[1].vcs, 0b10);
  RouteSet back;
  relation.route({0b001100, 0b001000, /*held_port=*/2, /*held_vc=*/1}, back);
  ASSERT_EQ(back.size(), 1U);
  EXPECT_EQ(back.begin()->port, 2);
  EXPECT_EQ(back.begin()->vcs, 0b01);
  RouteSet arrived;
  relation.route({0b001000, 0b001000, /*held_port=*/2, /*held_vc=*/0}, arrived);
  EXPECT_TRUE(arrived.empty());
  RouteSet own;
  relation.route({0b001000, 0b001000, /*held_port=*/6, /*held_vc=*/0}, own);
  EXPECT_TRUE(own.empty());
}

/// What faults leave of it still delivers, at the end of the last phase.
TEST(NonMinimal, DeliversWhatFaultsLeaveOfIt) {
  const int n = 6;
  const auto whole = std::make_shared<const Topology>(build_hypercube({n}));
  const auto rest =
      std::make_shared<const Topology>(whole->without({{0, 0}, {0, 1}, {0, 2}, {17, 0}, {40, 4}, {63, 5}}));
  const auto relation = std::make_shared<const NonMinimal>(n, 2);
  const SurvivingRoutes routes(whole, rest, relation, 2);
  EXPECT_FALSE(routes.stops_at_destination());
  std::size_t reachable = 0;
  for (NodeId from = 0; from < whole->node_count(); ++from) {
    for (NodeId to = 0; to < whole->node_count(); ++to) {
      if (from == to) continue;
      Paths left;
      for (const CubePaths::Path& path : CubePaths(n).non_minimal(from, to)) {
        bool works = true;
        for (std::size_t i = 1; i < path.size(); ++i)
          works = works && !rest->is_open({path[i - 1], std::countr_zero(path[i - 1] ^ path[i])});
        if (works) left.insert(path);
      }
      EXPECT_EQ(is_reachable(*rest, routes, from, to), !left.empty());
      if (left.empty()) continue;
      ++reachable;
      EXPECT_EQ(paths_of(*rest, routes, from, to), left) << from << ' ' << to;
    }
  }
  EXPECT_LT(reachable, 64U * 63U);
  EXPECT_GT(reachable, 3500U);
}

// Subcubes: the wrong reading.

TEST(Subcubes, TheWrongReadingHasMorePathsAndACycle) {
  for (int n = 2; n <= 5; ++n) {
    const Topology cube = build_hypercube({n});
    for (NodeId inside = 0; inside + 1 < cube.node_count(); ++inside) {
      const Subcubes right(n, inside, MovesInside::Ascending, 1);
      const Subcubes wrong(n, inside, MovesInside::Always, 1);
      const ResourceSpace space(cube, 1);
      EXPECT_EQ(find_verdict(space, right, Holding::OwnVcs).kind, Kind::Acyclic) << n << ' ' << inside;
      const DeadlockVerdict verdict = find_verdict(space, wrong, Holding::OwnVcs);
      EXPECT_EQ(verdict.kind, inside == 0 ? Kind::Acyclic : Kind::Unsafe) << n << ' ' << inside;
      EXPECT_EQ(verdict.cycle.empty(), inside == 0);
    }
  }
  const Topology cube = build_hypercube({4});
  const Subcubes wrong(4, 0b0011, MovesInside::Always, 1);
  for (const auto& [from, to] : pairs_of(4))
    EXPECT_EQ(paths_of(cube, wrong, from, to), CubePaths(4).subcubes(from, to, {0, 1}, /*always=*/true));
}

// Mutants.

Kind verdict_of(const Topology& cube, const RoutingFunction& relation, int vcs) {
  return find_verdict(ResourceSpace(cube, vcs), relation, Holding::OwnVcs).kind;
}

TEST(HypercubeRoutingMutant, OneClassOfVcsUpClosesACycleOfZenith) {
  const Topology cube = build_hypercube({3});
  const ChangedRouting mutant(std::make_unique<Zenith>(3, 2), [](const RouteQuery&, RouteChoice& choice) {
    if (choice.vcs == 0b10) choice.vcs = 0b11;
    return true;
  });
  EXPECT_EQ(verdict_of(cube, mutant, 2), Kind::Unsafe);
}

TEST(HypercubeRoutingMutant, TwoPhasesOnOneVcCloseACycleOfNonMinimal) {
  const Topology cube = build_hypercube({5});
  const ChangedRouting mutant(std::make_unique<NonMinimal>(5, 2), [](const RouteQuery&, RouteChoice& choice) {
    if (choice.vcs == 0b01) choice.vcs = 0b11;
    return true;
  });
  EXPECT_EQ(verdict_of(cube, mutant, 2), Kind::Unsafe);
}

}  // namespace
}  // namespace switchyard
