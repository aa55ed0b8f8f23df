#include <algorithm>
#include <cmath>
#include <iostream>
#include <numeric>

#include <gtest/gtest.h>

#include "tests/support/mesh_bench.h"
#include "tests/support/router_doubles.h"
#include "tests/support/sanitized.h"

namespace switchyard {
namespace {

using Kind = MeshAlgorithm::Kind;

constexpr int kLargestSide = kSanitized ? 8 : 16;

constexpr ManyToOneShape kShapes[] = {ManyToOneShape::Random, ManyToOneShape::SouthEast,
                                      ManyToOneShape::HotRows};

std::string to_text(const MeshSetup& s) {
  return "side " + std::to_string(s.side) + " most " + std::to_string(s.workload.most) + " shape " +
         std::to_string(static_cast<int>(s.workload.shape)) + " seed " + std::to_string(s.seed);
}

class Mesh16Property : public testing::TestWithParam<int> {};

TEST_P(Mesh16Property, EveryPacketArrivesInItsPhaseWithinThePapersBound) {
  const int side = GetParam();
  for (std::uint32_t most = 1; most <= static_cast<std::uint32_t>(side * side); most = most * 5 / 3 + 1) {
    for (const ManyToOneShape shape : kShapes) {
      MeshSetup setup;
      setup.side = side;
      setup.schnorr_shamir = most % 2 == 0;
      setup.workload = {shape, most, {Kind::ManyToOne, /*computes_max=*/most % 3 != 0}};
      setup.seed = most;
      MeshBench bench(setup);
      ASSERT_TRUE(bench.run()) << to_text(setup) << ": " << bench.failure();
      EXPECT_EQ(bench.parts.scoreboard.packets_delivered(), static_cast<std::uint64_t>(side * side));
      EXPECT_LE(bench.most_of_type, 2) << to_text(setup);
      EXPECT_LE(bench.most_in_node, 16) << to_text(setup);
      for (const Cycle steps : bench.routing_steps)
        EXPECT_LE(static_cast<double>(steps), side * std::sqrt(most) + 2 * side) << to_text(setup);
    }
  }
}

TEST_P(Mesh16Property, LongQueuesHoldAsManyPacketsAsTheMeshHasRows) {
  const int side = GetParam();
  for (const std::uint32_t most : {1U, 4U, static_cast<std::uint32_t>(side)}) {
    MeshSetup setup;
    setup.side = side;
    setup.queue = side;
    setup.workload = {ManyToOneShape::SouthEast, most, {}};
    if (side < 2) continue;
    MeshBench bench(setup);
    ASSERT_TRUE(bench.run()) << to_text(setup) << ": " << bench.failure();
    EXPECT_LE(bench.most_of_type, side);
  }
}

TEST_P(Mesh16Property, BothColoursAtOnceNeedNoMoreThanTwiceTheBound) {
  const int side = GetParam();
  for (const std::uint32_t most : {1U, 3U, 7U, static_cast<std::uint32_t>(side)}) {
    if (most > static_cast<std::uint32_t>(side * side)) continue;
    for (const ManyToOneShape shape : kShapes) {
      MeshSetup setup;
      setup.side = side;
      setup.banks = 2;
      setup.workload = {shape, most, {}};
      MeshBench bench(setup);
      ASSERT_TRUE(bench.run()) << to_text(setup) << ": " << bench.failure();
      EXPECT_LE(bench.most_of_type, 2);
      EXPECT_LE(bench.most_in_node, 32);
    }
  }
}

TEST_P(Mesh16Property, CombinedPacketsAreAPermutationThatArrivesWithinTwoSides) {
  const int side = GetParam();
  for (const std::uint32_t most : {1U, 2U, 3U, static_cast<std::uint32_t>(side)}) {
    for (const ManyToOneShape shape : kShapes) {
      MeshSetup setup;
      setup.side = side;
      setup.workload = {shape, most, {Kind::Combining, false}};
      MeshBench bench(setup);
      ASSERT_TRUE(bench.run()) << to_text(setup) << ": " << bench.failure();
      EXPECT_LE(bench.routing_steps.at(0), static_cast<Cycle>(2 * side - 2)) << to_text(setup);
    }
  }
}

TEST_P(Mesh16Property, WhateverIsRoutedUnsortedArrives) {
  const int side = GetParam();
  for (const Kind kind : {Kind::RouteColumns, Kind::RouteRows}) {
    for (std::uint32_t most = 1; most <= static_cast<std::uint32_t>(side * side); most = most * 2 + 1) {
      for (const ManyToOneShape shape : kShapes) {
        MeshSetup setup;
        setup.side = side;
        setup.workload = {shape, most, {kind, false}};
        setup.seed = most;
        MeshBench bench(setup);
        ASSERT_TRUE(bench.run()) << to_text(setup) << ": " << bench.failure();
        ASSERT_TRUE(bench.parts.scoreboard.all_delivered()) << to_text(setup);
        EXPECT_LE(bench.most_of_type, 2);
        EXPECT_LE(bench.most_in_node, 16);
      }
    }
  }
}

std::vector<int> sides() {
  std::vector<int> sides;
  for (const int side : {2, 3, 4, 5, 8, 9, 12, 16}) {
    if (side <= kLargestSide) sides.push_back(side);
  }
  return sides;
}
INSTANTIATE_TEST_SUITE_P(Sides, Mesh16Property, testing::ValuesIn(sides()));

constexpr int kTrials = kSanitized ? 10 : 150;

/// The largest share of the paper's bound that a routing phase takes; 0 if `to` has no such phase.
double share_of_bound(const MeshSetup& setup, const std::vector<NodeId>& to) {
  MeshBench bench(setup, mesh_design(setup), to);
  EXPECT_TRUE(bench.run()) << to_text(setup) << ": " << bench.failure();
  EXPECT_LE(bench.most_of_type, 2);
  const double bound = setup.side * std::sqrt(bench.parts.scoreboard.oracle().most()) + 2 * setup.side;
  return static_cast<double>(*std::max_element(bench.routing_steps.begin(), bench.routing_steps.end())) /
         bound;
}

/// Sorted packets are the same wherever they began, so that only the number for each processor counts: a step
/// gives some packets of one processor to another, and stays if that is no faster.
TEST(Mesh16Search, ALocalSearchFindsNoProblemBeyondThePapersBound) {
  double slowest = 0;
  for (const std::uint32_t most : {2U, 5U, 16U}) {
    for (const ManyToOneShape shape : kShapes) {
      MeshSetup setup;
      setup.workload = {shape, most, {}};
      std::vector<NodeId> to = many_to_one_instance(shape, setup.side, most, /*seed=*/1);
      RandomStream random(most, static_cast<NodeId>(shape), Purpose::Selection);
      double best = share_of_bound(setup, to);
      for (int trial = 0; trial < kTrials; ++trial) {
        std::vector<NodeId> changed = to;
        const NodeId from = to[random.below(64)];
        const NodeId receiver = random.below(64);
        std::uint32_t moved = 1 + random.below(most);
        for (NodeId& destination : changed) {
          if (destination == from && moved != 0) {
            destination = receiver;
            --moved;
          }
        }
        if (ManyToOneOracle(setup.side, changed).most() > most) continue;
        const double share = share_of_bound(setup, changed);
        if (share < best) continue;
        best = share;
        to = changed;
      }
      EXPECT_LE(best, 1) << to_text(setup);
      slowest = std::max(slowest, best);
    }
  }
  RecordProperty("slowest", std::to_string(slowest));
  std::cout << "the slowest routing phase took " << slowest << " of the paper's bound\n";
}

/// A problem that fills buffers, on 8 x 8 nodes of which each may be spoiled.
struct Mutant {
  explicit Mutant(const SpoiledRouter::Spoil& spoil, Kind kind = Kind::ManyToOne) {
    setup.workload = {ManyToOneShape::SouthEast, 16, {kind, kind == Kind::ManyToOne}};
    Design design = mesh_design(setup);
    design.make_router = [make = design.make_router, spoil](NodeId node) {
      return std::make_unique<SpoiledRouter>(make(node), node, spoil);
    };
    bench = std::make_unique<MeshBench>(setup, std::move(design));
  }
  MeshSetup setup;
  std::unique_ptr<MeshBench> bench;
};

/// Changes flits of one VC once, in one node, after some have passed.
SpoiledRouter::Spoil spoil_once(VcId vc, int after, const std::function<void(PortOutputs&, PortId)>& change) {
  return [=, seen = std::make_shared<int>(0)](NodeId node, PortOutputs& outputs) {
    if (node != 36) return;
    for_each_bit(outputs.flit_ports & low_bits<PortMask>(TurnBuffers::kPorts), [&](PortId port) {
      if (outputs.flits[static_cast<std::size_t>(port)].vc != vc || ++*seen != after) return;
      change(outputs, port);
    });
  };
}

TEST(Mesh16Mutants, TheMeshAsItIsPasses) {
  Mutant mutant([](NodeId, PortOutputs&) {});
  EXPECT_TRUE(mutant.bench->run()) << mutant.bench->failure();
  EXPECT_EQ(mutant.bench->most_of_type, 2);
}

TEST(Mesh16Mutants, ALostPacketIsMissed) {
  const VcId straight = TurnBuffers::vc_of(Colour::Black, BufferType::Straight);
  Mutant mutant(
      spoil_once(straight, 3, [](PortOutputs& o, PortId port) { o.flit_ports &= ~bit<PortMask>(port); }));
  EXPECT_FALSE(mutant.bench->run());
  EXPECT_NE(mutant.bench->failure().find("packets have arrived within"), std::string::npos)
      << mutant.bench->failure();
}

TEST(Mesh16Mutants, AnInvitationTooManyOverflows) {
  Mutant mutant([](NodeId, PortOutputs& outputs) {
    outputs.credit_ports = 0;
    outputs.credits.fill(0);
  });
  EXPECT_THROW(mutant.bench->run(), std::logic_error);
}

/// A node that signals as the paper words it: it invites whenever at most one packet is in the buffers.
class PrintedSignals final : public RouterDecorator {
 public:
  using RouterDecorator::RouterDecorator;
  bool step(const PortInputs& inputs, PortOutputs& outputs) override {
    const bool busy = RouterDecorator::step(inputs, outputs);
    int first = 0;  // Of a pair: the one that leaves next.
    core().visit_buffers([&](const BufferView& view) {
      if (view.buffer.side != Side::Input || view.buffer.port >= TurnBuffers::kPorts) return;
      if (view.buffer.vc % 2 == 0) first = view.occupancy;
      if (view.buffer.vc % 2 == 0 || first + view.occupancy > 1) return;
      VcMask& withheld = outputs.credits[static_cast<std::size_t>(view.buffer.port)];
      withheld = static_cast<VcMask>(withheld & ~bit<VcMask>(view.buffer.vc / 2));
      if (withheld == 0) outputs.credit_ports &= ~bit<PortMask>(view.buffer.port);
    });
    return busy;
  }
};

TEST(Mesh16Mutants, SignalsAsThePaperWordsThemOverflow) {
  MeshSetup setup;
  setup.workload = {ManyToOneShape::SouthEast, 16, {Kind::RouteColumns, false}};
  Design design = mesh_design(setup);
  design.make_router = [make = design.make_router](NodeId node) {
    return std::make_unique<PrintedSignals>(make(node));
  };
  MeshBench bench(setup, std::move(design));
  EXPECT_THROW(bench.run(), std::logic_error);
}

/// A node that does not hear that it must wait.
class DeafRouter final : public RouterDecorator {
 public:
  using RouterDecorator::RouterDecorator;
  bool step(const PortInputs& inputs, PortOutputs& outputs) override {
    PortInputs deaf = inputs;
    deaf.credit_ports = 0;
    return RouterDecorator::step(deaf, outputs);
  }
};

TEST(Mesh16Mutants, APacketWithoutAnInvitationIsSeen) {
  MeshSetup setup;
  setup.workload = {ManyToOneShape::SouthEast, 16, {Kind::RouteColumns, false}};
  Design design = mesh_design(setup);
  design.make_router = [make = design.make_router](NodeId node) {
    return std::make_unique<DeafRouter>(make(node));
  };
  MeshBench bench(setup, std::move(design));
  try {
    bench.run();
  } catch (const std::logic_error&) {  // It may be the one that is too many.
  }
  EXPECT_NE(bench.parts.monitor.failure().find("came without an invitation"), std::string::npos)
      << bench.parts.monitor.failure();
}

TEST(Mesh16Mutants, AWrongComparisonIsSeenInTheOrder) {
  Mutant mutant(spoil_once(kExchangeVc, 20, [](PortOutputs& outputs, PortId port) {
    outputs.flits[static_cast<std::size_t>(port)].destination ^= 9;
  }));
  EXPECT_FALSE(mutant.bench->run());
  EXPECT_NE(mutant.bench->failure().find("is next along the snake"), std::string::npos)
      << mutant.bench->failure();
}

TEST(Mesh16Mutants, AWrongRankIsSeenInTheCountOrTheColours) {
  Mutant mutant(spoil_once(kTokenVc, 2, [](PortOutputs& outputs, PortId port) {
    outputs.flits[static_cast<std::size_t>(port)].payload -= 30;
  }));
  EXPECT_FALSE(mutant.bench->run());
  EXPECT_NE(mutant.bench->failure().find("a processor takes"), std::string::npos) << mutant.bench->failure();
}

TEST(Mesh16Mutants, APainterThatIsLostLeavesPacketsWhite) {
  Mutant mutant([](NodeId node, PortOutputs& outputs) {
    if (node == 9)
      outputs.flit_ports &= outputs.flits[0].vc == kTokenVc && outputs.flits[0].payload == 0 ? ~1U : ~0U;
  });
  mutant.bench->run();
  EXPECT_NE(mutant.bench->failure(), "");
}

TEST(Mesh16Mutants, AWrongTurnIsSeen) {
  // What has come along its column turns the wrong way at node 36, but for its last hop.
  const auto turned = [](PortOutputs& outputs, PortId port) {
    Flit& flit = outputs.flits[static_cast<std::size_t>(port)];
    const PortId back = TurnBuffers::opposite(port);
    if ((outputs.flit_ports >> back & 1) != 0) return;
    outputs.send(back, flit);
    outputs.flit_ports &= ~bit<PortMask>(port);
  };
  Mutant mutant(spoil_once(TurnBuffers::vc_of(Colour::Black, BufferType::Straight), 2, turned),
                Kind::RouteColumns);
  EXPECT_FALSE(mutant.bench->run());
  EXPECT_NE(mutant.bench->failure().find("came no nearer"), std::string::npos) << mutant.bench->failure();
}

}  // namespace
}  // namespace switchyard
