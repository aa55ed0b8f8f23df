#include "tlm/approximate/path_network.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "hw/base/random_stream.h"
#include "tests/support/both_arrivals.h"
#include "tests/support/hand_made_packets.h"

namespace switchyard {
namespace {

Arrivals arrivals_of(const std::string& network, const std::vector<Sent>& packets) {
  return arrivals_of(experiment_from(network + "traffic: {pattern: uniform, load: 0, packet_length: 1}\n"),
                     packets);
}

std::string network_of(const std::string& radix, const std::string& router) {
  return "topology: {kind: mesh, radix: [" + radix + "]}\nrouter: {kind: duato, " + router +
         "}\nrouting: {kind: dimension_order}\n";
}

/// No packet is more than so many cycles off.
void expect_near(const Arrivals& arrivals, const std::string& network, double cycles) {
  for (std::size_t n = 0; n < arrivals.fast.size(); ++n) {
    EXPECT_NEAR(static_cast<double>(arrivals.approximate[n]), static_cast<double>(arrivals.fast[n]), cycles)
        << "packet " << n << "\n"
        << network;
  }
}

TEST(PathNetwork, PacketsOfAVcFollowEachOtherAsTheirFlitsDo) {
  RandomStream random(1, 0, Purpose::Selection);
  for (int draw = 0; draw < 100; ++draw) {
    const std::string network =
        network_of("4", "virtual_channels: 2, throttle_vcs: " + std::to_string(1 + random.below(2)) +
                            ", t_routing: " + std::to_string(1 + random.below(3)) +
                            ", t_crossbar: " + std::to_string(1 + random.below(3)));
    std::vector<Sent> packets;
    Cycle at = 0;
    for (int n = 0; n < 8; ++n) {
      at += random.below(5);
      packets.push_back({at, 0, 3, static_cast<int>(1 + random.below(draw % 2 == 0 ? 8 : 40))});
    }
    const Arrivals arrivals = arrivals_of(network, packets);
    expect_near(arrivals, network, draw % 2 == 0 ? 3 : 7);  // VCs are held as if the next were as long.
  }
}

/// To the cycle, if they are alike: short or longer than a VC, with or without output VCs.
TEST(PathNetwork, PacketsOfOneLengthFollowEachOtherAsAtFast) {
  for (int crossbar = 1; crossbar <= 3; ++crossbar) {
    for (const int depth : {0, 4}) {
      for (const int flits : {1, 2, 4, 6, 8, 14, 20, 40}) {
        const std::string network =
            network_of("4", "virtual_channels: 2, throttle_vcs: 1, t_crossbar: " + std::to_string(crossbar) +
                                ", output_depth: " + std::to_string(depth));
        const Arrivals arrivals = arrivals_of(network, std::vector<Sent>(4, {0, 0, 3, flits}));
        expect_near(arrivals, network, 1);
      }
    }
  }
}

/// A source sends no flit without a credit.
TEST(PathNetwork, PacketsWaitForRoomInTheVcOfTheirSource) {
  for (const int depth : {2, 3, 4}) {
    for (const int flits : {1, 2, 3}) {
      for (int routing = 1; routing <= 2; ++routing) {
        const std::string network =
            network_of("2", "virtual_channels: 8, input_depth: " + std::to_string(depth) +
                                ", t_routing: " + std::to_string(routing));
        const Arrivals arrivals = arrivals_of(network, std::vector<Sent>(12, {0, 0, 1, flits}));
        expect_near(arrivals, network, 1);
      }
    }
  }
}

/// Four packets cross in the middle of a mesh, where their head flits come in one cycle.
TEST(PathNetwork, VcsOfANodeAreAllocatedAsManyPerCycleAsConfigured) {
  for (int headers = 1; headers <= 4; ++headers) {
    Arrivals arrivals =
        arrivals_of(network_of("3, 3", "vc_allocations_per_cycle: " + std::to_string(headers)),
                    {{0, 1, 7, 1}, {0, 3, 5, 1}, {0, 5, 3, 1}, {0, 7, 1, 1}});
    for (std::vector<Cycle>* of : {&arrivals.fast, &arrivals.approximate}) std::sort(of->begin(), of->end());
    EXPECT_EQ(arrivals.approximate, arrivals.fast) << headers;
    EXPECT_EQ(arrivals.fast.back() - arrivals.fast.front(), static_cast<Cycle>((4 - 1) / headers));
  }
}

/// The second packet takes turns with the first on the first one's second link, whose head flit is further
/// on.
TEST(PathNetwork, APacketThatIsPutOffArrivesAsMuchLater) {
  RandomStream random(1, 0, Purpose::Selection);
  int put_off = 0;
  for (int draw = 0; draw < 200; ++draw) {
    const int flits = 8 + static_cast<int>(random.below(9));
    const std::vector<Sent> packets{{0, 0, 5, flits},
                                    {2 + random.below(10), 1, 2, static_cast<int>(1 + random.below(12))}};
    const std::string network = network_of("6", "virtual_channels: 4, input_depth: 16");
    const Arrivals arrivals = arrivals_of(network, packets);
    expect_near(arrivals, network, 1);
    put_off += arrivals.fast[0] > arrivals_of(network, {packets[0]}).fast[0] + 2;
  }
  EXPECT_GT(put_off, 50);
}

/// Of 60 flits from the node that it goes through: it holds the only VC there.
constexpr const char* kOneVc = "virtual_channels: 1, input_depth: 8, output_depth: 4";

/// Its flits stand in the VCs of two links behind its head flit, which waits.
TEST(PathNetwork, ALongPacketThatWaitsHoldsTheVcsBehindIt) {
  const std::string network = network_of("6", kOneVc);
  const Arrivals arrivals = arrivals_of(network, {{0, 3, 5, 60}, {2, 0, 5, 40}, {20, 1, 2, 4}});
  expect_near(arrivals, network, 4);
  EXPECT_GT(arrivals.fast[2], 80U);
}

TEST(PathNetwork, APacketStandsBehindOneThatWaitsInItsVc) {
  const std::string network = network_of("6", kOneVc);
  const Arrivals arrivals = arrivals_of(network, {{0, 1, 5, 60}, {2, 0, 5, 4}, {3, 0, 1, 4}});
  expect_near(arrivals, network, 4);
  EXPECT_GT(arrivals.fast[2], 60U);
}

/// A VC is idle when it has sent its packet, which may take until there is room for the tail.
TEST(PathNetwork, APacketTakesTheFirstVcOfItsSourceThatIsIdle) {
  RandomStream random(1, 0, Purpose::Selection);
  int packets_sent = 0;
  int off = 0;
  for (int draw = 0; draw < 40; ++draw) {
    const std::string depth = std::to_string(6 + random.below(9));
    const std::string network = network_of(
        "2", "virtual_channels: 5, injection_vcs: 3, output_depth: 4, t_routing: 6, input_depth: " + depth);
    const int flits = 1 + static_cast<int>(random.below(3));
    std::vector<Sent> packets;
    Cycle at = 0;
    for (int n = 0; n < 60; ++n) {
      packets.push_back({at, 0, 1, flits});
      at += 2 + random.below(9);
    }
    const Arrivals arrivals = arrivals_of(network, packets);
    for (std::size_t n = 0; n < packets.size(); ++n) {
      ++packets_sent;
      const auto early = static_cast<std::int64_t>(arrivals.fast[n] - arrivals.approximate[n]);
      off += std::abs(early) > 2;
    }
  }
  EXPECT_LT(off, packets_sent / 25);
}

/// The flits of two VCs of a source take turns on its link.
TEST(PathNetwork, APacketIsPutOffByTheNextOneOfItsSource) {
  const std::string network = network_of("3", "virtual_channels: 2, injection_vcs: 2, input_depth: 16");
  const Arrivals arrivals = arrivals_of(network, {{0, 1, 2, 16}, {4, 1, 0, 16}});
  expect_near(arrivals, network, 2);
  EXPECT_GT(arrivals.fast[0], arrivals_of(network, {{0, 1, 2, 16}}).fast[0] + 8);
}

/// When the tail of a packet alone leaves its source, with flits and without.
std::pair<Cycle, Cycle> departures_of(const Experiment& experiment, const Sent& sent) {
  const Experiment alone = with_packets(experiment, {{sent.source, {sent.at, sent.destination, sent.flits}}});
  FastBench bench(alone, /*record_events=*/true);
  EXPECT_TRUE(bench.drain(5000));
  const PortId terminal = experiment.design.topology->terminal_port();
  Cycle departed = 0;
  for (const LinkEvent& event : bench.bench.recorder.events()) {
    if (!event.at_terminal && event.node == sent.source && event.port == terminal && event.flit.tail())
      departed = event.cycle - 1;
  }
  Cycle told = 0;
  const auto approximate = make_approximate_network(
      experiment.design, [](const PacketArrival&) {},
      [&](const PacketDeparture& departure) { told = departure.at; });
  approximate->send(0, sent.source, sent.destination, sent.flits, sent.at);
  approximate->run(5000);
  return {departed, told};
}

TEST(PathNetwork, ALongPacketHasLeftItsSourceWhenItsFlitsHave) {
  RandomStream random(1, 0, Purpose::Selection);
  for (int draw = 0; draw < 200; ++draw) {
    const std::uint32_t routing = 1 + random.below(3);
    const std::uint32_t depth = 2 + routing + random.below(12);  // So that packets stream.
    const std::string network =
        network_of("6", "t_routing: " + std::to_string(routing) + ", input_depth: " + std::to_string(depth) +
                            ", output_depth: " + std::to_string(1 + random.below(8))) +
        "traffic: {pattern: uniform, load: 0, packet_length: 1}\n";
    const Sent sent{random.below(5), 0, random.below(6), static_cast<int>(1 + random.below(60))};
    const auto [fast, approximate] = departures_of(experiment_from(network), sent);
    EXPECT_EQ(approximate, fast) << sent.flits << " flits to node " << sent.destination << "\n" << network;
  }
}

/// On a line: one choice, of this preference.
class OnlyChoice final : public RoutingFunction {
 public:
  explicit OnlyChoice(Preference preference) : preference_(preference) {}
  void route(const RouteQuery& query, RouteSet& routes) const override {
    routes.add(query.here < query.destination ? 0 : 1, low_bits<VcMask>(2), preference_);
  }
  std::size_t max_choices() const override { return 1; }

 private:
  Preference preference_;
};

/// How many of three packets arrive.
std::size_t arrivals_by(Preference preference, const std::string& throttle_vcs) {
  Experiment experiment =
      experiment_from(network_of("2", "virtual_channels: 2, throttle_vcs: " + throttle_vcs) +
                      "traffic: {pattern: uniform, load: 0, packet_length: 1}\n");
  experiment.design.routing = std::make_shared<OnlyChoice>(preference);
  std::size_t arrived = 0;
  const auto network = make_approximate_network(experiment.design, [&](const PacketArrival&) { ++arrived; });
  for (PacketId packet = 0; packet < 3; ++packet) network->send(packet, 0, 1, 1, 0);
  network->run(1000);
  EXPECT_EQ(network->next(), kNever);
  return arrived;
}

/// A packet that enters takes no escape where sources are throttled.
TEST(PathNetwork, APacketWithoutAWayInStaysAtItsSource) {
  EXPECT_EQ(arrivals_by(Preference::Escape, "all"), 3U);
  EXPECT_EQ(arrivals_by(Preference::Escape, "1"), 0U);
}

TEST(PathNetwork, APacketThatMayOnlyMakeADetourMakesIt) {
  EXPECT_EQ(arrivals_by(Preference::Detour, "all"), 3U);
}

}  // namespace
}  // namespace switchyard
