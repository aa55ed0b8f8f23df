#include "hw/router/queues/konstantinidou_router.h"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "hw/routing/three_queue.h"
#include "tests/support/changed_routing.h"
#include "tests/support/queue_router_bench.h"

namespace switchyard {
namespace {

using Selection = KonstantinidouConfig::Selection;
using Service = KonstantinidouConfig::Service;
constexpr PortId kTerminal = QueueRouterBench::kTerminal;

/// Takes away the credit that the far buffer of (port, vc) has, with packets of queue `vc`.
void fill_link(QueueRouterBench& bench, PortId port, VcId vc, int packets) {
  for (int i = 0; i < packets; ++i) {
    bench.packet(3, vc, 1000 + static_cast<PacketId>(i), static_cast<NodeId>(port + 1));
    bench.step();
  }
  bench.steps(3);
}

TEST(KonstantinidouRouter, AnyServiceLetsAPacketPassOneThatIsBlockedAndHeadServiceDoesNot) {
  for (const Service service : {Service::Any, Service::Head}) {
    KonstantinidouConfig config = queues_of({4});
    config.queue_service = service;
    QueueRouterBench bench(config, QueueRouterBench::straight());
    fill_link(bench, 1, 0, config.input_buffer);
    bench.packet(0, 0, 1, 2);  // Its link has no credit.
    bench.step();
    bench.packet(0, 0, 2, 3);
    bench.step();
    bench.step();
    EXPECT_EQ(bench.sent(2).has_value(), service == Service::Any);
    EXPECT_EQ(bench.queued(0), service == Service::Any ? 1 : 2);
    bench.step();
    EXPECT_FALSE(bench.awake());
    bench.credit(1, 0);
    bench.step();
    ASSERT_TRUE(bench.sent(1));
    EXPECT_EQ(bench.sent(1)->packet, 1U);
  }
}

TEST(KonstantinidouRouter, PacketsForOneLinkLeaveInTheOrderOfTheirArrival) {
  QueueRouterBench bench(queues_of({4}), QueueRouterBench::straight());
  std::vector<PacketId> sent;
  for (PacketId id = 0; id < 10; ++id) {
    if (id < 6) bench.packet(0, 0, id, 3);
    bench.step();
    if (!bench.sent(2)) continue;
    sent.push_back(bench.sent(2)->packet);
    bench.credit(2, 0);
  }
  EXPECT_EQ(sent, (std::vector<PacketId>{0, 1, 2, 3, 4, 5}));
}

TEST(KonstantinidouRouter, EveryLinkTakesAPacketInTheSameCycle) {
  QueueRouterBench bench(queues_of({4}), QueueRouterBench::straight());
  for (PortId p = 0; p < 4; ++p) bench.packet(p, 0, static_cast<PacketId>(p), static_cast<NodeId>(p + 1));
  bench.step();
  EXPECT_EQ(bench.queued(0), 4);
  bench.step();
  for (PortId p = 0; p < 4; ++p) EXPECT_TRUE(bench.sent(p)) << p;
  EXPECT_EQ(bench.queued(0), 0);
}

TEST(KonstantinidouRouter, NoMoreLeaveTheQueuesInACycleThanTheLimit) {
  for (const int limit : {1, 2, 3}) {
    KonstantinidouConfig config = queues_of({4, 4});
    config.departures_per_cycle = limit;
    QueueRouterBench bench(config, QueueRouterBench::straight());
    for (PortId p = 0; p < 4; ++p)
      bench.packet(p, p % 2, static_cast<PacketId>(p), static_cast<NodeId>(p + 1));
    bench.step();
    for (int left = 4; left > 0; left -= limit) {
      EXPECT_EQ(bench.queued(0) + bench.queued(1), left) << limit;
      EXPECT_TRUE(bench.awake());
      bench.step();
    }
    EXPECT_EQ(bench.queued(0) + bench.queued(1), 0) << limit;
  }
}

TEST(KonstantinidouRouter, NoMoreEnterAQueueInACycleThanTheLimit) {
  for (const int limit : {1, 2, 3}) {
    KonstantinidouConfig config = queues_of({4, 4});
    config.admissions_per_cycle = limit;
    QueueRouterBench bench(config, QueueRouterBench::straight());
    for (const PortId p : {0, 1, 2}) bench.packet(p, 0, static_cast<PacketId>(p), kTerminal);
    bench.packet(3, 1, 3, kTerminal);
    bench.step();
    EXPECT_EQ(bench.queued(0), limit);
    EXPECT_EQ(bench.queued(1), 1);
    int entered = 0;
    for (const PortId p : {0, 1, 2}) entered += bench.returned(p, 0) ? 1 : 0;
    EXPECT_EQ(entered, limit);
  }
}

TEST(KonstantinidouRouter, WhoFindsTheLimitReachedMayMoveAsIfNoLinkWereFree) {
  for (const int limit : {1, kNoLimit}) {
    KonstantinidouConfig config = queues_of({4, 4});
    config.departures_per_cycle = limit;
    config.queue_service = Service::Any;
    QueueRouterBench bench(config, [](const RouteQuery& query, RouteSet& routes) {
      const auto port = static_cast<PortId>(query.destination) - 1;
      routes.add(port, bit<VcMask>(query.held_vc), Preference::Adaptive);
      if (query.held_vc == 0) routes.add(kCentralQueues, bit<VcMask>(1), Preference::Escape);
    });
    bench.packet(0, 0, 1, 2);
    bench.packet(1, 0, 2, 3);
    bench.step();
    bench.step();
    EXPECT_EQ(bench.queued(1), limit == 1 ? 1 : 0);
    EXPECT_EQ(bench.queued(0), 0);
  }
}

TEST(KonstantinidouRouter, ALinkGoesToTheQueuesInTurn) {
  QueueRouterBench bench(queues_of({4, 4}), QueueRouterBench::straight());
  std::array<int, 2> sent{};
  PacketId id = 0;
  for (int cycle = 0; cycle < 101; ++cycle) {
    for (const PortId p : {0, 1}) {
      if (bench.buffered(p, p) < 2) bench.packet(p, p, id++, 3);
    }
    bench.step();
    if (!bench.sent(2)) continue;
    ++sent[bench.sent(2)->vc];
    bench.credit(2, bench.sent(2)->vc);
  }
  EXPECT_EQ(sent[0] + sent[1], 100);
  EXPECT_EQ(sent[0], sent[1]);
}

TEST(KonstantinidouRouter, TheInjectionBufferCompetesFairlyForItsQueue) {
  QueueRouterBench bench(queues_of({2}), QueueRouterBench::straight());
  std::map<PortId, int> entered;
  PacketId id = 0;
  for (int cycle = 0; cycle < 202; ++cycle) {
    for (const PortId p : {0, 1, kTerminal}) {
      if (bench.buffered(p, 0) < 2) bench.packet(p, 0, id++, 3);
    }
    bench.step();
    for (const PortId p : {0, 1, kTerminal}) entered[p] += bench.returned(p, 0) ? 1 : 0;
    if (bench.sent(2)) bench.credit(2, 0);
  }
  EXPECT_GE(entered[0] + entered[1] + entered[kTerminal], 200);
  for (const PortId p : {0, 1, kTerminal}) EXPECT_NEAR(entered[p], 67, 2) << p;
}

/// Node 0 of a 4-cube.
QueueRouterBench::Route three_queue() {
  return
      [routing = ThreeQueue(4)](const RouteQuery& query, RouteSet& routes) { routing.route(query, routes); };
}

TEST(KonstantinidouRouter, AnAscendingPacketChangesItsClassOnlyWhenNoneOfItsLinksIsFree) {
  QueueRouterBench bench(queues_of({4, 4, 4}), three_queue());
  bench.packet(kTerminal, 0, 1, 0b0011);
  bench.step();
  bench.step();
  EXPECT_TRUE(bench.sent(0) || bench.sent(1));
  for (int i = 0; i < 3; ++i) {  // Two packets for each of these links; the first has gone.
    bench.packet(kTerminal, 0, 2, 0b0011);
    bench.step();
  }
  bench.steps(2);
  EXPECT_EQ(bench.queued(0) + bench.queued(1) + bench.queued(2), 0);
  bench.packet(kTerminal, 0, 7, 0b0011);
  bench.step();
  EXPECT_EQ(bench.queued(0), 1);
  bench.step();  // To queue 1, and as this node is the Nadir, to queue 2.
  EXPECT_EQ(bench.queued(1), 1);
  bench.step();
  EXPECT_EQ(bench.queued(2), 1);
  bench.step();
  const bool first = bench.sent(0).has_value();
  ASSERT_TRUE(first || bench.sent(1));
  EXPECT_EQ(bench.sent(first ? 0 : 1)->vc, 2);
}

TEST(KonstantinidouRouter, AFullQueueTakesNothingAndWhatLeavesIsReplacedInTheSameCycle) {
  KonstantinidouConfig config = queues_of({4, 1, 4});
  config.input_buffer = 1;
  QueueRouterBench bench(config, three_queue());
  fill_link(bench, 0, 0, 1);
  fill_link(bench, 0, 2, 1);
  for (int i = 0; i < 4; ++i) {
    bench.packet(kTerminal, 0, static_cast<PacketId>(i), 0b0001);
    bench.step();
  }
  bench.steps(6);
  EXPECT_EQ(bench.queued(0) + bench.queued(1) + bench.queued(2), 4);
  EXPECT_EQ(bench.queued(2), 4);  // All went on to queue 2, through a queue of one.
  EXPECT_FALSE(bench.awake());
}

TEST(KonstantinidouRouter, SelectionChoosesAmongTheFreeLinks) {
  const QueueRouterBench::Route anywhere = [](const RouteQuery&, RouteSet& routes) {
    for (PortId p = 0; p < 4; ++p) routes.add(p, 0b1, Preference::Static);
  };
  for (const Selection selection : {Selection::First, Selection::Random, Selection::LeastLoaded}) {
    KonstantinidouConfig config = queues_of({4});
    config.selection = selection;
    QueueRouterBench bench(config, anywhere);
    std::map<PortId, int> used;
    for (int i = 0; i < 8; ++i) {
      bench.packet(kTerminal, 0, static_cast<PacketId>(i), 9);
      bench.step();
      bench.step();
      for (PortId p = 0; p < 4; ++p) used[p] += bench.sent(p) ? 1 : 0;
    }
    const bool first_only = selection == Selection::First;
    EXPECT_EQ(used[0], 2);  // No credit ever comes back: each link takes two.
    EXPECT_EQ(used[3], 2);
    QueueRouterBench again(config, anywhere);
    std::vector<PortId> order;
    for (int i = 0; i < 4; ++i) {
      again.packet(kTerminal, 0, static_cast<PacketId>(i), 9);
      again.step();
      again.step();
      for (PortId p = 0; p < 4; ++p) {
        if (again.sent(p)) order.push_back(p);
      }
    }
    if (first_only) {
      EXPECT_EQ(order, (std::vector<PortId>{0, 0, 1, 1}));
    }
    if (selection == Selection::LeastLoaded) {
      EXPECT_EQ(order, (std::vector<PortId>{0, 1, 2, 3}));
    }
    if (selection == Selection::Random) {
      EXPECT_NE(order, (std::vector<PortId>{0, 0, 1, 1}));
    }
  }
}

TEST(KonstantinidouRouter, LeastLoadedSelectionTakesOfEqualLinksTheOneThatItTookLeastRecently) {
  const QueueRouterBench::Route anywhere = [](const RouteQuery&, RouteSet& routes) {
    for (PortId p = 0; p < 4; ++p) routes.add(p, 0b1, Preference::Static);
  };
  KonstantinidouConfig config = queues_of({4});
  config.selection = Selection::LeastLoaded;
  QueueRouterBench bench(config, anywhere);
  std::vector<PortId> order;
  for (int i = 0; i < 12; ++i) {  // Every credit comes back at once: the links are always equal.
    bench.packet(kTerminal, 0, static_cast<PacketId>(i), 9);
    bench.step();
    bench.step();
    for (PortId p = 0; p < 4; ++p) {
      if (!bench.sent(p)) continue;
      order.push_back(p);
      bench.credit(p);
    }
  }
  EXPECT_EQ(order, (std::vector<PortId>{0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3}));
}

TEST(KonstantinidouRouter, EscapesAreTakenOnlyWhenNothingElseIsFree) {
  const QueueRouterBench::Route with_escape = [](const RouteQuery&, RouteSet& routes) {
    routes.add(1, 0b1, Preference::Adaptive);
    routes.add(0, 0b1, Preference::Escape);
  };
  QueueRouterBench bench(queues_of({4}), with_escape);
  std::vector<PortId> order;
  for (int i = 0; i < 3; ++i) {
    bench.packet(kTerminal, 0, static_cast<PacketId>(i), 9);
    bench.step();
    bench.step();
    for (PortId p = 0; p < 4; ++p) {
      if (bench.sent(p)) order.push_back(p);
    }
  }
  EXPECT_EQ(order, (std::vector<PortId>{1, 1, 0}));
}

TEST(KonstantinidouRouter, SaysWhatEachOfItsBuffersAndQueuesWaitsFor) {
  KonstantinidouConfig config = queues_of({1, 1});
  config.input_buffer = 1;
  config.ejection_buffer = 1;
  const QueueRouterBench::Route up = [](const RouteQuery& query, RouteSet& routes) {
    routes.add(2, bit<VcMask>(query.held_vc), Preference::Static);
    if (query.held_vc == 0) routes.add(kCentralQueues, 0b10, Preference::Escape);
  };
  QueueRouterBench bench(config, up);
  for (PacketId id = 0; id < 5; ++id) {
    bench.packet(0, 0, id, 3);
    bench.steps(4);
  }
  // Two are beyond the link, one in either queue, one in the buffer.
  EXPECT_EQ(bench.queued(0) + bench.queued(1) + bench.buffered(0, 0), 3);
  EXPECT_FALSE(bench.awake());
  const BufferRef queue0{Side::Central, kCentralQueues, 0};
  const BufferRef queue1{Side::Central, kCentralQueues, 1};
  const auto waits_of = [&](const BufferRef& buffer) {
    std::set<std::pair<bool, BufferRef>> waits;
    for (const WaitFor& wait : bench.router().waits_for(buffer))
      waits.insert({wait.where == WaitFor::Where::Far, wait.buffer});
    return waits;
  };
  using Waits = std::set<std::pair<bool, BufferRef>>;
  EXPECT_EQ(waits_of({Side::Input, 0, 0}), (Waits{{false, queue0}}));
  EXPECT_EQ(waits_of(queue0), (Waits{{true, {Side::Input, 2, 0}}, {false, queue1}}));
  EXPECT_EQ(waits_of(queue1), (Waits{{true, {Side::Input, 2, 1}}}));
  bench.credit(2, 1);
  bench.step();
  EXPECT_EQ(waits_of({Side::Input, 0, 0}), Waits{});
}

TEST(KonstantinidouRouter, SleepsWhenNothingIsInside) {
  QueueRouterBench bench(queues_of({4}), QueueRouterBench::straight());
  bench.step();
  EXPECT_FALSE(bench.awake());
  bench.packet(0, 0, 1, 3);
  bench.step();
  EXPECT_TRUE(bench.awake());
  bench.step();
  EXPECT_TRUE(bench.sent(2));
  EXPECT_FALSE(bench.awake());
}

TEST(KonstantinidouRouter, ResetForgetsEverything) {
  QueueRouterBench bench(queues_of({4}), QueueRouterBench::straight());
  for (int i = 0; i < 2; ++i) {
    bench.packet(0, 0, 1, 3);
    bench.packet(1, 0, 1, 3);
    bench.step();
  }
  bench.router().reset();
  EXPECT_EQ(bench.queued(0) + bench.buffered(0, 0) + bench.buffered(1, 0), 0);
  bench.packet(0, 0, 5, 3);
  bench.step();
  bench.step();
  ASSERT_TRUE(bench.sent(2));
  EXPECT_EQ(bench.sent(2)->packet, 5U);
}

TEST(KonstantinidouRouter, AResetEndsTheWaitForTheNextEjection) {
  KonstantinidouConfig config = queues_of({4});
  config.ejection_rate = 0.1;
  const auto deliver = [](QueueRouterBench& bench) {
    bench.packet(0, 0, 1, 0);
    int steps = 0;
    do {
      bench.step();
      ++steps;
    } while (!bench.sent(QueueRouterBench::kTerminal) && steps < 100);
    return steps;
  };
  QueueRouterBench bench(config, QueueRouterBench::straight());
  const int first = deliver(bench);
  EXPECT_GT(deliver(bench), first) << "it waits for ten cycles to be over";
  bench.router().reset();
  EXPECT_EQ(deliver(bench), first);
}

TEST(KonstantinidouRouter, NamesABrokenProtocol) {
  const auto complaint = [](const std::function<void(QueueRouterBench&)>& act) -> std::string {
    QueueRouterBench bench(queues_of({1}), QueueRouterBench::straight());
    try {
      act(bench);
    } catch (const std::logic_error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(complaint([](QueueRouterBench& bench) {
              bench.flit(1, {1, 3, 0, 2, 0, true});
              bench.step();
            }),
            "KonstantinidouRouter: a packet of several flits at node 0, port 1, VC 0");
  EXPECT_EQ(complaint([](QueueRouterBench& bench) {
              bench.packet(1, 1, 1, 3);
              bench.step();
            }),
            "KonstantinidouRouter: a flit for no VC at node 0, port 1, VC 1");
  EXPECT_EQ(complaint([](QueueRouterBench& bench) {
              bench.credit(2, 0);
              bench.step();
            }),
            "KonstantinidouRouter: more credits than slots at node 0, port 2, VC 0");
  EXPECT_EQ(complaint([](QueueRouterBench& bench) {
              for (PacketId id = 0; id < 6; ++id) {
                bench.packet(1, 0, id, 3);
                bench.step();
              }
            }),
            "KonstantinidouRouter: input buffer overflows at node 0, port 1, VC 0");
  KonstantinidouConfig config = queues_of({1, 1, 1});
  const ThreeQueue routing(4);
  EXPECT_THROW(KonstantinidouRouter(config, 0, 22, NodeTerminals::plain(22), 1, routing),
               std::invalid_argument);
  EXPECT_NO_THROW(KonstantinidouRouter(config, 0, 21, NodeTerminals::plain(21), 1, routing));
}

TEST(KonstantinidouRouter, RefusesARelationThatTakesPacketsFromABufferIntoAnotherQueue) {
  const ChangedRouting changed(std::make_unique<ThreeQueue>(4),
                               [](const RouteQuery& query, RouteChoice& choice) {
                                 if (query.held_port != kCentralQueues && query.held_vc == 2)
                                   choice.vcs = 0b010;
                                 return true;
                               });
  EXPECT_THROW(KonstantinidouRouter(queues_of({1, 1, 1}), 0, 5, NodeTerminals::plain(5), 1, changed),
               std::invalid_argument);
}

}  // namespace
}  // namespace switchyard
