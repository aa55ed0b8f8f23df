#include <algorithm>

#include <gtest/gtest.h>

#include "hw/analysis/deadlock.h"
#include "hw/routing/hyperx_dimension_order.h"
#include "hw/routing/hyperx_duato.h"
#include "hw/topology/builders.h"
#include "hw/topology/hyperx.h"
#include "hw/topology/metrics.h"
#include "tests/support/dice.h"
#include "tests/support/header_walk.h"

namespace switchyard {
namespace {

constexpr int kVcs = 3;
constexpr VcMask kEscape = 0b001, kAdaptive = 0b110, kAll = 0b111;

HyperXConfig random_hyperx(std::uint64_t number) {
  Dice dice(number);
  HyperXConfig config;
  const int dimensions = dice.between(1, 4);
  for (int d = 0; d < dimensions; ++d)
    config.radix.push_back(dice.between(2, dimensions == 1 ? 8 : dimensions == 2 ? 5 : 5 - dimensions + 1));
  config.concentration = dice.between(1, 3);
  return config;
}

class HyperXRoutingOf : public testing::TestWithParam<std::uint64_t> {
 protected:
  const Topology network_ = build_hyperx(random_hyperx(GetParam()));
  const HyperX& shape_ = *network_.shape<HyperX>();
  const HyperXDimensionOrder ordered_{shape_, kVcs};
  const HyperXDuato duato_{shape_, kVcs};

  template <class Visit>
  void for_each_pair(Visit&& visit) const {
    for (NodeId destination = 0; destination < network_.node_count(); ++destination) {
      const std::vector<int> hops = hops_to(network_, destination);
      for (NodeId here = 0; here < network_.node_count(); ++here) {
        if (here != destination) visit(injected(network_, here, destination), hops);
      }
    }
  }
};

INSTANTIATE_TEST_SUITE_P(RandomShapes, HyperXRoutingOf, testing::Range<std::uint64_t>(1, 21));

TEST_P(HyperXRoutingOf, DeliversAllPairsByAnyChoice) {
  EXPECT_TRUE(delivers_all_pairs(network_, ordered_));
  EXPECT_TRUE(delivers_all_pairs(network_, duato_));
}

TEST_P(HyperXRoutingOf, NoAnswerHasMoreChoicesThanPromised) {
  EXPECT_TRUE(keeps_to_max_choices(network_, ordered_));
  EXPECT_TRUE(keeps_to_max_choices(network_, duato_));
}

TEST_P(HyperXRoutingOf, DimensionOrderMakesTheLowestWrongDimensionRight) {
  for_each_pair([&](const RouteQuery& query, const std::vector<int>& hops) {
    RouteSet routes;
    ordered_.route(query, routes);
    ASSERT_EQ(routes.size(), 1U);
    const RouteChoice choice = *routes.begin();
    EXPECT_EQ(choice.vcs, kAll);
    const NodeId next = network_.peer({query.here, choice.port}).node;
    EXPECT_EQ(hops[next], hops[query.here] - 1);
    for (int d = 0; d < shape_.dimension_of(choice.port); ++d)
      EXPECT_EQ(shape_.places().coordinate(query.here, d), shape_.places().coordinate(query.destination, d));
  });
}

TEST_P(HyperXRoutingOf, DuatoOffersEveryMinimalPortAndNoOther) {
  for_each_pair([&](const RouteQuery& query, const std::vector<int>& hops) {
    RouteSet routes;
    duato_.route(query, routes);
    PortMask adaptive = 0;
    for (const RouteChoice& choice : routes) {
      if (choice.preference == Preference::Adaptive) adaptive.set(choice.port);
      EXPECT_EQ(choice.vcs, choice.preference == Preference::Adaptive ? kAdaptive : kEscape);
    }
    for (PortId port = 0; port < shape_.network_ports(); ++port) {
      const bool nearer = hops[network_.peer({query.here, port}).node] < hops[query.here];
      ASSERT_EQ(adaptive.test(static_cast<std::size_t>(port)), nearer)
          << query.here << " to " << query.destination << " by " << port;
    }
  });
}

TEST_P(HyperXRoutingOf, DuatoEscapesInDimensionOrder) {
  for_each_pair([&](const RouteQuery& query, const std::vector<int>&) {
    RouteSet routes, order;
    duato_.route(query, routes);
    ordered_.route(query, order);
    const RouteChoice& last = *(routes.end() - 1);
    EXPECT_EQ(last.preference, Preference::Escape);
    EXPECT_EQ(last.port, order.begin()->port);
  });
}

TEST_P(HyperXRoutingOf, CannotDeadlock) {
  EXPECT_TRUE(vc_dependencies(network_, ordered_).acyclic());
  EXPECT_TRUE(escape_dependencies(network_, duato_).acyclic());
  const ResourceSpace space(network_, kVcs);
  EXPECT_EQ(find_verdict(space, ordered_, Holding::OwnVcs).kind, DeadlockVerdict::Kind::Acyclic);
  const DeadlockVerdict::Kind expected =
      shape_.dimensions() == 1 ? DeadlockVerdict::Kind::Acyclic : DeadlockVerdict::Kind::Escape;
  EXPECT_EQ(find_verdict(space, duato_, Holding::OwnVcs).kind, expected);
}

/// Any dimension on every VC.
class NoEscape final : public RoutingFunction {
 public:
  explicit NoEscape(const HyperX& hyperx) : hyperx_(hyperx) {}
  void route(const RouteQuery& query, RouteSet& routes) const override {
    for (int d = 0; d < hyperx_.dimensions(); ++d) {
      if (!hyperx_.is_right(query.here, query.destination, d))
        routes.add(hyperx_.port_towards(query.here, query.destination, d), kAll, Preference::Adaptive);
    }
  }
  std::size_t max_choices() const override { return hyperx_.dimensions(); }

 private:
  const HyperX& hyperx_;
};

TEST(HyperXRoutingMutant, WithoutAnEscapeClosesACycle) {
  const Topology network = build_hyperx({{2, 2}, 1});
  EXPECT_FALSE(vc_dependencies(network, NoEscape(*network.shape<HyperX>())).acyclic());
}

}  // namespace
}  // namespace switchyard
