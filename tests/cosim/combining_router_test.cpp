#include <gtest/gtest.h>

#include <array>
#include <systemc>

#include "testbench/engine/level.h"
#include "testbench/pram/pram_patterns.h"
#include "tests/support/level_events.h"
#include "tests/support/needs.h"
#include "tests/support/random_pram_setup.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

/// A combining machine whose whole nodes are built in testbench/cosim/CMakeLists.txt.
PramSetup random_setup(std::uint64_t seed) {
  struct Built {
    bool own_wires;
    int queue;
    int dimensions;
  };
  constexpr std::array<Built, 3> kBuilt{{{false, 1, 3}, {false, 4, 4}, {true, 2, 4}}};
  const Built& built = kBuilt[seed % kBuilt.size()];
  PramSetup setup = random_pram_setup(seed);
  RandomStream random(seed, /*node=*/0, Purpose::Selection);
  setup.dimensions = 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(built.dimensions)));
  setup.own_wires = built.own_wires;
  setup.queue = built.queue;
  setup.hashed = random.below(4) != 0;
  setup.ghosts = random.below(8) != 0;
  setup.faults.clear();
  add_random_faults(setup, static_cast<int>(random.below(4)), random);
  return setup;
}

constexpr Cycle kMachineCycles = 1000;

/// A machine and a program for it that has no end.
struct MachineWithProgram {
  explicit MachineWithProgram(const PramSetup& setup)
      : design(pram_design(setup)),
        program(100'000, design.router.as<RanadeConfig>()->paths->processors(), setup.words, setup.seed),
        parts(setup, program, design) {}

  Design design;
  MixedProgram program;
  PramParts parts;
};

class CombiningRouterCosim : public testing::TestWithParam<std::uint64_t> {};

TEST_P(CombiningRouterCosim, IsTheSameNetworkInEveryCycle) {
  NEEDS(has_rtl(), "Verilator");
  const PramSetup setup = random_setup(GetParam());
  MachineWithProgram fast(setup);
  const std::vector<LinkEvent> expected =
      fast_events(fast.parts.design, fast.parts.terminals, kMachineCycles);

  MachineWithProgram machine(setup);
  EventRecorder actual;
  const auto network =
      find_level("rtl_router")
          ->build(machine.parts.design, machine.parts.terminals, &actual, {.assertions = true});
  network->run(kMachineCycles);
  EXPECT_FALSE(network->divergence().has_value()) << describe(*network->divergence());
  if (setup.ghosts) {
    EXPECT_GT(machine.parts.scoreboard.steps_ended(), 0U);
  }
  EXPECT_EQ(machine.parts.scoreboard.event_hash().value(), fast.parts.scoreboard.event_hash().value());
  expect_same_events(expected, actual.events());
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, CombiningRouterCosim, testing::Range<std::uint64_t>(1, 41));

TEST(CombiningRouterMixture, OfModelsAndRtlIsTheFastNetwork) {
  NEEDS(has_rtl(), "Verilator");
  const PramSetup setup{.dimensions = 3, .queue = 2, .words = 100};
  MachineWithProgram fast(setup);
  const std::vector<LinkEvent> expected =
      fast_events(fast.parts.design, fast.parts.terminals, kMachineCycles);
  MachineWithProgram machine(setup);
  EventRecorder actual;
  const auto network = find_level("rtl_router")
                           ->build(machine.parts.design, machine.parts.terminals, &actual,
                                   {.rtl_nodes = std::vector<NodeId>{0, 4, 11, 23}, .assertions = true});
  network->run(kMachineCycles);
  EXPECT_FALSE(network->divergence().has_value()) << describe(*network->divergence());
  expect_same_events(expected, actual.events());
}

TEST(CombiningRouterFault, IsReportedWithItsSignalAndStopsTheRun) {
  NEEDS(has_rtl(), "Verilator");
  MachineWithProgram machine({.dimensions = 3, .queue = 2});
  const auto network = find_level("rtl_router")
                           ->build(machine.parts.design, machine.parts.terminals, &machine.parts.monitor,
                                   {.fault = parse_block_fault("router_5.combining_router_1@100")});
  network->run(kMachineCycles);
  const std::optional<Divergence> divergence = network->divergence();
  ASSERT_TRUE(divergence.has_value());
  EXPECT_EQ(divergence->signal, "network.router_5.rtl.combining_router.flit_o[1]");
  EXPECT_GE(divergence->cycle, 100U);
  EXPECT_LT(divergence->cycle, 140U);
}

TEST(CombiningRouterRefusal, NamesTheShapesThatAreBuilt) {
  NEEDS(has_rtl(), "Verilator");
  const std::optional<Refusal> refused =
      refusal_of(*find_level("rtl_router"), pram_design({.dimensions = 2, .queue = 3}));
  ASSERT_TRUE(refused.has_value());
  EXPECT_EQ(
      refused->reason,
      "rtl/combining/combining_router.sv cannot carry this network: no model is built for 3 straight links, "
      "queue 3, 64 directions, 64 words a module, keys of 9 bits, 4 rows. Built: 1 straight link, queue 1, "
      "20 "
      "directions, 128 words a module, keys of 9 bits, 8 rows; 1 straight link, queue 4, 64 directions, 128 "
      "words a module, keys of 11 bits, 16 rows; 3 straight links, queue 2, 64 directions, 256 words a "
      "module, "
      "keys of 11 bits, 16 rows");
}

}  // namespace
}  // namespace switchyard
