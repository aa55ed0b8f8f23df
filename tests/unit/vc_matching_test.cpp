#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/router_bench.h"

namespace switchyard {
namespace {

using Kind = AllocatorConfig::Kind;
using Rule = AllocatorConfig::Arbiter;

constexpr PortId kWanted = 4;  ///< The output port that the head flits want.

/// Those that ask for all that is open, not for what the selection function chooses.
const std::vector<AllocatorConfig> kOfAll{{Kind::SeparableOutputFirst, Rule::RoundRobin},
                                          {Kind::SeparableOutputFirst, Rule::Matrix},
                                          {Kind::SeparableOutputFirst, Rule::Fixed},
                                          {Kind::SeparableOutputFirst, Rule::Age},
                                          {Kind::Islip, Rule::RoundRobin, 3},
                                          {Kind::Wavefront},
                                          {Kind::Maximum}};
const std::vector<AllocatorConfig> kOfSelected{{Kind::SeparableInputFirst, Rule::RoundRobin},
                                               {Kind::SeparableInputFirst, Rule::Matrix},
                                               {Kind::SeparableInputFirst, Rule::Fixed},
                                               {Kind::SeparableInputFirst, Rule::Age}};

/// The ports whose head flits have an output VC after each of so many cycles, where port p asks for the VCs
/// `wants[p]` of one output port.
std::vector<std::set<PortId>> served(const AllocatorConfig& allocator, const std::vector<VcMask>& wants,
                                     int cycles) {
  DuatoConfig config = config_of(4, 8, 4);
  config.vc_allocator = allocator;
  config.selection = Selection::First;
  RouterBench bench(config, [&wants](const RouteQuery& query, RouteSet& routes) {
    routes.add(kWanted, wants[query.held_port], Preference::Adaptive);
  });
  for (std::size_t p = 0; p < wants.size(); ++p)
    bench.flit(static_cast<PortId>(p), header(static_cast<PacketId>(p), kWanted, 8, 0));
  std::vector<std::set<PortId>> after;
  for (int cycle = 0; cycle < cycles; ++cycle) {
    bench.step();
    std::set<PortId> ports;
    for (std::size_t p = 0; p < wants.size(); ++p) {
      if (bench.allocated(static_cast<PortId>(p), 0)) ports.insert(static_cast<PortId>(p));
    }
    after.push_back(ports);
  }
  return after;
}

TEST(VcMatching, ServesAllHeadFlitsThatDoNotCompeteInOneCycle) {
  for (const auto& kinds : {kOfAll, kOfSelected}) {
    for (const AllocatorConfig& kind : kinds)
      EXPECT_EQ(served(kind, {0b0001, 0b0010, 0b0100}, 1).back(), (std::set<PortId>{0, 1, 2}))
          << allocator_text(kind);
  }
}

TEST(VcMatching, GivesAnOutputVcToOneOfThoseThatAsk) {
  for (const auto& kinds : {kOfAll, kOfSelected}) {
    for (const AllocatorConfig& kind : kinds)
      EXPECT_EQ(served(kind, {0b0010, 0b0010, 0b0010, 0b0010}, 3).back().size(), 1U) << allocator_text(kind);
  }
}

TEST(VcMatching, InputFirstAsksForWhatTheSelectionFunctionChoosesAndTheNextInTheNextCycle) {
  for (const AllocatorConfig& kind : kOfSelected) {
    const auto after = served(kind, {0b1110, 0b1110, 0b1110}, 3);
    EXPECT_EQ(after[0].size(), 1U) << "all three choose the first: " << allocator_text(kind);
    EXPECT_EQ(after[1].size(), 2U) << allocator_text(kind);
    EXPECT_EQ(after[2].size(), 3U) << allocator_text(kind);
  }
}

TEST(VcMatching, WhoGetsNothingAsksAgainInTheNextCycle) {
  for (const AllocatorConfig& kind : kOfAll) {
    const auto after = served(kind, {0b0011, 0b0011}, 2);
    EXPECT_GE(after[0].size(), 1U) << allocator_text(kind);
    EXPECT_EQ(after[1].size(), 2U) << "no VC has opened since: " << allocator_text(kind);
  }
}

TEST(VcMatching, AsksForAnEscapeOnlyIfNoAdaptiveVcIsOpen) {
  for (const AllocatorConfig& kind : kOfAll) {
    DuatoConfig config = config_of(2, 8, 4);
    config.vc_allocator = kind;
    RouterBench bench(config, over_vcs(/*adaptive=*/0b10, /*escape=*/0b01));
    for (const PortId p : {0, 1}) {
      bench.flit(p, header(static_cast<PacketId>(p), kWanted, 8, 0));
      bench.step();
      EXPECT_EQ(bench.buffer(Side::Output, kWanted, 1).allocated, true) << allocator_text(kind);
      EXPECT_EQ(bench.buffer(Side::Output, kWanted, 0).allocated, p == 1) << allocator_text(kind);
    }
  }
}

TEST(VcMatching, TheMaximumFindsAPlaceForBothWhereOneHasNoChoice) {
  const AllocatorConfig maximum{Kind::Maximum};
  EXPECT_EQ(served(maximum, {0b0001, 0b0011}, 1).back(), (std::set<PortId>{0, 1}));
  EXPECT_EQ(served(maximum, {0b0011, 0b0001}, 1).back(), (std::set<PortId>{0, 1}));
  EXPECT_EQ(served(maximum, {0b0011, 0b0110, 0b0101, 0b1000}, 1).back().size(), 4U);
}

TEST(VcMatching, ServesAPacketAloneAsOneAfterAnotherDoes) {
  const auto cycles_of = [](std::optional<AllocatorConfig> allocator) {
    DuatoConfig config = config_of(2, 8, 4);
    config.vc_allocator = allocator;
    RouterBench bench(config);
    bench.flit(0, header(1, 2, 1, 0));
    int cycles = 0;
    for (; cycles < 20 && !bench.returned(0, 0); ++cycles) bench.step();
    return cycles;
  };
  for (const auto& kinds : {kOfAll, kOfSelected}) {
    for (const AllocatorConfig& kind : kinds) EXPECT_EQ(cycles_of(kind), cycles_of(std::nullopt));
  }
}

}  // namespace
}  // namespace switchyard
