#include "hw/base/bit_set.h"

#include <cstdint>
#include <set>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "hw/base/random_stream.h"
#include "hw/base/types.h"

namespace switchyard {
namespace {

using Narrow = BitSet<std::uint8_t>;
using Wide = BitSet<std::uint64_t>;

template <class Set>
std::vector<int> members(Set set) {
  std::vector<int> members;
  for (const int member : set) members.push_back(member);
  return members;
}

TEST(BitSet, IsAsSmallAsItsWordAndAsCheapToMake) {
  static_assert(sizeof(Narrow) == 1 && sizeof(VcMask) == 2 && sizeof(PortMask) == 4 && sizeof(Wide) == 8);
  static_assert(std::is_trivial_v<VcMask> && std::is_standard_layout_v<VcMask>);
}

TEST(BitSet, DoesAsASetOfNumbersDoesWhateverItIsAsked) {
  RandomStream random(1, 0, Purpose::Selection);
  Wide set = 0;
  std::set<int> expected;
  for (int i = 0; i < 20000; ++i) {
    const int member = static_cast<int>(random.below(64));
    const bool really = random.below(4) != 0;
    if (random.below(2) == 0) {
      set.set(member, really);
      if (really) expected.insert(member);
    } else {
      set.clear(member, really);
      if (really) expected.erase(member);
    }
    ASSERT_EQ(set.test(member), expected.contains(member));
    ASSERT_EQ(set.count(), static_cast<int>(expected.size()));
    ASSERT_EQ(members(set), std::vector(expected.begin(), expected.end()));
  }
}

TEST(BitSet, TheFirstAndTheLastMemberOfEachWidthAreLikeAnyOther) {
  const auto check = [](auto set) {
    const int last = decltype(set)::kCapacity - 1;
    set = 0;
    set.set(0);
    set.set(last);
    EXPECT_EQ(members(set), (std::vector{0, last}));
    set.clear(0);
    EXPECT_EQ(members(set), std::vector{last});
    EXPECT_EQ((~set).count(), last);
  };
  check(Narrow{});
  check(VcMask{});
  check(PortMask{});
  check(Wide{});
}

TEST(BitSet, SetsOfAKindCombineIntoASetOfTheKind) {
  const VcMask a = 0b1100;
  const VcMask b = 0b1010;
  static_assert(std::is_same_v<decltype(a | b), VcMask>);
  static_assert(std::is_same_v<decltype(a & ~b), VcMask>);
  EXPECT_EQ(a | b, 0b1110);
  EXPECT_EQ(a & b, 0b1000);
  EXPECT_EQ(a & ~b, 0b0100);
  EXPECT_EQ(~VcMask{0}, 0xffff);
  VcMask set = a;
  set |= b;
  EXPECT_EQ(set, 0b1110);
  set &= b;
  EXPECT_EQ(set, b);
}

TEST(BitSet, RotatedItBeginsWithTheStartAndEndsWithWhatIsBeforeIt) {
  Narrow set = 0;
  for (const int member : {0, 2, 3, 7}) set.set(member);
  std::vector<int> visited;
  for (const int index : set.rotated(3)) visited.push_back((index + 3) % Narrow::kCapacity);
  EXPECT_EQ(visited, (std::vector{3, 7, 0, 2}));
  EXPECT_EQ(set.rotated(0), set);
  EXPECT_EQ(set.rotated(8), set);
}

TEST(BitSet, OfAWiderSetItTakesTheMembersThatFit) {
  EXPECT_EQ(Narrow(PortMask{0x1234}), 0x34);
  EXPECT_EQ(Narrow(0x1234), 0x34);
}

TEST(BitSet, MayChangeWhileItIsGoneThrough) {
  VcMask set = 0b10110;
  std::vector<int> visited;
  for (const int member : set) {
    visited.push_back(member);
    set = 0;
  }
  EXPECT_EQ(visited, (std::vector{1, 2, 4}));
}

}  // namespace
}  // namespace switchyard
