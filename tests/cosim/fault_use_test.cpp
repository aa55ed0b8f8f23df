#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <stdexcept>

#include "hw/base/random_stream.h"
#include "testbench/cosim/switch/rtl_switch.h"
#include "testbench/engine/fault_target.h"
#include "testbench/engine/level.h"
#include "tests/support/needs.h"
#include "tests/support/random_experiment.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

/// A fault in a block that the design has, of any kind.
BlockFault random_fault(const Design& design, std::uint64_t seed) {
  RandomStream dice(seed, 0, Purpose::Process);
  constexpr std::array kKinds{BlockFault::Block::LinkArbiter, BlockFault::Block::InputArbiter,
                              BlockFault::Block::Allocator, BlockFault::Block::VcAllocator,
                              BlockFault::Block::Crossbar};
  for (;;) {
    BlockFault fault{kKinds[dice.below(kKinds.size())], dice.below(design.topology->node_count()),
                     dice.below(6), dice.below(300)};
    try {
      require_block(fault, design);
      return fault;
    } catch (const std::invalid_argument&) {
    }
  }
}

class FaultUseOn : public testing::TestWithParam<std::uint64_t> {};

TEST_P(FaultUseOn, CountsASpoiltAnswerJustWhereLockstepSeesADifference) {
  NEEDS(has_rtl(), "Verilator");
  const std::string yaml = random_experiment(GetParam());
  const Experiment experiment = experiment_from(yaml);
  const BlockFault fault = random_fault(experiment.design, GetParam());
  TestBench bench(experiment);
  const auto network =
      find_level("lockstep")->build(experiment.design, bench.terminals(), bench.observer(), {fault});
  network->run(600);
  EXPECT_EQ(network->divergence().has_value(), fault.use->spoilt != 0)
      << yaml << why_never_put_in(fault, 600);
  EXPECT_LE(fault.use->spoilt, fault.use->answers);
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, FaultUseOn, testing::Range<std::uint64_t>(1, 41));

}  // namespace
}  // namespace switchyard
