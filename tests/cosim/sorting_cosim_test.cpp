#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <systemc>

#include "testbench/cosim/sorting/rtl_compare.h"
#include "testbench/engine/level.h"
#include "tests/support/level_events.h"
#include "tests/support/needs.h"
#include "tests/support/sorting_bench.h"

namespace switchyard {
namespace {

/// An exchange machine whose nodes compare records in RTL, and the same at `fast`.
class SortingCosim : public testing::TestWithParam<std::uint64_t> {
 protected:
  void expect_same_as_fast(const std::string& level) {
    NEEDS(has_rtl(), "Verilator");
    SortingParts fast(random_sorting(GetParam()));
    SCOPED_TRACE(fast.setup.text());
    const Cycle cycles = fast.done() + 1;
    const std::vector<LinkEvent> expected = fast_events(fast.experiment.design, fast.terminals(), cycles);

    SortingParts parts(random_sorting(GetParam()));
    EventRecorder actual;
    const auto network = find_level(level)->build(parts.experiment.design, parts.terminals(), &actual, {});
    network->run(cycles);
    EXPECT_FALSE(network->divergence().has_value()) << describe(*network->divergence());
    EXPECT_EQ(parts.failure(), "");
    expect_same_events(expected, actual.events());
  }
};

TEST_P(SortingCosim, LockstepFindsNoDifferenceAndIsTheSameRun) { expect_same_as_fast("lockstep"); }

TEST_P(SortingCosim, RtlAloneIsTheSameRun) { expect_same_as_fast("rtl"); }

INSTANTIATE_TEST_SUITE_P(RandomDesigns, SortingCosim, testing::Range<std::uint64_t>(1, 31));

/// A machine that sorts, with a fault in one of its comparators.
struct SortingWithFault {
  explicit SortingWithFault(const std::string& level)
      : network(find_level(level)->build(parts.experiment.design, parts.terminals(), &events,
                                         {parse_block_fault("router_6.compare_exchange_0@8")})) {
    network->run(parts.done() + 1);
  }

  SortingParts parts{[] {
    SortingSetup setup;
    setup.workload.program = SortingProgram::Kind::Sort;
    return setup;
  }()};
  EventRecorder events;
  std::unique_ptr<RunningNetwork> network;
};

TEST(SortingCosimFault, IsReportedWithItsSignalAndStopsTheRun) {
  NEEDS(has_rtl(), "Verilator");
  const std::optional<Divergence> divergence = SortingWithFault("lockstep").network->divergence();
  ASSERT_TRUE(divergence.has_value());
  EXPECT_EQ(divergence->signal, "network.router_6.rtl.compare_exchange.record_o");
  EXPECT_EQ(divergence->node, 6U);
  EXPECT_GE(divergence->cycle, 8U);
  EXPECT_NE(divergence->model, divergence->rtl);
}

TEST(SortingCosimFault, ChangesWhatIsSortedWhereTheRtlIsAlone) {
  NEEDS(has_rtl(), "Verilator");
  EXPECT_NE(SortingWithFault("rtl").parts.failure(), "");
}

TEST(SortingCosimRefusal, NamesTheKeysThatAreBuilt) {
  NEEDS(has_rtl(), "Verilator");
  try {
    make_rtl_compare(0, {.key_bits = 5});
    FAIL() << "not refused";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "rtl/sorting/compare_exchange.sv is not built for keys of 5 bits. Built: 26");
  }
}

}  // namespace
}  // namespace switchyard
