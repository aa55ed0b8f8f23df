#include "hw/routing/four_queue.h"

#include <gtest/gtest.h>

#include <deque>

#include "hw/topology/builders.h"
#include "tests/support/changed_routing.h"
#include "tests/support/queue_walk.h"

namespace switchyard {
namespace {

NodeId rotated(NodeId node, int n) { return node >> 1 | (node & 1) << (n - 1); }

bool is_smallest_of_its_necklace(NodeId node, int n) {
  NodeId other = node;
  for (int i = 0; i < n; ++i) {
    other = rotated(other, n);
    if (other < node) return false;
  }
  return true;
}

/// Hops of the shortest way by the rules of the paper, from A0 of `from`, found by a search over (node,
/// queue).
int shortest_by_the_rules(NodeId from, NodeId to, int n) {
  std::map<std::pair<NodeId, int>, int> hops{{{from, 0}, 0}};
  std::deque<std::pair<NodeId, int>> ahead{{from, 0}};
  const auto reach = [&](NodeId node, int queue, int at, bool now) {
    const auto [place, is_new] = hops.insert({{node, queue}, at});
    if (!is_new && place->second <= at) return;
    place->second = at;
    if (now) {
      ahead.push_front({node, queue});
    } else {
      ahead.emplace_back(node, queue);
    }
  };
  while (!ahead.empty()) {
    const auto [node, queue] = ahead.front();
    ahead.pop_front();
    const int at = hops.at({node, queue});
    if (node == to) return at;
    const int phase = queue / 2 * 2;  // A0 or B0.
    if (phase == 0) reach(node, 2, at, true);
    if ((node & 1) == (phase == 0 ? 0U : 1U)) reach(node ^ 1, phase, at + 1, false);
    const NodeId next = rotated(node, n);
    const bool dateline = is_smallest_of_its_necklace(next, n);
    if (next != node && !(dateline && queue == phase + 1))
      reach(next, dateline ? phase + 1 : queue, at + 1, false);
  }
  return -1;
}

TEST(FourQueue, TakesTheShortestWayThatItsRulesAllow) {
  for (const int n : {2, 3, 4, 6}) {
    const FourQueue routing(n);
    for (NodeId from = 0; from < NodeId{1} << n; ++from) {
      for (NodeId to = 0; to < NodeId{1} << n; ++to) {
        ASSERT_EQ(routing.distance(from, to), shortest_by_the_rules(from, to, n)) << from << " -> " << to;
      }
    }
  }
}

TEST(FourQueue, ArrivesAfterAtMostThreeTimesTheBitsOfAnAddress) {
  for (const int n : {2, 3, 4, 5, 6}) {
    const Topology network = build_shuffle_exchange({n});
    const FourQueue routing(n);
    int longest = 0;
    for (NodeId from = 0; from < network.node_count(); ++from) {
      for (NodeId to = 0; to < network.node_count(); ++to) {
        if (from == to) continue;
        const int hops = longest_way(network, routing, from, to);
        EXPECT_LE(hops, routing.distance(from, to));
        longest = std::max(longest, hops);
      }
    }
    EXPECT_LE(longest, 3 * n);
    EXPECT_GE(longest, 2 * n - 1);
  }
}

TEST(FourQueue, IsFreeOfDeadlockThoughItsDynamicLinkClosesCycles) {
  bool any_cycle = false;
  for (const int n : {2, 3, 4, 5, 6}) {
    const QueueProof proof = prove(build_shuffle_exchange({n}), FourQueue(n));
    EXPECT_TRUE(proof.safe()) << n;
    EXPECT_LE(proof.most_moves, FourQueue(n).max_choices());
    any_cycle |= !proof.acyclic;
    EXPECT_EQ(verdict_on(build_shuffle_exchange({n}), FourQueue(n)),
              proof.acyclic ? DeadlockVerdict::Kind::Acyclic : DeadlockVerdict::Kind::Dynamic);
  }
  EXPECT_TRUE(any_cycle);
}

TEST(FourQueueMutant, OneClassPerNecklaceClosesACycle) {
  const ChangedRouting one_class(std::make_unique<FourQueue>(4), [](const RouteQuery&, RouteChoice& choice) {
    if (choice.port == ShuffleExchangeConfig::kShuffle)
      choice.vcs = choice.vcs < 0b0100 ? VcMask{0b0001} : VcMask{0b0100};
    return true;
  });
  EXPECT_FALSE(prove(build_shuffle_exchange({4}), one_class).base_acyclic);
  EXPECT_EQ(verdict_on(build_shuffle_exchange({4}), one_class), DeadlockVerdict::Kind::Unsafe);
}

}  // namespace
}  // namespace switchyard
