#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "hw/topology/builders.h"
#include "testbench/energy/energy_meter.h"

namespace switchyard {
namespace {

struct Arrival {
  Cycle cycle = 0;
  NodeId node = 0;
  PortId port = 0;
  PacketId packet = 0;
};

/// Of a burst only the first flit has no flit of its packet in the cycle before; `arrivals` in any order.
FlitCounts counted_one_by_one(const std::vector<Arrival>& arrivals) {
  FlitCounts counts;
  for (const Arrival& one : arrivals) {
    ++counts.flits;
    counts.bursts += std::none_of(arrivals.begin(), arrivals.end(), [&](const Arrival& other) {
      return other.node == one.node && other.port == one.port && other.packet == one.packet &&
             other.cycle + 1 == one.cycle;
    });
  }
  return counts;
}

TEST(EnergyMeter, CountsFlitsAndBurstsOfAnyTraffic) {
  const Topology mesh = build_mesh({.radix = {3, 2}});
  std::mt19937 draw(7);
  for (int trial = 0; trial < 50; ++trial) {
    EnergyMeter meter({}, mesh);
    std::vector<Arrival> arrivals;
    const unsigned quiet = draw() % 4;
    for (Cycle cycle = 0; cycle < 60; ++cycle) {
      for (NodeId node = 0; node < mesh.node_count(); ++node) {
        std::vector<Flit> flits(mesh.port_count());
        PortInputs inputs;
        inputs.flits = flits.data();
        for (PortId port = 0; port < mesh.port_count(); ++port) {
          if (draw() % 4 < quiet) continue;
          flits[port].packet = static_cast<PacketId>(draw() % 3);
          inputs.flit_ports |= PortMask{1} << port;
          arrivals.push_back({cycle, node, port, flits[port].packet});
        }
        if (inputs.any()) meter.at_router(cycle, node, inputs);
      }
    }
    const FlitCounts expected = counted_one_by_one(arrivals);
    const FlitCounts counts = meter.close(60).counts;
    EXPECT_EQ(counts.flits, expected.flits);
    EXPECT_EQ(counts.bursts, expected.bursts);
  }
}

TEST(EnergyMeter, CountsFromTheOpeningOfTheWindow) {
  EnergyMeter meter({}, build_mesh({.radix = {2}}));
  const Flit flit{.packet = 5, .remaining = 1};
  const PortInputs inputs{.flit_ports = 1, .flits = &flit};
  meter.at_router(8, 1, inputs);
  meter.open();
  meter.at_router(9, 1, inputs);  // Of a burst that began before.
  meter.at_router(11, 1, inputs);
  EXPECT_EQ(meter.close(10).counts.flits, 2U);
  EXPECT_EQ(meter.close(10).counts.bursts, 1U);
}

TEST(EnergyFigures, AreSumsOverEvents) {
  EnergyTable table;
  table.period = 4;
  table.area = 0.5;
  table.leakage = 1000;  // 1 mW: 4 pJ per cycle of 4 ns.
  table.clock = 36;
  table.flit = {1, 2, 3, 4, 5};
  table.burst = {10, 20, 30, 40, 50};
  const EnergyFigures figures = energy_figures(table, {200, 50}, 1000, 3);
  EXPECT_EQ(figures.parts, (EnergyByPart{3.5, 7, 10.5, 14, 17.5}));  // A burst has four flits.
  EXPECT_DOUBLE_EQ(figures.of_flits(), 52.5);
  EXPECT_DOUBLE_EQ(figures.clock, 36.0 * 3000 / 200);
  EXPECT_DOUBLE_EQ(figures.leakage, 4.0 * 3000 / 200);
  EXPECT_DOUBLE_EQ(figures.idle_power, 3 * 40 / 4.0);
  EXPECT_DOUBLE_EQ(figures.power, 30 + 52.5 * 200 / 4000);
  EXPECT_DOUBLE_EQ(figures.area, 1.5);
  // All of it is the sum of its parts.
  EXPECT_DOUBLE_EQ(figures.total() * 200 / 4000, figures.power);
}

TEST(EnergyFigures, OfNoFlitsAreThoseOfTheClock) {
  EnergyTable table;
  table.period = 2;
  table.clock = 10;
  const EnergyFigures figures = energy_figures(table, {}, 100, 4);
  EXPECT_EQ(figures.total(), 0);
  EXPECT_DOUBLE_EQ(figures.power, 20);
  EXPECT_DOUBLE_EQ(figures.idle_power, 20);
}

}  // namespace
}  // namespace switchyard
