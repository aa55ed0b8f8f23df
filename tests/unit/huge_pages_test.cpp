#include "hw/base/huge_pages.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>

namespace switchyard {
namespace {

TEST(HugePages, PiecesOfAnySizeBeginALineAndKeepTheirContents) {
  std::vector<std::pair<std::byte*, std::size_t>> pieces;
  std::size_t size = 1;
  for (int i = 0; i < 60; ++i) {
    auto* const piece = static_cast<std::byte*>(HugePages::allocate(size));
    ASSERT_EQ(reinterpret_cast<std::uintptr_t>(piece) % 64, 0U);
    std::memset(piece, i, size);
    pieces.emplace_back(piece, size);
    size =
        size * 7 % 1'000'003;  // Some are larger than a quarter of a page, most fill several pages together.
  }
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const auto [piece, bytes] = pieces[i];
    EXPECT_TRUE(
        std::all_of(piece, piece + bytes, [&](std::byte b) { return b == static_cast<std::byte>(i); }));
    HugePages::free(piece, bytes);
  }
}

TEST(HugePages, SmallPiecesFollowEachOther) {
  std::map<std::byte*, std::size_t> pieces;
  for (int i = 0; i < 3; ++i) pieces[static_cast<std::byte*>(HugePages::allocate(100))] = 100;
  EXPECT_EQ(pieces.rbegin()->first - pieces.begin()->first, 2 * 128);
  for (const auto& [piece, size] : pieces) HugePages::free(piece, size);
}

TEST(HugePages, AChunkIsUsedAgainWhenAllOfItIsFree) {
  void* const first = HugePages::allocate(100);
  HugePages::free(first, 100);
  void* const second = HugePages::allocate(200);
  EXPECT_EQ(second, first);
  void* const third = HugePages::allocate(200);
  HugePages::free(second, 200);
  void* const fourth = HugePages::allocate(200);
  EXPECT_NE(fourth, second) << "`third` is still in the chunk";
  HugePages::free(third, 200);
  HugePages::free(fourth, 200);
}

}  // namespace
}  // namespace switchyard
