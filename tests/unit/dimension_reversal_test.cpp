#include "hw/routing/dimension_reversal.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "hw/topology/builders.h"
#include "hw/topology/grid.h"
#include "tests/support/changed_routing.h"
#include "tests/support/dice.h"
#include "tests/support/header_walk.h"

namespace switchyard {
namespace {

struct Step {
  int dimension;
  int direction;  ///< 1 or -1.
  auto operator<=>(const Step&) const = default;
};
using Allowed = std::set<std::pair<Step, int>>;  ///< Hops, and the class of VCs of each.
using Place = std::vector<int>;

struct Case {
  std::string name;
  Topology topology;
  Place radix;
  int reversals;
  bool misroutes;
};

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const bool misroutes : {false, true}) {
    const std::string how = misroutes ? "_misroutes" : "_minimal";
    for (const Place& radix : std::vector<Place>{{5}, {4, 3}, {3, 5}, {3, 2, 3}, {2, 2, 2, 2}}) {
      for (const int reversals : {1, 2, 3}) {
        std::string name = "mesh";
        for (const int k : radix) name += "_" + std::to_string(k);
        name += how + "_" + std::to_string(reversals);
        all.push_back({name, build_mesh({.radix = radix}), radix, reversals, misroutes});
      }
    }
    all.push_back(
        {"hypercube_4" + how, build_hypercube({.dimensions = 4}), {2, 2, 2, 2}, /*reversals=*/2, misroutes});
  }
  return all;
}

/// What the paper allows a packet behind `steps`, by counting its reversals from the start.
Allowed allowed_after(const Case& network, const std::vector<Step>& steps, const Place& at, const Place& to) {
  const auto reverses = [](const Step& from, const Step& next) {
    const bool turns_back = next.dimension == from.dimension && next.direction != from.direction;
    return next.dimension < from.dimension || turns_back;
  };
  int reversals = 0;
  for (std::size_t i = 1; i < steps.size(); ++i) reversals += reverses(steps[i - 1], steps[i]) ? 1 : 0;
  Allowed allowed;
  bool is_first_wrong = true;
  for (int d = 0; d < static_cast<int>(at.size()); ++d) {
    for (const int direction : {1, -1}) {
      const Step next{d, direction};
      const int coordinate = at[d] + direction;
      if (coordinate < 0 || coordinate >= network.radix[d]) continue;
      const bool nearer = std::abs(to[d] - coordinate) < std::abs(to[d] - at[d]);
      const bool straight_back =
          !steps.empty() && steps.back().dimension == d && steps.back().direction == -direction;
      if (!nearer && (!network.misroutes || straight_back)) continue;
      const int after = reversals + (!steps.empty() && reverses(steps.back(), next) ? 1 : 0);
      const bool in_order = nearer && is_first_wrong;
      if (after < network.reversals || (after == network.reversals && in_order))
        allowed.insert({next, after});
    }
    is_first_wrong &= to[d] == at[d];
  }
  return allowed;
}

class DimensionReversalOn : public testing::TestWithParam<Case> {
 protected:
  const Case& network() const { return GetParam(); }
  Place place_of(NodeId node) const {
    Place at;
    for (const int k : network().radix) {
      at.push_back(static_cast<int>(node) % k);
      node /= static_cast<NodeId>(k);
    }
    return at;
  }
  Step step_between(NodeId from, NodeId to) const {
    const Place a = place_of(from);
    const Place b = place_of(to);
    for (int d = 0;; ++d) {
      if (a[d] != b[d]) return {d, b[d] - a[d]};
    }
  }
  DimensionReversal routing(int vcs_per_class) const {
    return {*network().topology.shape<Grid>(), network().reversals, network().misroutes,
            (network().reversals + 1) * vcs_per_class};
  }
};

TEST_P(DimensionReversalOn, OffersWhatThePaperAllowsWhateverCameBefore) {
  constexpr int kVcsPerClass = 2;
  const DimensionReversal routing = this->routing(kVcsPerClass);
  const Topology& topology = network().topology;
  const auto nodes = static_cast<int>(topology.node_count());
  const int diameter = [&] {
    int hops = 0;
    for (const int k : network().radix) hops += k - 1;
    return hops;
  }();
  Dice dice(7);
  for (int walk = 0; walk < 400; ++walk) {
    const auto source = static_cast<NodeId>(dice.between(0, nodes - 1));
    const auto destination = static_cast<NodeId>(dice.between(0, nodes - 1));
    RouteQuery query = injected(topology, source, destination);
    std::vector<Step> steps;
    while (query.here != destination) {
      const std::vector<Move> moves = moves_from(topology, routing, query);
      Allowed offered;
      for (const Move& move : moves) {
        const Step step = step_between(query.here, move.after.here);
        offered.insert({step, move.after.held_vc / kVcsPerClass});
        const bool nearer = topology.shape<Grid>()->distance(move.after.here, destination) <
                            topology.shape<Grid>()->distance(query.here, destination);
        EXPECT_EQ(move.preference, nearer ? Preference::Adaptive : Preference::Detour);
      }
      ASSERT_EQ(offered, allowed_after(network(), steps, place_of(query.here), place_of(destination)));
      ASSERT_EQ(moves.size(), offered.size() * kVcsPerClass) << "all VCs of a class";
      const Move& taken = moves[dice.between(0, static_cast<int>(moves.size()) - 1)];
      steps.push_back(step_between(query.here, taken.after.here));
      query = taken.after;
      ASSERT_LE(static_cast<int>(steps.size()), (network().reversals + 1) * diameter);
    }
  }
}

TEST_P(DimensionReversalOn, DeliversEveryPacketAndVcsWaitForEachOtherInNoCycle) {
  const DimensionReversal routing = this->routing(1);
  EXPECT_TRUE(delivers_all_pairs(network().topology, routing));
  EXPECT_TRUE(vc_dependencies(network().topology, routing).acyclic());
  EXPECT_TRUE(keeps_to_max_choices(network().topology, routing));
}

INSTANTIATE_TEST_SUITE_P(Networks, DimensionReversalOn, testing::ValuesIn(cases()),
                         [](const auto& network) { return network.param.name; });

/// Reversals, but for those to the last class, stay in their class.
TEST(DimensionReversalMutant, ReversalsWithinAClassCloseACycle) {
  const Topology mesh = build_mesh({{3, 3}});
  for (const bool misroutes : {false, true}) {
    const ChangedRouting mutant(
        std::make_unique<DimensionReversal>(*mesh.shape<Grid>(), /*reversals=*/2, misroutes, 3),
        [](const RouteQuery&, RouteChoice& choice) {
          if (choice.vcs == 0b010) choice.vcs = 0b001;
          return true;
        });
    EXPECT_FALSE(vc_dependencies(mesh, mutant).acyclic());
  }
}

}  // namespace
}  // namespace switchyard
