#include "hw/router/combining/ranade_router.h"
#include "hw/router/combining/ranade_config.h"
#include "hw/topology/butterfly.h"

#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <numeric>
#include <utility>
#include <vector>

#include "tests/support/core_bench.h"
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
  config.paths = std::make_shared<const RanadePaths>(build_butterfly({3, /*straight_links=*/2}));
  config.map = std::make_shared<AddressMap>(3, config.paths->rows(), 100, true, 1);
  EXPECT_THROW(RanadeRouter(config, 0), std::invalid_argument);
}

/// A node of its own, and what arrives at its down cross link.
class LonelyNode {
 public:
  void receive(Flit flit) {
    const PortId port = design_.topology->shape<Butterfly>()->down_cross();
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

TEST(RanadeRouter, AMessageOnAVcWithoutStreamIsAnError) {
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

using Place = std::pair<PortId, VcId>;
Place place_of(StreamPlace place) { return {place.port, place.vc}; }

/// A node between two columns, whose requests come down one link and leave by two.
class RouteBench : public CoreBench {
 public:
  RouteBench(bool own_wires, int column, NodeId row)
      : CoreBench(router_),
        design_(pram_design({.dimensions = kDimensions, .own_wires = own_wires})),
        phases_(*design_.topology->shape<Butterfly>()),
        router_(*design_.router.as<RanadeConfig>(),
                design_.topology->shape<Butterfly>()->node_at(column, row)) {}

  const RanadePhases& phases() const { return phases_; }
  void receive(Place place, Flit message) {
    message.vc = static_cast<std::uint8_t>(place.second);
    flit(place.first, message);
  }
  /// Steps until nothing happens any more. Returns where messages of this kind left; the far ends take them.
  std::vector<Place> settle(MessageKind kind) {
    std::vector<Place> places;
    do {
      step();
      for (PortId p = 0; p < design_.topology->terminal_port(); ++p) {
        const std::optional<Flit> left = sent(p);
        if (!left || Message(*left).kind() == MessageKind::Ghost) continue;
        credit(p, left->vc);
        if (Message(*left).kind() == kind) places.emplace_back(p, left->vc);
      }
    } while (awake());
    step();
    return places;
  }
  Place waits(Place replies) const {
    return place_of(router_.outlook({replies.first, replies.second}).waits);
  }

 private:
  Design design_;
  RanadePhases phases_;
  RanadeRouter router_;
};

TEST(RanadeRouter, RepliesWaitForTheOneThatComesWhereTheOldestRequestWent) {
  RandomStream random(1, 0, Purpose::Selection);
  for (int draw = 0; draw < 50; ++draw) {
    RouteBench bench(random.below(2) == 0, 1 + static_cast<int>(random.below(2)), random.below(8));
    std::array from{place_of(bench.phases().down(2)), place_of(bench.phases().down_cross())};
    if (random.below(2) == 0) std::swap(from[0], from[1]);
    bench.receive(from[1], Message::ghost(make_label(0, kEndKey - 1)));  // All requests come from the other.
    std::deque<Place> asked;
    for (std::uint32_t key = 0; key < 12 || !asked.empty();) {
      if (key < 12 && (asked.empty() || random.below(2) == 0)) {
        bench.receive(from[0], Message::request(make_label(0, key++), ModuleId::at(0, random.below(8)),
                                                Operation::None, true, 0));
        const std::vector<Place> places = bench.settle(MessageKind::Request);
        ASSERT_EQ(places.size(), 1U);
        asked.push_back(places[0]);
      } else {
        bench.receive(asked.front(), Message::reply(0, 1, 2));
        asked.pop_front();
        ASSERT_EQ(bench.settle(MessageKind::Reply), std::vector{from[0]});
      }
      EXPECT_EQ(bench.waits(from[0]), asked.empty() ? from[0] : asked.front());
    }
    for (const Place& place : from) bench.receive(place, Message::end_of_stream(0));
    std::vector<Place> ends = bench.settle(MessageKind::EndOfStream);
    ASSERT_EQ(ends.size(), 2U);
    if (random.below(2) == 0) std::swap(ends[0], ends[1]);
    bench.receive(ends[0], Message::end_of_stream(0));
    EXPECT_TRUE(bench.settle(MessageKind::EndOfStream).empty());
    EXPECT_EQ(bench.waits(from[0]), ends[1]) << "the end comes from both";
  }
}

}  // namespace
}  // namespace switchyard
