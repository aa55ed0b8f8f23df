#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/support/router_bench.h"

namespace switchyard {
namespace {

TEST(DuatoRouter, OnlyTheCrossbarOfLanesMovesTwoFlitsOfAPortInOneCycle) {
  for (const Crossbar crossbar : {Crossbar::Lanes, Crossbar::Ports}) {
    DuatoConfig config = config_of(2, 8, 4);
    config.crossbar = crossbar;
    RouterBench bench(config);
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
  RouterBench bench(config, [](const RouteQuery& query, RouteSet& routes) {
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
  RouterBench bench(config_of(2, 4, 0));
  int output_lanes = 0;
  bench.router().visit_lanes(
      [&](const LaneView& view) { output_lanes += view.lane.side == Side::Output ? 1 : 0; });
  EXPECT_EQ(output_lanes, 0);
  RouterBench queued(config_of(2, 4, 1));
  queued.router().visit_lanes(
      [&](const LaneView& view) { output_lanes += view.lane.side == Side::Output ? 1 : 0; });
  EXPECT_EQ(output_lanes, 2 * kPorts);
}

}  // namespace
}  // namespace switchyard
