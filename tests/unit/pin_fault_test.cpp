#include "testbench/cosim/pin_fault.h"

#include <gtest/gtest.h>

#include "testbench/cosim/block_fault.h"

namespace switchyard {
namespace {

using Block = BlockFault::Block;

/// What a block may be asked for, what it answers in a word of its own, and what the fault makes of it.
struct Case {
  const char* name;
  void (*ask)(PinFault&, Block, std::size_t index, std::size_t word);
  std::uint32_t answer, spoilt;
};

const Case kCases[]{
    {"of two that ask, the other",
     [](PinFault& f, Block block, std::size_t index, std::size_t word) {
       f.picks(block, index, word, 0b0101);
     },
     0b0001, 0b0100},
    {"of several that ask, the lowest of the others",
     [](PinFault& f, Block block, std::size_t index, std::size_t word) {
       f.picks(block, index, word, 0b1110);
     },
     0b0010, 0b0100},
    {"nobody else asks",
     [](PinFault& f, Block block, std::size_t index, std::size_t word) {
       f.picks(block, index, word, 0b0100);
     },
     0b0100, 0b0100},
    {"a row of grants",
     [](PinFault& f, Block block, std::size_t index, std::size_t word) { f.grants(block, index, word); },
     0b1010, 0},
    {"one grant of a row",
     [](PinFault& f, Block block, std::size_t index, std::size_t word) {
       f.grants(block, index, word, 0b1000);
     },
     0b1010, 0b0010},
    {"what leaves",
     [](PinFault& f, Block block, std::size_t index, std::size_t word) { f.sends(block, index, word); }, 7,
     6},
};

/// A fault in allocator 2 from cycle 10 on; its answer stands in word 3.
constexpr std::size_t kWord = 3;
class PinFaultTest : public testing::Test {
 protected:
  Cycle now_ = 0;
  BlockFault fault_{.block = Block::Allocator, .node = 0, .index = 2, .from = 10};
  PinFault pins_{TimedFault{fault_, [this] { return now_; }}};
  PinWords words_ = PinWords(6, 0);

  std::uint32_t look(std::uint32_t answer) {
    words_[kWord] = answer;
    pins_.spoil(words_);
    for (std::size_t word = 0; word < words_.size(); ++word) {
      if (word == kWord) continue;
      EXPECT_EQ(words_[word], 0U) << "word " << word;
    }
    return words_[kWord];
  }
};

TEST_F(PinFaultTest, SpoilsAnAnswerFromItsCycleOnHoweverOftenItIsRead) {
  for (const Case& tested : kCases) {
    for (now_ = 8; now_ < 13; ++now_) {
      tested.ask(pins_, Block::Allocator, 2, kWord);
      const std::uint32_t expected = now_ < 10 ? tested.answer : tested.spoilt;
      for (int times = 0; times < 3; ++times) {
        EXPECT_EQ(look(tested.answer), expected) << tested.name << ", cycle " << now_;
        EXPECT_EQ(look(expected), expected) << tested.name << ", not read again, cycle " << now_;
        tested.ask(pins_, Block::Allocator, 2, kWord);  // The block is evaluated again.
      }
      pins_.end_cycle();
    }
  }
}

TEST_F(PinFaultTest, LeavesAloneWhatWasNotAskedOrIsAnotherBlocks) {
  now_ = 20;
  for (const Case& tested : kCases) {
    EXPECT_EQ(look(tested.answer), tested.answer) << "nothing was asked";
    tested.ask(pins_, Block::Crossbar, 2, kWord);
    tested.ask(pins_, Block::Allocator, 1, kWord);
    EXPECT_EQ(look(tested.answer), tested.answer) << tested.name;
    pins_.end_cycle();
  }
  EXPECT_EQ(fault_.use->answers, 0U);
}

TEST_F(PinFaultTest, CountsAnAnswerOncePerCycleAndAsSpoiltOnlyIfItChanged) {
  now_ = 10;
  for (const Case& tested : kCases) {
    const FaultUse before = *fault_.use;
    tested.ask(pins_, Block::Allocator, 2, kWord);
    look(tested.answer);
    tested.ask(pins_, Block::Allocator, 2, kWord);
    look(tested.answer);
    pins_.end_cycle();
    EXPECT_EQ(fault_.use->answers, before.answers + 1) << tested.name;
    EXPECT_EQ(fault_.use->spoilt, before.spoilt + (tested.answer != tested.spoilt ? 1 : 0)) << tested.name;
  }
}

/// Two head flits may ask for output VCs whose grants share a word.
TEST_F(PinFaultTest, SpoilsEachGrantOfAWordByItself) {
  now_ = 10;
  pins_.grants(Block::Allocator, 2, kWord, 0b0010);
  EXPECT_EQ(look(0b1110), 0b1100U);
  pins_.grants(Block::Allocator, 2, kWord, 0b1000);
  EXPECT_EQ(look(0b1110), 0b0100U);
  EXPECT_EQ(fault_.use->spoilt, 2U);
}

}  // namespace
}  // namespace switchyard
