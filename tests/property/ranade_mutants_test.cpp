#include <functional>
#include <utility>

#include <gtest/gtest.h>

#include "testbench/pram/pram_watchdog.h"
#include "testbench/workload/pram_patterns.h"
#include "tests/support/pram_bench.h"
#include "tests/support/pram_scripts.h"
#include "tests/support/router_doubles.h"

// What the checks of the six-phase node are worth: machines that are wrong in one way, and who notices.

namespace switchyard {
namespace {

/// Two ports of one node change places: its first inputs are its second, and the other way round.
class CrossedRouter final : public RouterDecorator {
 public:
  CrossedRouter(std::unique_ptr<RouterCore> core, PortId a, PortId b)
      : RouterDecorator(std::move(core)), a_(a), b_(b) {}
  bool step(const PortInputs& inputs, PortOutputs& outputs) override {
    PortInputs crossed = inputs;
    std::array<Flit, kMaxPorts> flits;
    std::array<VcMask, kMaxPorts> credits;
    for_each_bit(inputs.flit_ports, [&](PortId p) { flits[at(other(p))] = inputs.flits[p]; });
    for_each_bit(inputs.credit_ports, [&](PortId p) { credits[at(other(p))] = inputs.credits[p]; });
    crossed.flits = flits.data();
    crossed.credits = credits.data();
    crossed.flit_ports = cross(inputs.flit_ports);
    crossed.credit_ports = cross(inputs.credit_ports);
    const bool busy = RouterDecorator::step(crossed, outputs);
    std::swap(outputs.flits[at(a_)], outputs.flits[at(b_)]);
    std::swap(outputs.credits[at(a_)], outputs.credits[at(b_)]);
    outputs.flit_ports = cross(outputs.flit_ports);
    outputs.credit_ports = cross(outputs.credit_ports);
    return busy;
  }

 private:
  static std::size_t at(PortId port) { return static_cast<std::size_t>(port); }
  PortId other(PortId port) const { return port == a_ ? b_ : port == b_ ? a_ : port; }
  PortMask cross(PortMask ports) const {
    PortMask crossed = 0;
    for_each_bit(ports, [&](PortId p) { crossed |= bit<PortMask>(other(p)); });
    return crossed;
  }

  PortId a_;
  PortId b_;
};

constexpr PramSetup kSetup{.dimensions = 3, .words = 100};
constexpr NodeId kProcessors = 24;

Design spoiled(const PramSetup& setup, const SpoiledRouter::Spoil& spoil) {
  Design design = pram_design(setup);
  design.make_router = [make = design.make_router, spoil](NodeId node) {
    return std::make_unique<SpoiledRouter>(make(node), node, spoil);
  };
  return design;
}

/// Runs until the watchdog speaks.
std::optional<PramStall> stall_of(PramBench& bench) {
  struct View final : Network {
    explicit View(const PramBench& watched) : bench(watched) {}
    const RouterCore& router(NodeId node) const override {
      const RouterCore& core = bench.engine.router(node);
      const auto* decorator = dynamic_cast<const RouterDecorator*>(&core);
      return decorator != nullptr ? decorator->core() : core;
    }
    const PramBench& bench;
  };
  PramWatchdog watchdog(bench.design, bench.scoreboard, bench.monitor, bench.processors, /*patience=*/500);
  const View view(bench);
  while (bench.scoreboard.steps_ended() < bench.steps && !watchdog.stall() && bench.engine.now() < 100'000) {
    bench.engine.step_cycle();
    if (bench.engine.now() >= watchdog.next_look()) watchdog.look(bench.engine.now(), view);
  }
  return watchdog.stall();
}

std::string last_line(const PramStall& stall) { return stall.chain.back(); }

TEST(RanadeMutants, TheMachineAsItIsDoesNotStall) {
  MixedProgram program(20, kProcessors, kSetup.words, /*seed=*/1);
  PramBench bench(kSetup, program);
  EXPECT_FALSE(stall_of(bench));
  EXPECT_EQ(bench.scoreboard.steps_ended(), 20U);
}

TEST(RanadeMutants, WithoutGhostsItStallsAndTheWatchdogSaysWhoShouldHaveSpoken) {
  PramSetup setup = kSetup;
  setup.ghosts = false;
  setup.queue = 1;
  MixedProgram program(20, kProcessors, setup.words, /*seed=*/1);
  PramBench bench(setup, program);
  const auto stall = stall_of(bench);
  ASSERT_TRUE(stall);
  EXPECT_NE(last_line(*stall).find("but sends no ghost"), std::string::npos) << last_line(*stall);
}

/// The end of step `step` does not leave the node through the port.
SpoiledRouter::Spoil lose_end(NodeId at, PortId port, std::uint8_t step) {
  return [=](NodeId node, PortOutputs& outputs) {
    if (node != at || (outputs.flit_ports & bit<PortMask>(port)) == 0) return;
    const Message message(outputs.flits[static_cast<std::size_t>(port)]);
    if (message.is_end() && message.step() == step) outputs.flit_ports &= ~bit<PortMask>(port);
  };
}

TEST(RanadeMutants, AnEndThatIsLostStopsItAndTheWatchdogNamesNodeAndStream) {
  const Design plain = pram_design(kSetup);
  const Butterfly& butterfly = *plain.topology->butterfly();
  for (NodeId node = 0; node < kProcessors; ++node) {
    for (const PortId port : {butterfly.up_straight(0), butterfly.up_straight(1), butterfly.up_straight(2),
                              butterfly.up_cross(), butterfly.down_straight(1), butterfly.down_cross()}) {
      const int column = butterfly.column(node);
      if (port == butterfly.up_straight(0) && column == 0) continue;  // No stream of phase 1 begins there.
      ScriptedProgram program(3, kProcessors, [](NodeId p, Step) { return reading(p); });
      PramBench bench(kSetup, program, spoiled(kSetup, lose_end(node, port, /*step=*/1)));
      const auto stall = stall_of(bench);
      ASSERT_TRUE(stall) << node << ' ' << port;
      EXPECT_EQ(stall->step, 1U);
      EXPECT_EQ(last_line(*stall),
                "node " + std::to_string(node) + " has sent the end of step 1, which did not arrive");
      const PortRef& far = plain.topology->peer({node, port});
      const std::string& silent = stall->chain.at(stall->chain.size() - 2);
      EXPECT_EQ(silent.find("node " + std::to_string(far.node) + " "), 0U) << silent;
      EXPECT_NE(silent.find("at port " + std::to_string(far.port) + " lane 0"), std::string::npos) << silent;
    }
  }
}

TEST(RanadeMutants, MergingTheWrongSideFirstSpoilsTheOrderOfMultiprefix) {
  const Butterfly butterfly(3, 3);
  for (const NodeId node : {butterfly.node_at(0, 2), butterfly.node_at(1, 5), butterfly.node_at(2, 0)}) {
    ScriptedProgram program(20, kProcessors, [](NodeId p, Step step) {
      return PramOperation{step, Operation::Add, false, p + 1};
    });
    Design design = pram_design(kSetup);
    design.make_router = [make = design.make_router, node,
                          &butterfly](NodeId at) -> std::unique_ptr<RouterCore> {
      if (at != node) return make(at);
      return std::make_unique<CrossedRouter>(make(at), butterfly.down_straight(1), butterfly.down_cross());
    };
    PramBench bench(kSetup, program, design);
    bench.run(100'000);
    EXPECT_NE(bench.scoreboard.failure().find("from the multiprefix"), std::string::npos)
        << bench.scoreboard.failure();
  }
}

TEST(RanadeMutants, ADoubledRequestIsSeenAtTheMemory) {
  int doubled = 0;
  std::optional<Flit> again;
  const Butterfly butterfly(3, 3);
  const PortId port = butterfly.up_straight(2);  // Phase 3.
  const auto spoil = [&](NodeId node, PortOutputs& outputs) {
    if (node != 0) return;
    const bool busy = (outputs.flit_ports & bit<PortMask>(port)) != 0;
    Flit& flit = outputs.flits[static_cast<std::size_t>(port)];
    if (busy && doubled == 0 && Message(flit).kind() == MessageKind::Request) {
      again = flit;
      doubled = 1;
    } else if (!busy && again) {
      outputs.send(port, *again);
      again.reset();
    }
  };
  MixedProgram program(20, kProcessors, kSetup.words, /*seed=*/1);
  PramBench bench(kSetup, program, spoiled(kSetup, spoil));
  try {
    bench.run(100'000);
    EXPECT_NE(bench.monitor.failure(), "");
  } catch (const std::logic_error&) {  // One reply too many is an error of its own.
    EXPECT_NE(bench.monitor.failure(), "");
  }
  EXPECT_EQ(doubled, 1);
}

TEST(RanadeMutants, AWrongReplyIsSeen) {
  const auto spoil = [](NodeId node, PortOutputs& outputs) {
    const PortId terminal = 8;
    if (node != 10 || (outputs.flit_ports & bit<PortMask>(terminal)) == 0) return;
    Flit& flit = outputs.flits[static_cast<std::size_t>(terminal)];
    if (Message(flit).kind() == MessageKind::Reply) flit = Message::reply(1 + Message(flit).returned(), 77);
  };
  MixedProgram program(20, kProcessors, kSetup.words, /*seed=*/1);
  PramBench bench(kSetup, program, spoiled(kSetup, spoil));
  bench.run(100'000);
  EXPECT_NE(bench.scoreboard.failure().find("processor 10"), std::string::npos) << bench.scoreboard.failure();
}

TEST(RanadeMutants, ALostCreditIsSeenAtTheEnd) {
  bool lost = false;
  const auto spoil = [&](NodeId node, PortOutputs& outputs) {
    const PortId port = 7;  // Down cross.
    if (node != 4 || lost || (outputs.credit_ports & bit<PortMask>(port)) == 0) return;
    outputs.credit_ports &= ~bit<PortMask>(port);
    outputs.credits[7] = 0;
    lost = true;
  };
  MixedProgram program(5, kProcessors, kSetup.words, /*seed=*/1);
  PramBench bench(kSetup, program, spoiled(kSetup, spoil));
  bench.run(100'000);
  EXPECT_TRUE(lost);
  EXPECT_FALSE(bench.monitor.drained());
}

}  // namespace
}  // namespace switchyard
