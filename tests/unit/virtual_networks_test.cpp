#include <gtest/gtest.h>

#include <memory>
#include <utility>
#include <vector>

#include "hw/analysis/deadlock.h"
#include "hw/analysis/route_walk.h"
#include "hw/routing/duato.h"
#include "hw/routing/network_routing.h"
#include "hw/topology/builders.h"
#include "tests/support/changed_routing.h"
#include "tests/support/dice.h"

namespace switchyard {
namespace {

std::vector<int> random_sizes(Dice& dice, int least) {
  std::vector<int> sizes(dice.between(1, 3));
  for (int& size : sizes) size = dice.between(least, 5);
  return sizes;
}

TEST(VirtualNetworks, ShareOutTheVcsInOrder) {
  for (std::uint64_t n = 1; n <= 50; ++n) {
    Dice dice(n);
    const std::vector<int> sizes = random_sizes(dice, 1);
    const VirtualNetworks networks(sizes);
    VcId vc = 0;
    ASSERT_EQ(networks.count(), static_cast<int>(sizes.size()));
    for (int network = 0; network < networks.count(); ++network) {
      EXPECT_EQ(networks.first(network), vc);
      EXPECT_EQ(networks.size(network), sizes[network]);
      EXPECT_EQ(networks.vcs(network).count(), sizes[network]);
      for (int i = 0; i < sizes[network]; ++i, ++vc) {
        EXPECT_TRUE(networks.vcs(network).test(vc));
        EXPECT_EQ(networks.first_vcs(network, i).test(vc), false);
        EXPECT_TRUE(networks.first_vcs(network, i + 1).test(vc));
        EXPECT_EQ(networks.of(vc), network);
      }
    }
  }
}

/// Virtual networks with Duato's routing on a torus, beside the function that one of them has for itself.
struct Networks {
  explicit Networks(const std::vector<int>& sizes) : networks(sizes) {
    for (const int size : sizes) alone.push_back(std::make_shared<const Duato>(*torus.shape<Grid>(), size));
    routing = std::make_unique<NetworkRouting>(networks, alone);
  }

  ResourceSpace space() const {
    std::vector<VcId> entries;
    int vcs = 0;
    for (int network = 0; network < networks.count(); ++network) {
      entries.push_back(networks.first(network));
      vcs += networks.size(network);
    }
    return {torus, vcs, entries};
  }

  Topology torus = build_torus({{5, 3}});
  VirtualNetworks networks;
  std::vector<std::shared_ptr<const RoutingFunction>> alone;
  std::unique_ptr<NetworkRouting> routing;
};

TEST(NetworkRouting, IsInEachVirtualNetworkTheFunctionThatItHasForItself) {
  for (std::uint64_t n = 1; n <= 20; ++n) {
    Dice dice(n);
    const Networks tested(random_sizes(dice, 3));
    const NodeId nodes = tested.torus.node_count();
    for (NodeId here = 0; here < nodes; ++here) {
      for (NodeId destination = 0; destination < nodes; ++destination) {
        if (here == destination) continue;
        for (int network = 0; network < tested.networks.count(); ++network) {
          const VcId first = tested.networks.first(network);
          for (VcId vc = first; vc < first + tested.networks.size(network); ++vc) {
            RouteSet found;
            RouteSet expected;
            tested.routing->route({here, destination, 1, vc}, found);
            tested.alone[network]->route({here, destination, 1, vc - first}, expected);
            ASSERT_EQ(found.size(), expected.size());
            for (std::size_t i = 0; i < found.size(); ++i) {
              const RouteChoice& choice = found.begin()[i];
              EXPECT_EQ(choice.port, expected.begin()[i].port);
              EXPECT_EQ(choice.preference, expected.begin()[i].preference);
              for (VcId of = 0; of < tested.networks.size(network); ++of)
                EXPECT_EQ(choice.vcs.test(first + of), expected.begin()[i].vcs.test(of));
              EXPECT_EQ(choice.vcs & ~tested.networks.vcs(network), VcMask(0));
            }
            EXPECT_EQ(tested.routing->delivery_vcs(vc), tested.networks.vcs(network));
          }
        }
      }
    }
  }
}

TEST(NetworkRouting, IsProvedOverAllVirtualNetworks) {
  for (std::uint64_t n = 1; n <= 10; ++n) {
    Dice dice(n);
    const std::vector<int> sizes = random_sizes(dice, 3);
    const Networks tested(sizes);
    const DeadlockVerdict verdict = find_verdict(tested.space(), *tested.routing, Holding::OwnVcs);
    EXPECT_EQ(verdict.kind, DeadlockVerdict::Kind::Escape);
    std::size_t states = 0;
    for (const int size : sizes)
      states += find_verdict(ResourceSpace(tested.torus, size), Duato(*tested.torus.shape<Grid>(), size),
                             Holding::OwnVcs)
                    .states;
    EXPECT_EQ(verdict.states, states);
  }
}

/// A second virtual network without datelines is found, though the first is sound.
TEST(NetworkRouting, ADeadlockInALaterVirtualNetworkIsFound) {
  Networks tested({3, 3});
  const ChangedRouting mutant(std::move(tested.routing), [](const RouteQuery& query, RouteChoice& choice) {
    if (query.held_vc >= 3 && choice.preference == Preference::Escape) choice.vcs = bit<VcMask>(3);
    return true;
  });
  const DeadlockVerdict verdict = find_verdict(tested.space(), mutant, Holding::OwnVcs);
  ASSERT_EQ(verdict.kind, DeadlockVerdict::Kind::Unsafe);
  ASSERT_FALSE(verdict.cycle.empty());
  for (const Dependency& dependency : verdict.cycle) EXPECT_GE(tested.space().at(dependency.held).vc, 3);
}

}  // namespace
}  // namespace switchyard
