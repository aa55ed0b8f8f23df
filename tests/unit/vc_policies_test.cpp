#include "hw/router/vc/vc_policies.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace switchyard {
namespace {

using VcReallocation = DuatoConfig::VcReallocation;
using Switching = DuatoConfig::Switching;

DuatoConfig config_of(VcReallocation reallocation, Switching switching, int input_depth, int output_depth) {
  DuatoConfig config;
  config.vc_reallocation = reallocation;
  config.switching = switching;
  config.input_depth = input_depth;
  config.output_depth = output_depth;
  return config;
}

/// The fewest free slots of an output VC and its far end for which `may_start(free in both, free at the far
/// end)` holds, however they are spread over the two.
template <class MayStart>
int fewest_free(const DuatoConfig& config, MayStart&& may_start) {
  for (int free = 0;; ++free) {
    bool always = free <= config.input_depth[0] + config.output_depth;
    for (int near = 0; near <= std::min(free, config.output_depth); ++near) {
      const int far = free - near;
      if (far <= config.input_depth[0] && !may_start(free, far)) always = false;
    }
    if (always) return free;
  }
}

class SpaceNeeded : public testing::Test {
 protected:
  /// Over all small shapes and lengths of packets.
  template <class MayStart>
  void expect(VcReallocation reallocation, Switching switching, MayStart&& may_start) {
    for (int input_depth = 1; input_depth <= 6; ++input_depth) {
      for (int output_depth = 0; output_depth <= 4; ++output_depth) {
        const DuatoConfig config = config_of(reallocation, switching, input_depth, output_depth);
        const int longest = switching == Switching::CutThrough ? input_depth : 15;
        for (int length = 1; length <= longest; ++length) {
          const int slots = input_depth + output_depth;
          const int expected = fewest_free(
              config, [&](int free, int far) { return may_start(free == slots, free, far, length); });
          EXPECT_EQ(space_needed(config, length), expected)
              << input_depth << " and " << output_depth << " slots, " << length << " flits";
        }
      }
    }
  }
};

TEST_F(SpaceNeeded, IsAllOfItIfVcsAreReallocatedEmpty) {
  const auto empty = [](bool is_empty, int, int, int) { return is_empty; };
  expect(VcReallocation::Atomic, Switching::Wormhole, empty);
  expect(VcReallocation::Atomic, Switching::CutThrough, empty);
}

TEST_F(SpaceNeeded, IsThatOfThePacketOrAllOfIt) {
  expect(VcReallocation::WholePacket, Switching::Wormhole,
         [](bool is_empty, int free, int, int length) { return is_empty || free >= length; });
}

TEST_F(SpaceNeeded, LetsAPacketCutThroughOnlyIfTheFarEndTakesAllOfIt) {
  expect(VcReallocation::WholePacket, Switching::CutThrough,
         [](bool, int, int far, int length) { return far >= length; });
}

TEST(Throttled, AreTheLowestVcsOfThoseThatMayBeTaken) {
  for (std::uint32_t word = 0; word < 512; ++word) {
    const VcMask vcs(word);
    for (int open = 1; open <= 9; ++open) {
      int left = open;
      for (VcId vc = 0; vc < 9; ++vc) {
        const bool is_open = (word >> vc & 1U) != 0 && left-- > 0;
        EXPECT_EQ(throttled(vcs, open).test(vc), is_open) << word << ", VC " << vc << ", " << open << " open";
      }
    }
  }
}

TEST(Detour, IsWorthItIfTwiceItsQueueAndThreeFlitsAreLess) {
  EXPECT_FALSE(is_worth_a_detour(3, 0)) << "so short a queue says nothing";
  EXPECT_TRUE(is_worth_a_detour(4, 0));
  EXPECT_FALSE(is_worth_a_detour(23, 10));
  EXPECT_TRUE(is_worth_a_detour(24, 10));
}

TEST(Detour, IsTakenAroundAFaultyPortAndNeverOverOne) {
  constexpr int kFaulty = std::numeric_limits<int>::max();
  EXPECT_TRUE(is_worth_a_detour(kFaulty, 1'000'000'000));
  EXPECT_FALSE(is_worth_a_detour(1'000'000'000, kFaulty));
  EXPECT_FALSE(is_worth_a_detour(kFaulty, kFaulty));
}

}  // namespace
}  // namespace switchyard
