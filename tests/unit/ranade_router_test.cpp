#include "hw/router/ranade_router.h"

#include <numeric>

#include <gtest/gtest.h>

#include "tests/support/pram_bench.h"
#include "tests/support/pram_scripts.h"

namespace switchyard {
namespace {

constexpr int kDimensions = 3;
constexpr NodeId kProcessors = 24;

struct Execution {
  Execution(const PramSetup& setup, Step steps, ScriptedProgram::Script script)
      : program(steps, kProcessors, std::move(script)), bench(setup, program) {
    EXPECT_TRUE(bench.run(100'000));
    EXPECT_EQ(bench.scoreboard.failure(), "");
    EXPECT_EQ(bench.monitor.failure(), "");
    EXPECT_TRUE(bench.monitor.drained());
  }
  ScriptedProgram program;
  PramBench bench;
};

PramOperation change(Operation operation, std::uint32_t address, std::uint32_t operand) {
  return {address, operation, false, operand};
}

TEST(RanadeRouter, MultiprefixIsInTheOrderOfTheProcessors) {
  for (const bool combining : {true, false}) {
    const Execution run({.dimensions = kDimensions, .combining = combining}, 1,
                        [](NodeId p, Step) { return change(Operation::Add, 9, 100 + p); });
    std::uint32_t sum = 0;
    for (NodeId p = 0; p < kProcessors; ++p) {
      EXPECT_EQ(run.program.answers[0][p].returned, sum) << p;
      sum += 100 + p;
    }
  }
}

TEST(RanadeRouter, OneRequestPerAddressReachesMemoryUnlessCombiningIsOff) {
  const auto script = [](NodeId p, Step) { return reading(p % 5); };
  EXPECT_EQ(Execution({.dimensions = kDimensions}, 1, script).bench.monitor.requests_served(), 5U);
  EXPECT_EQ(
      Execution({.dimensions = kDimensions, .combining = false}, 1, script).bench.monitor.requests_served(),
      kProcessors);
}

TEST(RanadeRouter, PriorityWriteKeepsTheValueOfTheFirstProcessor) {
  for (const bool combining : {true, false}) {
    const Execution run({.dimensions = kDimensions, .combining = combining}, 2,
                        [](NodeId p, Step step) -> std::optional<PramOperation> {
                          if (step == 1) return reading(2);
                          if (p < 7) return std::nullopt;
                          return change(Operation::WritePriority, 2, p);
                        });
    for (NodeId p = 0; p < kProcessors; ++p) EXPECT_EQ(run.program.answers[1][p].before_step, 7U);
  }
}

TEST(RanadeRouter, WhoReadsAWordThatOthersChangeSeesItAsItWas) {
  for (const bool combining : {true, false}) {
    const Execution run({.dimensions = kDimensions, .combining = combining}, 2, [](NodeId p, Step) {
      PramOperation operation = p % 3 == 0 ? reading(4) : change(Operation::Add, 4, 1);
      operation.reads = operation.reads || p % 3 == 1;  // Some read and change it.
      return operation;
    });
    std::uint32_t changes = 0;
    for (NodeId p = 0; p < kProcessors; ++p) {
      const PramAnswer& answer = run.program.answers[1][p];
      if (p % 3 != 2) {
        EXPECT_EQ(answer.before_step, 16U) << p;
      }
      if (p % 3 != 0) {
        EXPECT_EQ(answer.returned, 16U + changes++) << p;
      }
    }
  }
}

/// Labels come again after 256 steps; a module that was idle in between must not take the row for the same.
TEST(RanadeRouter, StepsThatHaveOneLabelAreApart) {
  for (const bool combining : {true, false}) {
    const Execution run({.dimensions = kDimensions, .combining = combining}, 257,
                        [](NodeId p, Step step) -> std::optional<PramOperation> {
                          if (p != 3 || step % 256 != 0) return std::nullopt;
                          return PramOperation{8, Operation::Add, true, 5};
                        });
    EXPECT_EQ(run.program.answers[256][3].before_step, 5U);
  }
}

TEST(RanadeRouter, AProcessorThatHoldsItsEndBackHoldsTheOthers) {
  PramSetup setup{.dimensions = kDimensions};
  setup.pace.think = 200;
  const Execution thinking(setup, 10, [](NodeId p, Step) { return reading(p); });
  setup.pace.think = 0;
  const Execution prompt(setup, 10, [](NodeId p, Step) { return reading(p); });
  // Of 24 processors some thinks nearly 200 cycles in every step.
  EXPECT_GT(thinking.bench.scoreboard.times().back().ended,
            prompt.bench.scoreboard.times().back().ended + 10 * 150);
}

TEST(RanadeRouter, RefusesWiresThatAreNeitherOwnNorShared) {
  RanadeConfig config;
  config.ways = std::make_shared<const RanadeWays>(build_butterfly({3, /*straight_links=*/2}));
  config.map = std::make_shared<AddressMap>(3, config.ways->rows(), 100, true, 1);
  EXPECT_THROW(RanadeRouter(config, 0), std::invalid_argument);
}

/// A node of its own, and what arrives at its down cross link.
class LonelyNode {
 public:
  void receive(Flit flit) {
    const PortId port = design_.topology->butterfly()->down_cross();
    std::array<Flit, kMaxPorts> flits{};
    flits[static_cast<std::size_t>(port)] = flit;
    PortInputs inputs;
    inputs.flits = flits.data();
    inputs.flit_ports = bit<PortMask>(port);
    PortOutputs outputs;
    outputs.clear();
    router_->step(inputs, outputs);
  }

 private:
  const Design design_ = pram_design({.dimensions = 3, .own_wires = false, .queue = 2});
  const std::unique_ptr<RouterCore> router_ = design_.make_router(0);
};

TEST(RanadeRouter, AMessageOnALaneWithoutStreamIsAnError) {
  LonelyNode node;
  Flit end = Message::end_of_stream(0);
  end.vc = 2;
  EXPECT_THROW(node.receive(end), std::logic_error);
}

TEST(RanadeRouter, AnOverfullQueueIsAnError) {
  LonelyNode node;
  node.receive(Message::end_of_stream(0));
  node.receive(Message::end_of_stream(1));
  EXPECT_THROW(node.receive(Message::end_of_stream(2)), std::logic_error);
}

}  // namespace
}  // namespace switchyard
