#include "testbench/engine/wave_size.h"

#include <gtest/gtest.h>

namespace switchyard {
namespace {

constexpr std::uint64_t kVcdHeader = 3'000'000;

const std::string kRemedy = "; --vcd-nodes, --vcd-from and --vcd-to leave out what nobody looks at";

/// What was said of a waveform that takes `rate` bytes a cycle, and after how many cycles; nothing if
/// nothing.
std::optional<std::pair<Cycle, std::string>> said_of(Cycle known, Cycle cycles, std::uint64_t rate) {
  WaveSize size(known);
  std::optional<std::pair<Cycle, std::string>> said;
  for (Cycle cycle = 1; cycle <= cycles; ++cycle) {
    const std::uint64_t filling = cycle < 100 ? 0 : rate * (cycle - 100);  // Few packets at first.
    if (const auto what = size.grown(cycle, kVcdHeader + filling)) {
      EXPECT_FALSE(said.has_value()) << "twice";
      said = {cycle, *what};
    }
  }
  return said;
}

TEST(WaveSize, SaysEarlyWhatItWillBe) {
  const auto said = said_of(10000, 10000, 500'000);
  ASSERT_TRUE(said.has_value());
  EXPECT_EQ(said->first, WaveSize::kSampleTo);
  EXPECT_EQ(said->second,
            "the waveform will have about 5.0 GB, 500 kB for each of some 10000 cycles" + kRemedy);
}

TEST(WaveSize, SaysNothingOfWhatStaysSmall) {
  EXPECT_EQ(said_of(10000, 10000, 90'000), std::nullopt);
  EXPECT_EQ(said_of(300, 300, 2'000'000), std::nullopt) << "a window that ends before anything is measured";
}

TEST(WaveSize, SaysWhenItIsLargeWhereNobodyKnewHowLongItWouldBe) {
  for (const Cycle known : {kNever, Cycle{450}}) {
    const auto said = said_of(known, 3000, 1'000'000);
    ASSERT_TRUE(said.has_value());
    EXPECT_EQ(said->first, 1097U);
    EXPECT_EQ(said->second, "the waveform has 1.0 GB after 1097 cycles" + kRemedy);
  }
}

}  // namespace
}  // namespace switchyard
