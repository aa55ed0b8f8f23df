#include "hw/analysis/queueing_network.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "hw/routing/dimension_order.h"
#include "hw/topology/builders.h"
#include "hw/topology/grid.h"
#include "testbench/experiment/experiment.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

using Station = QueueingNetwork::Station;
using Kind = Station::Kind;

QueueingNetwork network_of(const std::string& yaml, const TrafficShares& shares,
                           const QueueingNetwork::Config& config) {
  const Experiment experiment =
      experiment_from(yaml + "\ntraffic: {pattern: uniform, packet_length: 4, load: 0.1}\n");
  return {experiment.design.resources(), *experiment.design.routing, shares, config};
}

std::vector<Station> stations_of(const QueueingNetwork& network, Kind kind) {
  std::vector<Station> found;
  std::ranges::copy_if(network.stations, std::back_inserter(found),
                       [&](const Station& station) { return station.kind == kind; });
  return found;
}

TEST(QueueingNetwork, PacketsThatMergeAreThoseOfOtherInputs) {
  const Topology line = build_mesh({.radix = {3}});
  const DimensionOrder routing(*line.shape<Grid>(), /*vc_count=*/2, /*dateline=*/false);
  const QueueingNetwork network(
      ResourceSpace(line, 2), routing,
      [](NodeId from, NodeId to) { return from != 2 && to == 2 ? from + 1.0 : 0.0; },
      {.virtual_channels = 2});
  EXPECT_EQ(network.created, 3);
  EXPECT_EQ(stations_of(network, Kind::Source).size(), 2U);
  const std::vector<Station> links = stations_of(network, Kind::Link);
  ASSERT_EQ(links.size(), 2U);
  const auto [first, second] = std::ranges::minmax(links, {}, &Station::rate);
  EXPECT_EQ(first.rate, 1);
  EXPECT_EQ(second.rate, 3);
  EXPECT_EQ(second.link, 3);
  std::vector<double> merging;
  for (const auto& hop : network.hops)
    if (network.stations[hop.to].rate == 3 && network.stations[hop.to].kind == Kind::Link)
      merging.push_back(hop.merging);
  std::ranges::sort(merging);
  EXPECT_EQ(merging, (std::vector<double>{1, 2})) << "each meets what the other sends";
  EXPECT_EQ(network.mean_hops(), (std::map<int, double>{{1, 4.0 / 3}}));
}

/// From one corner of a 2 x 2 mesh to the opposite one.
TEST(QueueingNetwork, PacketsThatMayChooseTakeBothWaysAndFallBackToTheEscape) {
  const QueueingNetwork network = network_of(
      "topology: {kind: mesh, radix: [2, 2]}\nrouter: {kind: duato, virtual_channels: 3}\n"
      "routing: {kind: duato}",
      [](NodeId from, NodeId to) { return from == 0 && to == 3 ? 1.0 : 0.0; }, {.virtual_channels = 3});
  const auto& forks = network.forks;
  const auto fork =
      std::ranges::find(forks, 2U, [](const QueueingNetwork::Fork& each) { return each.hop_count; });
  ASSERT_NE(fork, forks.end());
  for (const auto& hop : network.hops_of(*fork)) {
    EXPECT_EQ(hop.rate, 0.5);
    EXPECT_EQ(network.stations[hop.to].vcs, 2);
    EXPECT_EQ(hop.goes_there, 0.5);
  }
  const auto fallbacks = network.fallbacks_of(*fork);
  ASSERT_EQ(fallbacks.size(), 1U);
  EXPECT_EQ(network.stations[fallbacks[0]].vcs, 1);
  EXPECT_EQ(network.stations[fallbacks[0]].rate, 0);
}

TEST(QueueingNetwork, StationsWithVcsInCommonAreOnePlace) {
  const QueueingNetwork network = network_of(
      "topology: {kind: mesh, radix: [4]}\nrouter: {kind: duato, virtual_channels: 4, throttle_vcs: 1}\n"
      "routing: {kind: duato}",
      [](NodeId from, NodeId to) { return from < 2 && to == 3 ? 1.0 : 0.0; },
      {.virtual_channels = 4, .open_to_entering = [](VcMask) { return VcMask{2}; }});
  ASSERT_EQ(network.shared_places.size(), 1U) << "the link from 1 to 2: packets enter there and pass";
  const auto& place = network.shared_places.front();
  ASSERT_EQ(place.size(), 2U);
  for (const auto index : place) {
    const Station& station = network.stations[index];
    EXPECT_EQ(station.place, place.front());
    EXPECT_EQ(station.at_place, 2);
    EXPECT_EQ(station.rate, 1);
    EXPECT_NEAR(station.by_vcs, station.vcs == 1 ? 1 + 1.0 / 3 : 2, 1e-12);
  }
}

TEST(QueueingNetwork, TerminalsOfANodeShareItsPackets) {
  const QueueingNetwork network = network_of(
      "topology: {kind: mesh, radix: [2], concentration: 3}\nrouter: {kind: duato, virtual_channels: 2}\n"
      "routing: {kind: dimension_order}",
      [](NodeId from, NodeId to) { return from == to ? 6.0 : 3.0; }, {.virtual_channels = 2});
  EXPECT_EQ(network.created, 18);
  for (const Kind kind : {Kind::Source, Kind::Exit}) {
    const std::vector<Station> ends = stations_of(network, kind);
    ASSERT_EQ(ends.size(), 2U);
    for (const Station& end : ends) {
      EXPECT_EQ(end.terminals, 3);
      EXPECT_EQ(end.rate, 3) << "6 within the node and 3 beyond, of three terminals";
    }
  }
  for (const Station& link : stations_of(network, Kind::Link)) EXPECT_EQ(link.rate, 3);
  std::vector<double> merging;
  for (const auto& hop : network.hops)
    if (network.stations[hop.to].kind == Kind::Link) merging.push_back(hop.merging);
  EXPECT_EQ(merging, (std::vector<double>{2, 2})) << "of the other two terminals";
}

TEST(QueueingNetwork, LinksHaveTheirDelays) {
  const QueueingNetwork network = network_of(
      "topology: {kind: hierarchical_ring, rings: 3, nodes: 3, global_latency: 5}\n"
      "router: {kind: duato, virtual_channels: 4}\nrouting: {kind: hierarchical_ring}",
      [](NodeId from, NodeId to) { return from == 1 && to == 4 ? 1.0 : 0.0; }, {.virtual_channels = 4});
  EXPECT_EQ(network.mean_hops(), (std::map<int, double>{{1, 2}, {5, 1}}));
}

TEST(QueueingNetwork, ThereIsNoneOfCirclesAndDetours) {
  const auto refusal = [](const std::string& yaml) {
    try {
      network_of(yaml, [](NodeId, NodeId) { return 1.0; }, {.virtual_channels = 4});
    } catch (const std::invalid_argument& none) {
      return std::string(none.what());
    }
    return std::string("none");
  };
  const std::string mesh = "topology: {kind: mesh, radix: [4, 4]}\nrouter: {kind: duato}\n";
  EXPECT_EQ(refusal(mesh + "routing: {kind: dimension_order}"), "none");
  EXPECT_EQ(refusal(mesh + "routing: {kind: dimension_reversal}"), "detours");
}

}  // namespace
}  // namespace switchyard
