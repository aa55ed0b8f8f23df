#include <gtest/gtest.h>

#include <vector>

#include "testbench/cosim/switch/rtl_switch.h"
#include "tests/support/combining_bench.h"
#include "tests/support/needs.h"
#include "tests/support/socket_bench.h"

namespace switchyard {
namespace {

/// Random transactions through sockets, with the blocks of the routers as models and in RTL.
template <class Bench, class Settings>
void expect_same_ends(const Settings& settings) {
  Bench fast("fast", settings, *find_level("fast"));
  Bench rtl("rtl", settings, *find_level("rtl"));
  const std::vector<Bench*> both{&fast, &rtl};
  ASSERT_TRUE(run_to_end(both, sc_core::sc_time(1, sc_core::SC_MS)));
  EXPECT_EQ(fast.faults(/*at_end=*/true) + rtl.faults(/*at_end=*/true), "");
  EXPECT_TRUE(fast.ends() == rtl.ends());
}

TEST(SocketCosim, TransactionsThroughVcRoutersEndAtTheSameTimes) {
  NEEDS(has_rtl(), "Verilator");
  expect_same_ends<SocketBench>(SocketBenchSettings{
      .network = "topology: {kind: torus, radix: [4, 4]}\n"
                 "router: {kind: duato, virtual_channels: 4, crossbar: ports, input_depth: 4, "
                 "output_depth: 0, vc_allocations_per_cycle: 1}\n"
                 "routing: {kind: duato}\n",
      .interconnect = "",
      .initiators = 6,
      .targets = 5,
      .transactions = 60});
}

TEST(SocketCosim, TransactionsOfACombiningMachineEndAtTheSameTimes) {
  NEEDS(has_rtl(), "Verilator");
  expect_same_ends<CombiningBench>(
      CombiningBenchSettings{.memory = ", in_flight: 2", .initiators = 6, .transactions = 50});
}

}  // namespace
}  // namespace switchyard
