#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>

#include "hw/analysis/deadlock.h"
#include "hw/base/random_stream.h"
#include "tests/support/deadlock_search.h"
#include "tests/support/sanitized.h"

namespace switchyard {
namespace {

using Kind = DeadlockVerdict::Kind;

constexpr std::uint64_t kRelations = kSanitized ? 60 : 260;
constexpr std::size_t kMaxConfigurations = 20000;

/// A relation by a table, drawn at random on few channels, so that all that can happen can be played.
class RandomRelation final : public RoutingFunction {
 public:
  explicit RandomRelation(std::uint64_t seed)
      : dice_(seed, 0, Purpose::Process), nodes_(3 + dice_.below(4)), topology_("random", nodes_, kPorts) {
    routes_.resize(nodes_ * nodes_);
    const std::uint32_t family = nodes_ <= 4 ? dice_.below(4) : 3;
    if (family == 0) {
      draw_escapes_on_a_line();
    } else if (family < 3) {
      draw_dateline();
    } else {
      draw_one_way_ring();
    }
  }

  const Topology& topology() const { return topology_; }
  int vcs() const { return vcs_; }
  void route(const RouteQuery& query, RouteSet& routes) const override {
    for (const RouteChoice& choice : routes_[query.destination * nodes_ + query.here])
      routes.add(choice.port, choice.vcs, choice.preference);
  }
  std::size_t max_choices() const override { return RouteSet::kCapacity; }
  bool looks_at_held() const override { return false; }

 private:
  static constexpr int kPorts = 6;
  struct Arc {
    NodeId from;
    PortId port;
    NodeId to;
  };

  void join(NodeId a, NodeId b, bool both_ways) {
    if (a == b || used_[a] > kPorts - 2 || used_[b] > kPorts - 2) return;
    arcs_.push_back({a, used_[a], b});
    if (both_ways) arcs_.push_back({b, used_[b], a});
    topology_.connect({a, used_[a]++}, {b, used_[b]++}, 1);
  }
  void add(NodeId here, NodeId destination, PortId port, VcMask vcs, Preference preference) {
    routes_[destination * nodes_ + here].push_back({static_cast<std::uint8_t>(port), preference, vcs});
  }

  /// The paths on a line are the escapes, on VC 0. A link closes the ring, and round it there are adaptive
  /// ways on VC 1, minimal or not.
  void draw_escapes_on_a_line() {
    vcs_ = 2;
    for (NodeId node = 1; node < nodes_; ++node) join(node - 1, node, /*both_ways=*/true);
    join(nodes_ - 1, 0, /*both_ways=*/true);
    const bool minimal = dice_.below(2) == 0;
    const double density = dice_.unit();
    const auto round = [&](NodeId from, NodeId to) {
      const NodeId up = (to + nodes_ - from) % nodes_;
      return std::min(up, nodes_ - up);
    };
    for (NodeId destination = 0; destination < nodes_; ++destination) {
      for (const Arc& arc : arcs_) {
        const bool nearer = round(arc.to, destination) < round(arc.from, destination);
        if (arc.from != destination && (nearer || !minimal) && dice_.unit() < density)
          add(arc.from, destination, arc.port, 0b10, Preference::Adaptive);
      }
      for (const Arc& arc : arcs_) {
        const bool on_the_line = arc.to == arc.from + 1 || arc.from == arc.to + 1;
        const bool on_the_way = destination > arc.from ? arc.to > arc.from : arc.to < arc.from;
        if (arc.from != destination && on_the_line && on_the_way)
          add(arc.from, destination, arc.port, 0b01, Preference::Escape);
      }
    }
  }

  /// A one-way ring with escapes on VC 0 before the dateline and on VC 1 behind it, or the other way
  /// round at some nodes, and an adaptive VC 2.
  void draw_dateline() {
    vcs_ = 3;
    for (NodeId node = 0; node < nodes_; ++node) join(node, (node + 1) % nodes_, /*both_ways=*/false);
    const double density = 0.5 + dice_.unit() / 2;
    const double faults = dice_.below(2) == 0 ? 0 : 0.2;
    for (const Arc& arc : arcs_) {
      for (NodeId destination = 0; destination < nodes_; ++destination) {
        if (arc.from == destination) continue;
        if (dice_.unit() < density) add(arc.from, destination, arc.port, 0b100, Preference::Adaptive);
        const bool behind = (destination > arc.from) != (dice_.unit() < faults);
        add(arc.from, destination, arc.port, behind ? 0b10 : 0b01, Preference::Escape);
      }
    }
  }

  /// A one-way ring with a shortcut or two: some ways that lead nearer may be taken, on random VCs, and one
  /// of them is perhaps the escape.
  void draw_one_way_ring() {
    vcs_ = nodes_ <= 4 && dice_.below(4) != 0 ? 2 : 1;
    for (NodeId node = 0; node < nodes_; ++node) join(node, (node + 1) % nodes_, /*both_ways=*/false);
    for (std::uint32_t more = dice_.below(3); more != 0; --more)
      join(dice_.below(nodes_), dice_.below(nodes_), /*both_ways=*/false);
    const bool with_escape = vcs_ == 2 && dice_.below(5) != 0;
    const bool own_vc = dice_.below(2) != 0;  // Escapes on VC 0, all others on VC 1.
    const auto draw_vcs = [&] { return static_cast<VcMask>(vcs_ == 1 ? 1 : 1 + dice_.below(3)); };
    for (NodeId destination = 0; destination < nodes_; ++destination) {
      const std::vector<int> rank = draw_ranks(destination);
      for (NodeId here = 0; here < nodes_; ++here) {
        if (here == destination) continue;
        std::vector<PortId> ways;
        for (const Arc& arc : arcs_) {
          if (arc.from == here && rank[arc.to] < rank[here]) ways.push_back(arc.port);
        }
        const std::size_t chosen = dice_.below(static_cast<std::uint32_t>(ways.size()));
        for (std::size_t i = 0; i < ways.size(); ++i) {
          if ((i != chosen || with_escape) && dice_.below(3) == 0) continue;
          add(here, destination, ways[i], with_escape && own_vc ? VcMask{0b10} : draw_vcs(),
              Preference::Adaptive);
        }
        if (with_escape)
          add(here, destination, ways[chosen], own_vc ? VcMask{0b01} : draw_vcs(), Preference::Escape);
      }
    }
  }

  /// Ranks of the nodes such that each but the destination has an arc to a lower one.
  std::vector<int> draw_ranks(NodeId destination) {
    std::vector<int> rank(nodes_, -1);
    std::vector<NodeId> border{destination};
    for (int next = 0; !border.empty(); ++next) {
      const std::size_t i = dice_.below(static_cast<std::uint32_t>(border.size()));
      const NodeId node = border[i];
      border.erase(border.begin() + static_cast<std::ptrdiff_t>(i));
      rank[node] = next;
      for (const Arc& arc : arcs_) {
        if (arc.to != node || rank[arc.from] >= 0) continue;
        if (std::find(border.begin(), border.end(), arc.from) == border.end()) border.push_back(arc.from);
      }
    }
    return rank;
  }

  RandomStream dice_;
  NodeId nodes_;
  int vcs_ = 1;
  Topology topology_;
  std::vector<Arc> arcs_;
  std::array<PortId, 6> used_{};                  ///< [node]: ports that have a link.
  std::vector<std::vector<RouteChoice>> routes_;  ///< [destination][here]
};

/// The same relation, which does not say that it looks at position and destination only.
class AskedForEachVc final : public RoutingFunction {
 public:
  explicit AskedForEachVc(const RoutingFunction& relation) : relation_(relation) {}
  void route(const RouteQuery& query, RouteSet& routes) const override { relation_.route(query, routes); }
  std::size_t max_choices() const override { return relation_.max_choices(); }

 private:
  const RoutingFunction& relation_;
};

void expect_same(const DeadlockVerdict& one, const DeadlockVerdict& other, std::uint64_t seed) {
  EXPECT_EQ(one.kind, other.kind) << "seed " << seed;
  EXPECT_EQ(one.states, other.states) << "seed " << seed;
  EXPECT_EQ(one.dependencies, other.dependencies) << "seed " << seed;
  EXPECT_EQ(one.without_escape, other.without_escape) << "seed " << seed;
  ASSERT_EQ(one.cycle.size(), other.cycle.size()) << "seed " << seed;
  for (std::size_t i = 0; i < one.cycle.size(); ++i) {
    EXPECT_EQ(one.cycle[i].held, other.cycle[i].held) << "seed " << seed;
    EXPECT_EQ(one.cycle[i].via, other.cycle[i].via) << "seed " << seed;
  }
}

struct Rules {
  const char* name;
  Holding holding;
  std::size_t length;  ///< Resources that a packet holds in the search.
  std::uint64_t first_seed;
};

class RandomRelations : public testing::TestWithParam<Rules> {};

TEST_P(RandomRelations, ASafeVerdictIsNeverRefutedByPlayingEverything) {
  const Rules rules = GetParam();
  std::map<Kind, int> played;  // Of those that were played to the end.
  int deadlocks = 0;
  int found_without_indirect = 0;
  for (std::uint64_t seed = rules.first_seed; seed < rules.first_seed + kRelations; ++seed) {
    const RandomRelation relation(seed);
    const ResourceSpace space(relation.topology(), relation.vcs());
    const DeadlockVerdict verdict = find_verdict(space, relation, rules.holding);
    expect_same(verdict, find_verdict(space, AskedForEachVc(relation), rules.holding), seed);
    const DeadlockSearch search =
        search_deadlock(space, relation, rules.holding, rules.length, kMaxConfigurations);
    played[verdict.kind] += search.complete ? 1 : 0;
    if (!search.deadlock) continue;
    ASSERT_EQ(verdict.kind, Kind::Unsafe) << "seed " << seed << ": " << name_of(verdict.kind);
    ++deadlocks;
    found_without_indirect += find_verdict(space, relation, Holding::OnePacket).kind == Kind::Unsafe ? 1 : 0;
  }
  // What was played is worth something: all verdicts come up, and one that looked at direct dependencies only
  // would have been refuted.
  EXPECT_GT(played[Kind::Acyclic], 0.05 * kRelations);
  EXPECT_GT(played[Kind::Unsafe], 0.2 * kRelations);
  EXPECT_GT(deadlocks, 0.2 * kRelations);
  if (rules.holding == Holding::OnePacket) {
    EXPECT_GT(played[Kind::Dynamic], 0.05 * kRelations);
    EXPECT_EQ(found_without_indirect, deadlocks);
  } else {
    EXPECT_LT(found_without_indirect, deadlocks);
  }
  if (rules.holding == Holding::OwnVcs) {
    EXPECT_GT(played[Kind::Escape], 0.03 * kRelations);
  }
}

INSTANTIATE_TEST_SUITE_P(Holdings, RandomRelations,
                         testing::Values(Rules{"one_packet", Holding::OnePacket, 1, 1},
                                         Rules{"own_vcs_2", Holding::OwnVcs, 2, 1001},
                                         Rules{"own_vcs_3", Holding::OwnVcs, 3, 2001},
                                         Rules{"shared_vcs_2", Holding::SharedVcs, 2, 3001}),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace switchyard
