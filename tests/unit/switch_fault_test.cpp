#include "testbench/cosim/switch/switch_fault.h"

#include <gtest/gtest.h>

namespace switchyard {
namespace {

/// Outputs of a router of four ports with two VCs each; a word each, a row of the VC allocator one.
struct Outputs {
  Outputs() {
    places.link_grants = 0;
    places.grants = 4;
    places.vc_grants = 8;
    places.header_grants = 12;
    places.flits = 20;
    places.vcs_per_port = 2;
    places.words_of_row = 1;
  }
  SwitchPlaces places;
  PinWords words = PinWords(36, 0);
};

/// Puts a fault into block 2 of this kind, from cycle 10 on.
SwitchFault fault_of(BlockFault::Block block, const Outputs& outputs, Cycle& now) {
  return SwitchFault(TimedFault({.block = block, .node = 0, .index = 2, .from = 10}, [&now] { return now; }),
                     outputs.places);
}

TEST(SwitchFault, SpoilsWhatWasAskedFromItsCycleOnHoweverOftenItIsLookedAt) {
  using Block = BlockFault::Block;
  struct Case {
    Block block;
    void (*ask)(SwitchFault&);
    std::size_t word;
    std::uint32_t answer, spoilt;
  };
  for (const Case& tested :
       {Case{Block::LinkArbiter, [](SwitchFault& f) { f.asked_output_vc(2, 0b11); }, 2, 0b01, 0b10},
        Case{Block::InputArbiter, [](SwitchFault& f) { f.asked_input_vc(2, 0b11); }, 10, 0b10, 0b01},
        Case{Block::Allocator, [](SwitchFault& f) { f.asked_ports(2); }, 6, 0b1000, 0},
        Case{Block::VcAllocator,
             [](SwitchFault& f) {
               f.asked_vc({.port = 2, .vc = 1, .out_port = 3, .out_vc = 0, .granted = false});
             },
             12 + 5, 0b1100'0000, 0b1000'0000},
        Case{Block::Crossbar, [](SwitchFault& f) { f.asked_output(2); }, 20 + 2 * 4 + kPayloadWord, 7, 6}}) {
    Outputs outputs;
    Cycle now = 9;
    SwitchFault fault = fault_of(tested.block, outputs, now);
    for (; now < 12; ++now) {
      tested.ask(fault);
      for (int look = 0; look < 3; ++look) {
        outputs.words[tested.word] =
            look == 1 ? outputs.words[tested.word] : tested.answer;  // Read again, or not.
        fault.spoil(outputs.words);
        PinWords expected(outputs.words.size(), 0);
        expected[tested.word] = now < 10 ? tested.answer : tested.spoilt;
        EXPECT_EQ(outputs.words, expected)
            << "word " << tested.word << ", cycle " << now << ", look " << look;
      }
      fault.end_cycle();
    }
    outputs.words[tested.word] = tested.answer;
    fault.spoil(outputs.words);  // Nothing was asked.
    EXPECT_EQ(outputs.words[tested.word], tested.answer);
  }
}

}  // namespace
}  // namespace switchyard
