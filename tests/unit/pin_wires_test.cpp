#include "testbench/cosim/pin_wires.h"

#include <gtest/gtest.h>

#include <string>

namespace switchyard {
namespace {

std::string declared(const PinLayout& layout) {
  WaveTree tree;
  PinWires(layout).declare(tree);
  std::string text;
  for (const WaveTree::Entry& entry : tree.entries()) {
    const bool closes = entry.kind == WaveTree::Entry::Kind::Close;
    const bool opens = entry.kind == WaveTree::Entry::Kind::Open;
    text += closes ? "} " : entry.name + (opens ? " { " : ":" + std::to_string(entry.width) + " ");
  }
  return text;
}

TEST(PinWires, StandInScopesByTheirPaths) {
  PinLayout layout;
  layout.add("allocator.gnt_o", 4, 5);
  layout.add("allocator.busy_o", 1);
  layout.add("crossbar.data_o", 128, 2);
  EXPECT_EQ(declared(layout), "allocator { gnt_o:20 busy_o:1 } crossbar { data_o:256 } ");
}

TEST(PinWires, OfAModuleThatIsTheWholeRtlStandInNoScope) {
  PinLayout layout;
  layout.add("flit_o", 128, 5);
  layout.add("credit_o", 3, 5);
  EXPECT_EQ(declared(layout), "flit_o:640 credit_o:15 ");
}

}  // namespace
}  // namespace switchyard
