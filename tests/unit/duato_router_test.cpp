#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "hw/base/bits.h"
#include "hw/router/duato_router.h"
#include "tests/support/hand_made_packets.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

using Crossbar = DuatoConfig::Crossbar;
using LaneReuse = DuatoConfig::LaneReuse;
using Switching = DuatoConfig::Switching;
using Route = std::function<void(const RouteQuery&, RouteSet&)>;

constexpr int kPorts = 5;
constexpr PortId kTerminal = kPorts - 1;
constexpr NodeId kHere = 0;

/// The destination that the routing of these tests sends out of port `p`.
constexpr NodeId beyond(PortId p) { return static_cast<NodeId>(p + 1); }
PortId port_towards(NodeId destination) { return static_cast<PortId>(destination - 1); }

/// To the port that the destination names, over these lanes.
Route over_lanes(VcMask adaptive, VcMask escape = 0) {
  return [=](const RouteQuery& query, RouteSet& routes) {
    routes.add(port_towards(query.destination), adaptive, Preference::Adaptive);
    if (escape != 0) routes.add(port_towards(query.destination), escape, Preference::Escape);
  };
}

class RoutingByHand final : public RoutingFunction {
 public:
  explicit RoutingByHand(Route route) : route_(std::move(route)) {}
  void route(const RouteQuery& query, RouteSet& routes) const override { route_(query, routes); }
  std::size_t max_choices() const override { return 4; }

 private:
  Route route_;
};

Flit flit_of(PacketId packet, PortId towards, int remaining, VcId vc, bool head) {
  return {packet,
          beyond(towards),
          payload_of(packet, remaining),
          static_cast<std::uint16_t>(remaining),
          static_cast<std::uint8_t>(vc),
          head};
}
Flit header(PacketId packet, PortId towards, int length, VcId vc) {
  return flit_of(packet, towards, length, vc, true);
}

RouterSite site_of(int latency) {
  return {kHere, kPorts, std::vector<int>(kPorts, latency), {true, false, true, false, true}, /*seed=*/7};
}

/// One router, driven by hand cycle by cycle.
class Bench {
 public:
  explicit Bench(const DuatoConfig& config, Route route = over_lanes(0xffff), int latency = 1)
      : routing_([config, route](const RouteQuery& query, RouteSet& routes) {
          RouteSet all;
          route(query, all);
          for (const RouteChoice& choice : all) {
            const auto vcs = static_cast<VcMask>(choice.vcs & low_bits<VcMask>(config.virtual_channels));
            routes.add(choice.port, vcs, choice.preference);
          }
        }),
        router_(config, site_of(latency), routing_) {}

  /// What arrives in the next step.
  void flit(PortId p, const Flit& flit) {
    flits_[static_cast<std::size_t>(p)] = flit;
    inputs_.flit_ports |= bit<PortMask>(p);
  }
  void credit(PortId p, VcId vc) {
    credits_[static_cast<std::size_t>(p)] =
        static_cast<VcMask>(credits_[static_cast<std::size_t>(p)] | bit<VcMask>(vc));
    inputs_.credit_ports |= bit<PortMask>(p);
  }
  void request(PortId p) { inputs_.request_ports |= bit<PortMask>(p); }

  const PortOutputs& step() {
    inputs_.flits = flits_.data();
    inputs_.credits = credits_.data();
    outputs_.clear();
    awake_ = router_.step(inputs_, outputs_);
    inputs_ = {};
    credits_.fill(0);
    return outputs_;
  }
  void steps(int count) {
    for (int i = 0; i < count; ++i) step();
  }

  /// The flit that the last step sent out of this port.
  std::optional<Flit> sent(PortId p) const {
    if ((outputs_.flit_ports & bit<PortMask>(p)) == 0) return std::nullopt;
    return outputs_.flits[static_cast<std::size_t>(p)];
  }
  bool returned(PortId p, VcId vc) const {
    if ((outputs_.credit_ports & bit<PortMask>(p)) == 0) return false;
    return (outputs_.credits[static_cast<std::size_t>(p)] & bit<VcMask>(vc)) != 0;
  }
  LaneView lane(Side side, PortId p, VcId vc) const {
    LaneView found;
    router_.visit_lanes([&](const LaneView& view) {
      if (view.lane == LaneRef{side, p, vc}) found = view;
    });
    return found;
  }
  bool bound(PortId p, VcId vc) const { return lane(Side::Input, p, vc).bound; }
  bool awake() const { return awake_; }
  DuatoRouter& router() { return router_; }

 private:
  RoutingByHand routing_;
  DuatoRouter router_;
  PortInputs inputs_;
  std::array<Flit, kMaxPorts> flits_{};
  std::array<VcMask, kMaxPorts> credits_{};
  PortOutputs outputs_;
  bool awake_ = false;
};

DuatoConfig config_of(int vcs, int input_depth, int output_depth) {
  DuatoConfig config;
  config.virtual_channels = vcs;
  config.input_depth = input_depth;
  config.output_depth = output_depth;
  return config;
}

// Timing.

TEST(DuatoRouter, ZeroLoadHeadLatencyIsRoutingAndCrossbar) {
  for (const int t_routing : {1, 2, 5, 64}) {
    for (const int t_crossbar : {1, 2, 4, 64}) {
      for (const int output_depth : {0, 64}) {
        for (const Crossbar crossbar : {Crossbar::Lanes, Crossbar::Ports}) {
          DuatoConfig config = config_of(2, 4, output_depth);
          config.t_routing = t_routing;
          config.t_crossbar = t_crossbar;
          config.crossbar = crossbar;
          Bench bench(config);
          bench.flit(0, header(9, 2, 1, 1));
          for (int cycle = 0; cycle < t_routing + t_crossbar; ++cycle) {
            bench.step();
            ASSERT_FALSE(bench.sent(2))
                << t_routing << " + " << t_crossbar << " cycles, sent after " << cycle;
            EXPECT_TRUE(bench.awake());
          }
          bench.step();
          ASSERT_TRUE(bench.sent(2)) << t_routing << " + " << t_crossbar << ", output_depth " << output_depth;
          EXPECT_EQ(bench.sent(2)->packet, 9U);
        }
      }
    }
  }
}

TEST(DuatoRouter, ACreditLeavesInTheCycleInWhichItsFlitLeavesTheInputLane) {
  constexpr int kFlits = 12;
  for (const int output_depth : {0, 1, 3}) {
    DuatoConfig config = config_of(2, 4, output_depth);
    config.t_routing = 3;
    Bench bench(config, over_lanes(0b01));
    int to_come = kFlits;
    int inside = 0;
    int beyond_link = 0;
    int credits = 0;
    for (int cycle = 0; cycle < 80; ++cycle) {
      if (to_come > 0 && inside < config.input_depth) {
        bench.flit(1, flit_of(3, 2, to_come, 0, to_come == kFlits));
        --to_come;
        ++inside;
      }
      if (cycle > 25 && cycle % 3 == 0 && beyond_link > 0) {  // The lane beyond stays full for a while.
        bench.credit(2, 0);
        --beyond_link;
      }
      bench.step();
      const int left = bench.lane(Side::Input, 1, 0).occupancy;
      EXPECT_EQ(bench.returned(1, 0) ? 1 : 0, inside - left) << "cycle " << cycle;
      credits += inside - left;
      inside = left;
      beyond_link += bench.sent(2) ? 1 : 0;
    }
    EXPECT_EQ(credits, kFlits);
  }
}

/// Cycles without a flit between the header and the tail of a packet of 40 flits on the link from node 0 to
/// node 1.
int bubbles(int link_latency, int t_routing, int t_crossbar, int input_depth, int output_depth) {
  const Experiment experiment = with_packets(
      experiment_from(
          "topology: {kind: torus, radix: [4], link_latency: " + std::to_string(link_latency) +
          "}\nrouter: {kind: duato, virtual_channels: 2, t_routing: " + std::to_string(t_routing) +
          ", t_crossbar: " + std::to_string(t_crossbar) + ", input_depth: " + std::to_string(input_depth) +
          ", output_depth: " + std::to_string(output_depth) +
          "}\nrouting: {kind: dimension_order}\ntraffic: {pattern: uniform, load: 0, packet_length: 1}\n"),
      {{0, {0, 1, 40}}});
  FastBench bench(experiment, /*record_events=*/true);
  EXPECT_TRUE(bench.drain(5000));
  std::vector<Cycle> arrivals;
  for (const LinkEvent& event : bench.bench.recorder.events()) {
    if (!event.at_terminal && event.node == 1 && event.credits == 0 && !event.request)
      arrivals.push_back(event.cycle);
  }
  EXPECT_EQ(arrivals.size(), 40U);
  return static_cast<int>(arrivals.back() - arrivals.front()) - 39;
}

TEST(DuatoRouter, FullRateNeedsLanesAsDeepAsTheCreditLoop) {
  for (const int link : {2, 3}) {
    for (const int t_routing : {1, 4}) {
      for (const int t_crossbar : {1, 3}) {
        const int loop = 2 * link + t_routing;
        EXPECT_EQ(bubbles(link, t_routing, t_crossbar, loop, t_crossbar), 0);
        EXPECT_GT(bubbles(link, t_routing, t_crossbar, loop - 1, 9), 0);
        EXPECT_EQ(bubbles(link, t_routing, t_crossbar, loop + t_crossbar, 0), 0);
        EXPECT_GT(bubbles(link, t_routing, t_crossbar, loop + t_crossbar - 1, 0), 0);
      }
    }
  }
}

/// Lane v of port v is fed for port 3 without end, for v = 0, 1, 2. Returns the lanes that flits left port 3
/// by, and checks that some flit did in every cycle.
std::vector<VcId> lanes_of_a_busy_link(const DuatoConfig& config) {
  constexpr int kEndless = 1000;
  Bench bench(config, [&](const RouteQuery& query, RouteSet& routes) {
    routes.add(3, bit<VcMask>(query.held_vc), Preference::Adaptive);
  });
  std::vector<VcId> order;
  std::array<int, 3> space{config.input_depth, config.input_depth, config.input_depth};
  std::array<int, 3> next{kEndless, kEndless, kEndless};
  for (int cycle = 0; cycle < 200; ++cycle) {
    for (std::size_t v = 0; v < 3; ++v) {
      if (space[v] == 0) continue;
      const auto lane = static_cast<VcId>(v);
      bench.flit(lane, flit_of(static_cast<PacketId>(v), 3, next[v], lane, next[v] == kEndless));
      --space[v];
      --next[v];
    }
    if (!order.empty()) bench.credit(3, order.back());
    bench.step();
    for (std::size_t v = 0; v < 3; ++v) {
      space[v] += bench.returned(static_cast<PortId>(v), static_cast<VcId>(v)) ? 1 : 0;
    }
    const std::optional<Flit> flit = bench.sent(3);
    if (flit) order.push_back(flit->vc);
    EXPECT_TRUE(flit || cycle < 2) << "an idle link in cycle " << cycle;
  }
  return order;
}

TEST(DuatoRouter, ALinkCarriesAFlitEveryCycleAndSharesItFairlyAmongItsLanes) {
  for (const int output_depth : {0, 4}) {
    for (const Crossbar crossbar : {Crossbar::Lanes, Crossbar::Ports}) {
      DuatoConfig config = config_of(3, 8, output_depth);
      config.crossbar = crossbar;
      const std::vector<VcId> order = lanes_of_a_busy_link(config);
      for (VcId vc = 0; vc < 3; ++vc) {
        EXPECT_NEAR(static_cast<double>(std::count(order.begin() + 20, order.begin() + 170, vc)), 50, 1)
            << "lane " << vc << ", output_depth " << output_depth;
      }
    }
  }
}

// The crossbars.

TEST(DuatoRouter, OnlyTheCrossbarOfLanesMovesTwoFlitsOfAPortInOneCycle) {
  for (const Crossbar crossbar : {Crossbar::Lanes, Crossbar::Ports}) {
    DuatoConfig config = config_of(2, 8, 4);
    config.crossbar = crossbar;
    Bench bench(config);
    int most = 0;
    int moved = 0;
    for (int cycle = 0; cycle < 30; ++cycle) {
      if (cycle < 12) {  // Two packets of six flits in turn, to different ports.
        const int remaining = 6 - cycle / 2;
        bench.flit(0, flit_of(static_cast<PacketId>(cycle % 2), 2 + cycle % 2, remaining, cycle % 2,
                              remaining == 6));
      }
      bench.step();
      const int now = (bench.returned(0, 0) ? 1 : 0) + (bench.returned(0, 1) ? 1 : 0);
      most = std::max(most, now);
      moved += now;
    }
    EXPECT_EQ(moved, 12);
    EXPECT_EQ(most, crossbar == Crossbar::Lanes ? 2 : 1);
  }
}

TEST(DuatoRouter, TheCrossbarOfPortsServesTheLanesOfAPortInTurn) {
  DuatoConfig config = config_of(2, 8, 8);
  config.crossbar = Crossbar::Ports;
  config.t_routing = 20;  // Both lanes fill before the first flit may cross.
  Bench bench(config, [](const RouteQuery& query, RouteSet& routes) {
    routes.add(2, bit<VcMask>(query.held_vc), Preference::Adaptive);
  });
  for (int flit = 0; flit < 16; ++flit) {
    const int remaining = 9 - flit / 2;
    bench.flit(0, flit_of(static_cast<PacketId>(flit % 2), 2, remaining, flit % 2, remaining == 9));
    bench.step();
  }
  std::vector<VcId> order;
  for (int cycle = 0; cycle < 30; ++cycle) {
    bench.step();
    for (const VcId vc : {0, 1}) {
      if (bench.returned(0, vc)) order.push_back(vc);
    }
  }
  ASSERT_EQ(order.size(), 16U);
  for (std::size_t i = 1; i + 3 < order.size(); ++i) EXPECT_NE(order[i], order[i + 1]) << "flit " << i;
}

TEST(DuatoRouter, WithoutOutputLanesFlitsGoFromTheInputLaneToTheLink) {
  Bench bench(config_of(2, 4, 0));
  int output_lanes = 0;
  bench.router().visit_lanes(
      [&](const LaneView& view) { output_lanes += view.lane.side == Side::Output ? 1 : 0; });
  EXPECT_EQ(output_lanes, 0);
  Bench queued(config_of(2, 4, 1));
  queued.router().visit_lanes(
      [&](const LaneView& view) { output_lanes += view.lane.side == Side::Output ? 1 : 0; });
  EXPECT_EQ(output_lanes, 2 * kPorts);
}

TEST(DuatoRouter, SendsNoFlitWithoutACredit) {
  for (const int output_depth : {0, 3}) {
    DuatoConfig config = config_of(2, 2, output_depth);
    Bench bench(config, over_lanes(0b01));
    int sent = 0;
    for (int remaining = 6; remaining > 0; --remaining) {
      bench.flit(0, flit_of(1, 2, remaining, 0, remaining == 6));
      bench.step();
      sent += bench.sent(2) ? 1 : 0;
      if (bench.lane(Side::Input, 0, 0).occupancy == 2) break;
    }
    for (int cycle = 0; cycle < 20; ++cycle) {
      bench.step();
      sent += bench.sent(2) ? 1 : 0;
    }
    EXPECT_EQ(sent, 2) << "of a far lane of two slots";
    bench.credit(2, 0);
    for (int cycle = 0; cycle < 20; ++cycle) {
      bench.step();
      sent += bench.sent(2) ? 1 : 0;
    }
    EXPECT_EQ(sent, 3);
  }
}

// Lane reuse.

/// A packet of `ahead` flits has gone over the only lane of port 2 and its flits are in the far lane. How
/// many of them must leave it until the header of a packet of `length` flits is bound?
int credits_to_bind(DuatoConfig config, int ahead, int length) {
  Bench bench(config, over_lanes(0b01));
  for (int remaining = ahead; remaining > 0; --remaining) {
    bench.flit(0, flit_of(1, 2, remaining, 0, remaining == ahead));
    bench.step();
  }
  bench.steps(10 + ahead);
  bench.flit(1, header(2, 2, length, 0));
  bench.steps(3);
  int credits = 0;
  while (!bench.bound(1, 0) && bench.lane(Side::Input, 1, 0).occupancy != 0) {
    if (++credits > ahead) return -1;
    bench.credit(2, 0);
    bench.steps(3);
  }
  return credits;
}

TEST(DuatoRouter, AtomicLaneReuseWaitsForAnEmptyFarLane) {
  for (const int output_depth : {0, 2}) {
    DuatoConfig config = config_of(2, 4, output_depth);
    config.lane_reuse = LaneReuse::Atomic;
    for (int ahead = 1; ahead <= 4; ++ahead) {
      for (const int length : {1, 4, 20}) EXPECT_EQ(credits_to_bind(config, ahead, length), ahead);
    }
  }
}

TEST(DuatoRouter, WholePacketLaneReuseWaitsUntilThePacketFitsOrTheLaneIsEmpty) {
  for (const int output_depth : {0, 1, 3}) {
    DuatoConfig config = config_of(2, 4, output_depth);
    config.lane_reuse = LaneReuse::WholePacket;
    const int capacity = 4 + output_depth;
    for (int ahead = 1; ahead <= 4; ++ahead) {
      for (int length = 1; length <= capacity + 5; ++length) {
        const int missing = std::min(length, capacity) - (capacity - ahead);
        EXPECT_EQ(credits_to_bind(config, ahead, length), std::max(missing, 0))
            << length << " flits behind " << ahead << ", output_depth " << output_depth;
      }
    }
  }
}

TEST(DuatoRouter, ImmediateLaneReuseWaitsForOneFreeSlotOnly) {
  DuatoConfig config = config_of(2, 4, 2);
  config.lane_reuse = LaneReuse::Immediate;
  for (int ahead = 1; ahead <= 4; ++ahead) EXPECT_EQ(credits_to_bind(config, ahead, 20), 0);
  config.output_depth = 0;
  for (int ahead = 1; ahead <= 4; ++ahead) EXPECT_EQ(credits_to_bind(config, ahead, 20), ahead == 4 ? 1 : 0);
}

TEST(DuatoRouter, ImmediateLaneReuseFollowsOnceTheLinkHasTakenAFlit) {
  DuatoConfig config = config_of(2, 8, 2);
  config.lane_reuse = LaneReuse::Immediate;
  config.half_duplex = true;  // The link is slow to take the first flit.
  Bench bench(config, over_lanes(0b01), /*latency=*/6);
  for (int remaining = 2; remaining > 0; --remaining) {
    bench.flit(0, flit_of(1, 2, remaining, 0, remaining == 2));
    bench.step();
  }
  bench.flit(1, header(2, 2, 9, 0));
  bool taken = false;
  for (int cycle = 0; cycle < 20; ++cycle) {
    bench.step();
    taken |= bench.sent(2).has_value();
    EXPECT_EQ(bench.bound(1, 0), taken) << "cycle " << cycle;
  }
  EXPECT_TRUE(taken);
}

TEST(DuatoRouter, CutThroughWaitsUntilTheFarLaneHoldsTheWholePacket) {
  for (const int output_depth : {0, 2}) {
    DuatoConfig config = config_of(2, 4, output_depth);
    config.switching = Switching::CutThrough;
    for (int ahead = 1; ahead <= 4; ++ahead) {
      for (int length = 1; length <= 4; ++length) {
        EXPECT_EQ(credits_to_bind(config, ahead, length), std::max(length - (4 - ahead), 0));
      }
    }
  }
}

TEST(DuatoRouter, ALaneIsBoundToOnePacketUntilItsTailHasCrossed) {
  for (const LaneReuse reuse : {LaneReuse::Atomic, LaneReuse::WholePacket, LaneReuse::Immediate}) {
    DuatoConfig config = config_of(2, 8, 8);
    config.lane_reuse = reuse;
    Bench bench(config, over_lanes(0b01));
    bench.flit(0, header(1, 2, 3, 0));
    bench.steps(4);
    bench.flit(1, header(2, 2, 1, 0));
    bench.steps(4);
    EXPECT_FALSE(bench.bound(1, 0)) << "the first packet has two more flits to come";
    bench.flit(0, flit_of(1, 2, 2, 0, false));
    bench.step();
    bench.flit(0, flit_of(1, 2, 1, 0, false));
    bench.step();
    bench.steps(4);
    for (int flit = 0; flit < 3; ++flit) {  // For `atomic`.
      bench.credit(2, 0);
      bench.step();
    }
    bench.steps(3);
    EXPECT_EQ(bench.lane(Side::Input, 1, 0).occupancy, 0);
  }
}

// Routing.

TEST(DuatoRouter, BindsAtMostTheConfiguredHeadersPerCycle) {
  for (const int limit : {1, 2, 3, DuatoConfig::kUnlimited}) {
    DuatoConfig config = config_of(4, 4, 4);
    config.headers_per_cycle = limit;
    Bench bench(config);
    for (PortId p = 0; p < kPorts; ++p)
      bench.flit(p, header(static_cast<PacketId>(p), (p + 1) % kTerminal, 9, 0));
    int waiting = kPorts;
    while (waiting > 0) {
      bench.step();
      int bound = 0;
      for (PortId p = 0; p < kPorts; ++p) bound += bench.bound(p, 0) ? 1 : 0;
      const int now_waiting = kPorts - bound;
      ASSERT_EQ(waiting - now_waiting, std::min(waiting, limit));
      waiting = now_waiting;
    }
  }
}

TEST(DuatoRouter, TakesAnEscapeLaneOnlyWhenNoAdaptiveLaneIsFree) {
  Bench bench(config_of(4, 4, 4), over_lanes(/*adaptive=*/0b1100, /*escape=*/0b0001));
  std::vector<VcId> taken;
  for (PortId p : {0, 1, 3, kTerminal}) {
    bench.flit(p, header(static_cast<PacketId>(p), 2, 9, 0));
    bench.steps(2);
    for (VcId vc = 0; vc < 4; ++vc) {
      const bool bound = bench.lane(Side::Output, 2, vc).bound;
      if (bound && std::find(taken.begin(), taken.end(), vc) == taken.end()) taken.push_back(vc);
    }
  }
  EXPECT_EQ(taken, (std::vector<VcId>{2, 3, 0}));  // And the fourth packet waits.
  EXPECT_FALSE(bench.bound(kTerminal, 0));
}

TEST(DuatoRouter, TakesAnAdaptiveLaneEvenIfAnEscapeLaneHasMoreRoom) {
  for (const auto selection : {DuatoConfig::Selection::First, DuatoConfig::Selection::Random, DuatoConfig::Selection::LeastLoaded}) {
    DuatoConfig config = config_of(2, 4, 4);
    config.selection = selection;
    Bench bench(config, over_lanes(/*adaptive=*/0b10, /*escape=*/0b01));
    for (int packet = 0; packet < 6; ++packet) {  // No credit comes back, so the adaptive lane fills up.
      bench.flit(0, header(static_cast<PacketId>(packet), 2, 1, 0));
      for (int cycle = 0; cycle < 5; ++cycle) {
        bench.step();
        EXPECT_FALSE(bench.sent(2) && bench.sent(2)->vc == 0);
      }
    }
  }
}

/// The lanes of port 2 that packets from input port `from` take, each while those before it stay.
VcMask lanes_taken(PortId from, int throttle_lanes) {
  DuatoConfig config = config_of(5, 4, 4);
  config.throttle_lanes = throttle_lanes;
  Bench bench(config, over_lanes(/*adaptive=*/0b11100, /*escape=*/0b00001));
  for (VcId vc = 0; vc < 5; ++vc) {
    bench.flit(from, header(static_cast<PacketId>(vc), 2, 9, vc));
    bench.steps(4);
  }
  VcMask taken = 0;
  for (VcId vc = 0; vc < 5; ++vc) {
    if (bench.lane(Side::Output, 2, vc).bound) taken = static_cast<VcMask>(taken | bit<VcMask>(vc));
  }
  return taken;
}

TEST(DuatoRouter, ThrottledPacketsEnterByTheFirstAdaptiveLanesOnly) {
  EXPECT_EQ(lanes_taken(kTerminal, 1), 0b00100);
  EXPECT_EQ(lanes_taken(kTerminal, 2), 0b01100);
  EXPECT_EQ(lanes_taken(kTerminal, 3), 0b11100) << "never an escape lane";
  EXPECT_EQ(lanes_taken(kTerminal, DuatoConfig::kUnlimited), 0b11101);
  EXPECT_EQ(lanes_taken(/*from=*/0, 1), 0b11101) << "packets under way are not throttled";
}

TEST(DuatoRouter, PacketsForThisNodeLeaveByAnyLaneOfTheTerminalPort) {
  DuatoConfig config = config_of(3, 4, 4);
  config.throttle_lanes = 1;
  Bench bench(config, [](const RouteQuery&, RouteSet&) { FAIL() << "ejection is the router's business"; });
  for (VcId vc = 0; vc < 3; ++vc) {
    Flit flit = header(static_cast<PacketId>(vc), 0, 5, vc);
    flit.destination = kHere;
    bench.flit(kTerminal, flit);
    bench.steps(2);
  }
  for (VcId vc = 0; vc < 3; ++vc) EXPECT_TRUE(bench.lane(Side::Output, kTerminal, vc).bound);
}

TEST(DuatoRouter, LeastLoadedSelectionTakesThePortWithTheRoomiestLane) {
  const auto first_port = [](DuatoConfig::Selection selection) {
    DuatoConfig config = config_of(2, 4, 4);
    config.selection = selection;
    Bench bench(config, [](const RouteQuery& query, RouteSet& routes) {
      if (query.destination == beyond(1)) return routes.add(1, 0b01, Preference::Adaptive);
      routes.add(1, 0b01, Preference::Adaptive);
      routes.add(2, 0b01, Preference::Adaptive);
    });
    bench.flit(0, header(1, 1, 1, 0));  // Takes a slot beyond port 1.
    bench.steps(5);
    bench.flit(0, header(2, 2, 3, 0));
    bench.steps(2);
    return bench.lane(Side::Output, 1, 0).bound ? 1 : 2;
  };
  EXPECT_EQ(first_port(DuatoConfig::Selection::LeastLoaded), 2);
  EXPECT_EQ(first_port(DuatoConfig::Selection::First), 1);
}

TEST(DuatoRouter, RandomSelectionTakesEachOfTwoPortsAboutAsOften) {
  DuatoConfig config = config_of(2, 4, 4);
  config.selection = DuatoConfig::Selection::Random;
  Bench bench(config, [](const RouteQuery&, RouteSet& routes) {
    for (const PortId p : {1, 2, 3}) routes.add(p, 0b11, Preference::Adaptive);
  });
  std::array<int, 4> taken{};
  for (int packet = 0; packet < 300; ++packet) {
    bench.flit(0, header(static_cast<PacketId>(packet), 1, 1, 0));
    for (int cycle = 0; cycle < 4; ++cycle) {
      bench.step();
      for (const PortId p : {1, 2, 3}) {
        const std::optional<Flit> flit = bench.sent(p);
        if (!flit) continue;
        ++taken[static_cast<std::size_t>(p)];
        bench.credit(p, flit->vc);
      }
    }
  }
  for (const PortId p : {1, 2, 3}) EXPECT_NEAR(taken[static_cast<std::size_t>(p)], 100, 40);
}

/// Packets of one flit that each of two input lanes sends in 60 cycles over the only lane of port 2.
std::array<int, 2> shares_of_competitors(std::array<LaneRef, 2> lanes, int headers_per_cycle) {
  DuatoConfig config = config_of(2, 4, 4);
  config.headers_per_cycle = headers_per_cycle;
  Bench bench(config, over_lanes(0b01));
  std::array<int, 2> moved{};
  std::array<int, 2> space{4, 4};
  for (int cycle = 0; cycle < 60; ++cycle) {
    for (std::size_t i = 0; i < 2; ++i) {
      const bool same_port = lanes[0].port == lanes[1].port;
      if (space[i] == 0 || (same_port && static_cast<std::size_t>(cycle % 2) != i)) continue;
      bench.flit(lanes[i].port, header(static_cast<PacketId>(i), 2, 1, lanes[i].vc));
      --space[i];
    }
    if (const auto flit = bench.sent(2)) bench.credit(2, flit->vc);
    bench.step();
    for (std::size_t i = 0; i < 2; ++i) {
      if (!bench.returned(lanes[i].port, lanes[i].vc)) continue;
      ++moved[i];
      ++space[i];
    }
  }
  return moved;
}

TEST(DuatoRouter, HeadersThatCompeteForALaneAreServedInTurn) {
  const LaneRef lane{Side::Input, 0, 0};
  for (const int headers_per_cycle : {1, DuatoConfig::kUnlimited}) {
    for (const LaneRef other : {LaneRef{Side::Input, 1, 0}, LaneRef{Side::Input, 0, 1}}) {
      const std::array<int, 2> shares = shares_of_competitors({lane, other}, headers_per_cycle);
      EXPECT_GT(shares[0], 10);
      EXPECT_NEAR(shares[0], shares[1], 2) << "port " << other.port << ", lane " << other.vc;
    }
  }
}

// A half-duplex link.

TEST(DuatoRouter, UsesAHalfDuplexLinkOnlyWhenItIsGranted) {
  constexpr int kLatency = 3;
  for (const PortId port : {2, 3}) {  // This end is the first on the links of even ports.
    for (const int output_depth : {0, 4}) {
      DuatoConfig config = config_of(2, 8, output_depth);
      config.half_duplex = true;
      Bench bench(config, over_lanes(0b11), kLatency);
      int cycle = 0;
      Cycle first_sent = 0;
      std::vector<bool> sent;
      for (; cycle < 40; ++cycle) {
        if (cycle < 8) bench.flit(0, flit_of(1, port, 8 - cycle, 0, cycle == 0));
        bench.request(port);  // The other end always asks.
        bench.step();
        sent.push_back(bench.sent(port).has_value());
        if (sent.back() && first_sent == 0) first_sent = static_cast<Cycle>(cycle);
      }
      EXPECT_EQ(std::count(sent.begin(), sent.end(), true), 8);
      for (std::size_t i = 1; i < sent.size(); ++i) EXPECT_FALSE(sent[i] && sent[i - 1]) << "cycle " << i;
      const Cycle alone = 2 + kLatency - 1;
      EXPECT_EQ(first_sent, port == 2 ? alone : alone + 1) << "the first end wins the first tie";
    }
  }
}

// A broken link protocol.

TEST(DuatoRouter, AFlitForAFullLaneIsALogicError) {
  Bench bench(config_of(2, 1, 4), over_lanes(0b01));
  bench.flit(0, header(1, 2, 9, 0));
  bench.steps(4);
  bench.flit(1, header(2, 2, 9, 1));  // Waits for the lane of the first.
  bench.step();
  bench.flit(1, flit_of(2, 2, 8, 1, false));
  EXPECT_THROW(bench.step(), std::logic_error);
}

TEST(DuatoRouter, AFlitForALaneThatDoesNotExistIsALogicError) {
  for (const PortId p : {0, kTerminal}) {
    Bench bench(config_of(2, 4, 4));
    bench.flit(p, header(1, 2, 1, /*vc=*/2));
    EXPECT_THROW(bench.step(), std::logic_error) << "port " << p;
  }
}

TEST(DuatoRouter, ACreditForAFreeSlotIsALogicError) {
  Bench bench(config_of(2, 4, 4));
  bench.credit(2, 1);
  EXPECT_THROW(bench.step(), std::logic_error);
}

TEST(DuatoRouter, ABodyFlitWithoutItsHeaderIsALogicError) {
  Bench bench(config_of(2, 4, 4));
  bench.flit(0, flit_of(1, 2, 3, 0, /*head=*/false));
  EXPECT_THROW(bench.step(), std::logic_error);
}

// Whole runs of one router among random neighbours.

/// The far ends of a router's links: they send packets whenever they have credits and return credits when
/// they like, and never break the protocol.
class Neighbours {
 public:
  Neighbours(const DuatoConfig& config, std::uint64_t seed)
      : vcs_(config.virtual_channels),
        half_duplex_(config.half_duplex),
        random_(seed, 0, Purpose::Process),
        sources_(static_cast<std::size_t>(kPorts * vcs_)),
        owed_(sources_.size(), 0) {
    for (Source& source : sources_) source.credits = config.input_depth;
  }

  /// What arrives in the next cycle; `activity` is how likely each source is to send.
  const PortInputs& inputs(double activity) {
    inputs_ = {};
    inputs_.flits = flits_.data();
    inputs_.credits = credits_.data();
    for (PortId p = 0; p < kPorts; ++p) {
      const auto port = static_cast<std::size_t>(p);
      const auto vc = static_cast<VcId>(random_.below(static_cast<std::uint32_t>(vcs_)));
      Source& source = sources_[lane(p, vc)];
      if (random_.unit() < activity && source.credits > 0) {
        const bool head = source.remaining == 0;
        if (head) {
          source.remaining = 1 + static_cast<int>(random_.below(7));
          source.packet = next_packet_++;
          source.towards = static_cast<PortId>(random_.below(kPorts - 1));
        }
        flits_[port] = flit_of(source.packet, source.towards, source.remaining--, vc, head);
        inputs_.flit_ports |= bit<PortMask>(p);
        --source.credits;
      }
      credits_[port] = 0;
      for (VcId v = 0; v < vcs_; ++v) {
        if (owed_[lane(p, v)] == 0 || random_.unit() > activity) continue;
        --owed_[lane(p, v)];
        credits_[port] = static_cast<VcMask>(credits_[port] | bit<VcMask>(v));
        inputs_.credit_ports |= bit<PortMask>(p);
      }
      if (half_duplex_ && p != kTerminal && random_.unit() < activity)
        inputs_.request_ports |= bit<PortMask>(p);
    }
    return inputs_;
  }

  void take(const PortOutputs& outputs) {
    for_each_bit(PortMask{outputs.flit_ports}, [&](PortId p) {
      ++owed_[lane(p, outputs.flits[static_cast<std::size_t>(p)].vc)];
      ++flits_taken_;
    });
    for_each_bit(PortMask{outputs.credit_ports}, [&](PortId p) {
      for_each_bit(VcMask{outputs.credits[static_cast<std::size_t>(p)]},
                   [&](VcId vc) { ++sources_[lane(p, vc)].credits; });
    });
  }
  int flits_taken() const { return flits_taken_; }

 private:
  struct Source {
    int credits = 0;
    int remaining = 0;
    PacketId packet = 0;
    PortId towards = 0;
  };
  std::size_t lane(PortId p, VcId vc) const { return static_cast<std::size_t>(p * vcs_ + vc); }

  int vcs_;
  bool half_duplex_;
  RandomStream random_;
  std::vector<Source> sources_;
  std::vector<int> owed_;  ///< Flits in the far lanes.
  PacketId next_packet_ = 0;
  int flits_taken_ = 0;
  PortInputs inputs_;
  std::array<Flit, kMaxPorts> flits_{};
  std::array<VcMask, kMaxPorts> credits_{};
};

bool same(const PortOutputs& a, const PortOutputs& b) {
  bool equal =
      a.flit_ports == b.flit_ports && a.credit_ports == b.credit_ports && a.request_ports == b.request_ports;
  for_each_bit(PortMask{a.flit_ports & b.flit_ports}, [&](PortId p) {
    equal &= a.flits[static_cast<std::size_t>(p)] == b.flits[static_cast<std::size_t>(p)];
  });
  for_each_bit(PortMask{a.credit_ports & b.credit_ports}, [&](PortId p) {
    equal &= a.credits[static_cast<std::size_t>(p)] == b.credits[static_cast<std::size_t>(p)];
  });
  return equal;
}

/// Configurations in which every part of the router is used.
std::vector<DuatoConfig> many_configs() {
  std::vector<DuatoConfig> configs;
  for (const int output_depth : {0, 3}) {
    for (const Crossbar crossbar : {Crossbar::Lanes, Crossbar::Ports}) {
      for (const bool half_duplex : {false, true}) {
        for (const LaneReuse reuse : {LaneReuse::Atomic, LaneReuse::WholePacket, LaneReuse::Immediate}) {
          DuatoConfig config = config_of(3, 3, output_depth);
          config.crossbar = crossbar;
          config.half_duplex = half_duplex;
          config.lane_reuse = reuse;
          config.selection = reuse == LaneReuse::Atomic ? DuatoConfig::Selection::LeastLoaded
                                                        : DuatoConfig::Selection::Random;
          config.t_routing = half_duplex ? 3 : 1;
          config.t_crossbar = reuse == LaneReuse::WholePacket ? 3 : 1;
          config.headers_per_cycle = crossbar == Crossbar::Ports ? 1 : DuatoConfig::kUnlimited;
          configs.push_back(config);
        }
      }
    }
  }
  return configs;
}

/// Two ports to choose from, with an escape.
Route two_ways() {
  return [](const RouteQuery& query, RouteSet& routes) {
    routes.add(port_towards(query.destination), 0b110, Preference::Adaptive);
    routes.add((port_towards(query.destination) + 1) % kTerminal, 0b110, Preference::Adaptive);
    routes.add(port_towards(query.destination), 0b001, Preference::Escape);
  };
}

TEST(DuatoRouter, ResetReturnsToTheInitialState) {
  for (const DuatoConfig& config : many_configs()) {
    const RoutingByHand routing(two_ways());
    DuatoRouter used(config, site_of(2), routing);
    DuatoRouter fresh(config, site_of(2), routing);
    Neighbours before(config, 1);
    for (int cycle = 0; cycle < 301; ++cycle) {
      PortOutputs outputs;
      used.step(before.inputs(0.9), outputs);
      before.take(outputs);
    }
    used.reset();
    used.visit_lanes([](const LaneView& view) { EXPECT_TRUE(view.occupancy == 0 && !view.bound); });
    Neighbours neighbours(config, 2);
    for (int cycle = 0; cycle < 300; ++cycle) {
      const PortInputs& inputs = neighbours.inputs(0.9);
      PortOutputs outputs;
      PortOutputs expected;
      EXPECT_EQ(used.step(inputs, outputs), fresh.step(inputs, expected));
      ASSERT_TRUE(same(outputs, expected)) << "cycle " << cycle << " after the reset";
      neighbours.take(expected);
    }
    EXPECT_GT(neighbours.flits_taken(), 100);
  }
}

/// Runs two routers side by side, one of which is stepped only when it must be. Returns whether they agree;
/// `idle` counts the steps left out. `sleepy`: it is also left out where it asked for a step.
bool agrees_without_idle_steps(const DuatoConfig& config, bool sleepy, int& idle) {
  const RoutingByHand routing(two_ways());
  DuatoRouter every(config, site_of(2), routing);
  DuatoRouter lazy(config, site_of(2), routing);
  Neighbours neighbours(config, 3);
  bool awake = false;
  for (int cycle = 0; cycle < 1500; ++cycle) {
    const PortInputs& inputs = neighbours.inputs(cycle / 100 % 2 == 0 ? 0.02 : 0.4);
    PortOutputs expected;
    PortOutputs outputs;
    every.step(inputs, expected);
    if (inputs.any() || (awake && !sleepy)) {
      awake = lazy.step(inputs, outputs);
    } else {
      ++idle;
    }
    if (!same(outputs, expected)) return false;
    neighbours.take(expected);
  }
  return true;
}

TEST(DuatoRouter, StepsLeftOutWhileIdleChangeNothing) {
  for (const DuatoConfig& config : many_configs()) {
    int idle = 0;
    EXPECT_TRUE(agrees_without_idle_steps(config, /*sleepy=*/false, idle));
    EXPECT_GT(idle, 50);
    EXPECT_FALSE(agrees_without_idle_steps(config, /*sleepy=*/true, idle));  // Mutant.
  }
}

}  // namespace
}  // namespace switchyard
