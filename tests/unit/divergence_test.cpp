#include "testbench/cosim/divergence.h"

#include <gtest/gtest.h>

namespace switchyard {
namespace {

TEST(Divergence, IsShownByTheWiresOfItsSignalAndBothAnswers) {
  const auto wires_of_signal = [](const std::string& signal) {
    Divergence divergence;
    divergence.node = 5;
    divergence.signal = "network.router_5.rtl." + signal;
    divergence.model = "0x1";
    return wires_of(divergence);
  };
  using Wires = std::vector<std::string>;
  const std::string rtl = "network.router_5.rtl.";
  const std::string answer = "network.router_5.difference.rtl";
  const std::string model = "network.router_5.difference.model";
  EXPECT_EQ(wires_of_signal("link_arbiter_2.gnt_o"), (Wires{rtl + "link_arbiter_2.gnt_o", answer, model}));
  EXPECT_EQ(wires_of_signal("allocator.gnt_o[3]"), (Wires{rtl + "allocator.gnt_o", answer, model}));
  EXPECT_EQ(wires_of_signal("merge_switch.{operand_o,end_o}"),
            (Wires{rtl + "merge_switch.operand_o", rtl + "merge_switch.end_o", answer, model}));
}

TEST(Divergence, ThatIsAnAssertionHasNoWires) {
  const Divergence divergence{.cycle = 7,
                              .node = 5,
                              .signal = "network.router_5.rtl.a.NoOverflow",
                              .model = "",
                              .rtl = "a.sv:3",
                              .events = {}};
  EXPECT_TRUE(wires_of(divergence).empty());
  EXPECT_EQ(describe(divergence).substr(0, describe(divergence).find('\n')),
            "an assertion of the RTL does not hold in cycle 7: network.router_5.rtl.a.NoOverflow (a.sv:3)");
}

}  // namespace
}  // namespace switchyard
