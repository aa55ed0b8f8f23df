#include <gtest/gtest.h>

#include <limits>

#include "tlm/socket/region_map.h"

namespace switchyard {
namespace {

constexpr Address kTop = std::numeric_limits<Address>::max();

TEST(RegionMap, FindsTheRegionOfEachAddress) {
  RegionMap map;
  map.add({.first = 0x2000, .last = 0x2fff, .target = 1});
  map.add({.first = 0x1000, .last = 0x17ff, .target = 0});
  EXPECT_EQ(map.find(0xfff), nullptr);
  EXPECT_EQ(map.find(0x1000)->target, 0u);
  EXPECT_EQ(map.find(0x17ff)->target, 0u);
  EXPECT_EQ(map.find(0x1800), nullptr);
  EXPECT_EQ(map.find(0x2000)->target, 1u);
  EXPECT_EQ(map.find(0x3000), nullptr);
}

TEST(RegionMap, HoldsABurstOnlyIfAllOfItIsInOneRegion) {
  RegionMap map;
  map.add({.first = 0x100, .last = 0x1ff, .target = 0});
  map.add({.first = 0x200, .last = 0x2ff, .target = 1});
  EXPECT_NE(map.find(0x1fc, 4), nullptr);
  EXPECT_EQ(map.find(0x1fc, 5), nullptr);
  EXPECT_EQ(map.find(0x1ff, kTop), nullptr);
}

TEST(RegionMap, ReachesTheLastAddress) {
  RegionMap map;
  map.add({.first = kTop - 15, .last = kTop, .target = 0});
  EXPECT_NE(map.find(kTop, 1), nullptr);
  EXPECT_NE(map.find(kTop - 15, 16), nullptr);
  EXPECT_EQ(map.find(kTop, 2), nullptr);
}

TEST(RegionMap, TellsOverlapsFromNeighbours) {
  RegionMap map;
  map.add({.first = 0x100, .last = 0x1ff});
  EXPECT_EQ(map.overlap({.first = 0x200, .last = 0x2ff}), nullptr);
  EXPECT_EQ(map.overlap({.first = 0x0, .last = 0xff}), nullptr);
  EXPECT_NE(map.overlap({.first = 0x1ff, .last = 0x1ff}), nullptr);
  EXPECT_NE(map.overlap({.first = 0x0, .last = kTop}), nullptr);
  EXPECT_NE(map.overlap({.first = 0x140, .last = 0x141}), nullptr);
}

TEST(Region, TranslatesThereAndBack) {
  const Region region{.first = 0x8000, .last = 0x8fff, .target = 0, .offset = 0x100};
  EXPECT_EQ(region.to_target(0x8004), 0x104u);
  EXPECT_EQ(region.from_target(0x104), 0x8004u);
}

}  // namespace
}  // namespace switchyard
