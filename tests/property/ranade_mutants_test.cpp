#include <functional>
#include <tuple>
#include <utility>

#include <gtest/gtest.h>

#include "hw/design/proof/ranade_verdict.h"
#include "hw/topology/butterfly.h"
#include "testbench/pram/memory_check.h"
#include "testbench/pram/pram_patterns.h"
#include "testbench/pram/pram_watchdog.h"
#include "testbench/pram/stream_name.h"
#include "tests/support/crossed_router.h"
#include "tests/support/pram_bench.h"
#include "tests/support/pram_scripts.h"
#include "tests/support/router_doubles.h"

// What the checks of the combining node are worth: machines that are wrong in one way, and who notices.

namespace switchyard {
namespace {

constexpr PramSetup kSetup{.dimensions = 3, .words = 100};
constexpr NodeId kProcessors = 24;
constexpr Cycle kPatience = 300;  ///< Of the watchdog.

Design spoiled(const PramSetup& setup, const SpoiledRouter::Spoil& spoil) {
  Design design = pram_design(setup);
  design.make_router = [make = design.make_router, spoil](NodeId node) {
    return std::make_unique<SpoiledRouter>(make(node), node, spoil);
  };
  return design;
}

/// What is inside of spoiled routers.
struct PlainView final : Network {
  explicit PlainView(const FastEngine& watched) : engine(watched) {}
  const RouterCore& router(NodeId node) const override {
    const RouterCore& core = engine.router(node);
    const auto* decorator = dynamic_cast<const RouterDecorator*>(&core);
    return decorator != nullptr ? decorator->core() : core;
  }
  const FastEngine& engine;
};

/// Runs until the watchdog speaks, or a check fails.
std::optional<Stall> stall_of(const PramParts& parts, FastEngine& engine, Cycle patience) {
  PramWatchdog watchdog(parts.design, parts.scoreboard, parts.monitor, parts.processors, patience);
  const PlainView view(engine);
  while (!parts.is_done() && !watchdog.stall() && engine.now() < 100'000) {
    engine.step_cycle();
    if (engine.now() >= watchdog.next_look()) watchdog.look(engine.now(), view);
  }
  return watchdog.stall();
}
std::optional<Stall> stall_of(PramBench& bench, Cycle patience = kPatience) {
  return stall_of(bench, bench.engine, patience);
}

std::string last_line(const Stall& stall) { return stall.chain.back(); }

TEST(RanadeMutants, TheMachineAsItIsDoesNotStall) {
  MixedProgram program(20, kProcessors, kSetup.words, /*seed=*/1);
  PramBench bench(kSetup, program);
  EXPECT_FALSE(stall_of(bench));
  EXPECT_EQ(bench.scoreboard.steps_ended(), 20U);
}

// Among them are a step that begins, and a thought that ends, at each cycle before and at a look.
TEST(RanadeMutants, IdleGapsAndThoughtsOfAnyLengthAreNoStalls) {
  PramSetup idle{.dimensions = 1, .words = 5};
  idle.pace.period = 1199;
  PramSetup thoughtful{.dimensions = 1, .words = 5};
  thoughtful.pace.think = 2000;
  for (const PramSetup& setup : {idle, thoughtful}) {
    for (Cycle patience = 50; patience <= 1250; ++patience) {
      MixedProgram program(2, /*processors=*/2, setup.words, /*seed=*/1);
      PramBench bench(setup, program);
      ASSERT_FALSE(stall_of(bench, patience)) << "patience " << patience << ", think " << setup.pace.think;
      ASSERT_EQ(bench.scoreboard.steps_ended(), 2U);
    }
  }
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

/// Forgets the end of step 1 in one stream.
void lose_end(PortOutputs& outputs, StreamPlace stream) {
  if ((outputs.flit_ports & bit<PortMask>(stream.port)) == 0) return;
  const Flit& flit = outputs.flits[static_cast<std::size_t>(stream.port)];
  if (flit.vc == stream.vc && Message(flit).is_end() && Message(flit).step() == 1)
    outputs.flit_ports &= ~bit<PortMask>(stream.port);
}

class LossyProcessor final : public Terminal {
 public:
  explicit LossyProcessor(std::unique_ptr<Terminal> processor) : processor_(std::move(processor)) {}
  void reset() override { processor_->reset(); }
  Cycle step(Cycle now, const PortInputs& inputs, PortOutputs& outputs) override {
    const Cycle again = processor_->step(now, inputs, outputs);
    lose_end(outputs, {0, 0});
    return again;
  }

 private:
  std::unique_ptr<Terminal> processor_;
};

/// A machine in which one end is lost: a stream from a node, or from its processor.
class LossyMachine : public PramParts {
 public:
  LossyMachine(const PramSetup& setup, PramProgram& program, NodeId lossy, std::optional<StreamPlace> stream)
      : PramParts(setup, program,
                  stream ? spoiled(setup,
                                   [=](NodeId node, PortOutputs& outputs) {
                                     if (node == lossy) lose_end(outputs, *stream);
                                   })
                         : pram_design(setup)),
        engine(
            design,
            [this, lossy, stream](NodeId node) -> std::unique_ptr<Terminal> {
              std::unique_ptr<Terminal> processor = terminals(node);
              if (stream || node != lossy) return processor;
              return std::make_unique<LossyProcessor>(std::move(processor));
            },
            &monitor) {}

  FastEngine engine;
};

class LostEnd : public testing::TestWithParam<std::tuple<bool, Step>> {
 protected:
  LostEnd() {
    std::tie(setup_.own_wires, setup_.pace.in_flight) = GetParam();
    setup_.dimensions = kDimensions;
    setup_.words = 100;
  }

  /// What comes in at `there` is what lacks the end.
  void expect_named(NodeId lossy, std::optional<StreamPlace> stream, NodeId far, StreamPlace there) {
    const NodeId processors = pram_design(setup_).router.as<RanadeConfig>()->paths->processors();
    ScriptedProgram program(6, processors, [](NodeId p, Step step) -> std::optional<PramOperation> {
      if ((p + step) % 3 == 0) return std::nullopt;
      return reading(p);
    });
    LossyMachine machine(setup_, program, lossy, stream);
    const std::optional<Stall> stall = stall_of(machine, machine.engine, kPatience);
    const std::string name = stream_name(*machine.design.topology->shape<Butterfly>(), there);
    const std::string node = "node " + std::to_string(far);
    std::string said = machine.monitor.failure();
    if (said.empty()) {
      ASSERT_TRUE(stall) << node << ' ' << name;
      EXPECT_EQ(stall->step, 1U);
      EXPECT_NE(last_line(*stall).find("has sent the end of step 1, which did not arrive"), std::string::npos)
          << last_line(*stall);
      said = stall->chain.at(stall->chain.size() - 2);
    } else {
      EXPECT_NE(said.find("before the end of step 1"), std::string::npos) << said;
    }
    EXPECT_NE(said.find(node + (stall ? " (" : ": ")), std::string::npos) << said << ", not " << node;
    EXPECT_NE(said.find(name), std::string::npos) << said << ", not " << name;
  }

#ifdef __SANITIZE_ADDRESS__
  static constexpr int kDimensions = 2;
#else
  static constexpr int kDimensions = 3;
#endif
  PramSetup setup_;
};

TEST_P(LostEnd, IsNamedByNodeAndStreamInEveryStream) {
  const Design plain = pram_design(setup_);
  const Topology& topology = *plain.topology;
  const PortId terminal = topology.terminal_port();
  std::size_t streams = 0;
  for (NodeId node = 0; node < topology.node_count(); ++node) {
    const std::unique_ptr<RouterCore> core = plain.make_router(node);
    for (const RanadeRouter::Switch& part : dynamic_cast<const RanadeRouter&>(*core).switches()) {
      for (const StreamPlace& out : part.out) {
        ++streams;
        if (out.port == terminal) {
          expect_named(node, out, node, {terminal + 1, 0});
        } else {
          const PortRef& far = topology.peer({node, out.port});
          expect_named(node, out, far.node, {far.port, out.vc});
        }
      }
    }
    expect_named(node, std::nullopt, node, {terminal, 0});
  }
  EXPECT_EQ(streams, verdict_of_ranade(plain).states);
}

INSTANTIATE_TEST_SUITE_P(All, LostEnd, testing::Combine(testing::Bool(), testing::Values<Step>(1, 4)));

/// A machine in which one node takes the first side for the second where it merges.
Design crossed(NodeId node) {
  Design design = pram_design(kSetup);
  const Butterfly butterfly = *design.topology->shape<Butterfly>();
  design.make_router = [make = design.make_router, node,
                        butterfly](NodeId at) -> std::unique_ptr<RouterCore> {
    if (at != node) return make(at);
    return std::make_unique<CrossedRouter>(make(at), butterfly.down_straight(1), butterfly.down_cross());
  };
  return design;
}

TEST(RanadeMutants, MergingTheWrongSideFirstSpoilsTheOrderOfMultiprefix) {
  const Butterfly butterfly(3, 3);
  for (const NodeId node : {butterfly.node_at(0, 2), butterfly.node_at(1, 5), butterfly.node_at(2, 0)}) {
    ScriptedProgram program(20, kProcessors, [](NodeId p, Step step) {
      return PramOperation{step, Operation::Add, false, p + 1};
    });
    PramBench bench(kSetup, program, crossed(node));
    bench.run(100'000);
    EXPECT_NE(bench.scoreboard.failure().find("from the multiprefix"), std::string::npos)
        << bench.scoreboard.failure();
  }
}

TEST(RanadeMutants, MergingTheWrongSideFirstIsSeenInTheMemoryWhereNobodyReads) {
  ScriptedProgram program(20, kProcessors, [](NodeId p, Step step) {
    return PramOperation{step, Operation::WritePriority, false, p + 1};
  });
  const auto fault = [](const PramBench& bench) {
    return memory_fault(bench.design, PlainView(bench.engine), bench.scoreboard.oracle());
  };
  PramBench sound(kSetup, program);
  ASSERT_TRUE(sound.run(100'000));
  EXPECT_EQ(fault(sound), "");
  PramBench bench(kSetup, program, crossed(Butterfly(3, 3).node_at(1, 0)));  // Rows 0 and 1 meet there.
  ASSERT_TRUE(bench.run(100'000));
  EXPECT_EQ(bench.scoreboard.failure(), "");
  EXPECT_EQ(bench.monitor.failure(), "");
  EXPECT_NE(fault(bench).find("after the last step"), std::string::npos);
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
    if (Message(flit).kind() == MessageKind::Reply)
      flit = Message::reply(Message(flit).step(), 1 + Message(flit).returned(), 77);
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
