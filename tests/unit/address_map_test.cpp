#include "hw/router/combining/address_map.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include <gtest/gtest.h>

namespace switchyard {
namespace {

using Place = std::pair<std::uint16_t, std::uint32_t>;  ///< Module and word.

std::vector<NodeId> rows(NodeId count) {
  std::vector<NodeId> rows(count);
  std::iota(rows.begin(), rows.end(), NodeId{0});
  return rows;
}

class AddressMapOf : public testing::TestWithParam<std::uint32_t> {};

INSTANTIATE_TEST_SUITE_P(Words, AddressMapOf, testing::Values(1U, 23U, 24U, 100U, 4096U, 50'000U));

TEST_P(AddressMapOf, KeysAndPlacesAreOneToOne) {
  for (const bool hashed : {false, true}) {
    const AddressMap map(/*columns=*/3, rows(8), GetParam(), hashed, /*seed=*/1);
    std::set<std::uint32_t> keys;
    std::set<Place> places;
    for (std::uint32_t address = 0; address < map.words(); ++address) {
      const std::uint32_t key = map.key_of(address);
      const ModuleId module = map.module_of(address);
      EXPECT_LT(module.column(), 3);
      EXPECT_LT(module.row(), 8U);
      ASSERT_LT(map.word_of(key), map.module_words());
      ASSERT_LT(key, kEndKey);
      EXPECT_TRUE(keys.insert(key).second);
      EXPECT_TRUE(places.insert({module.bits, map.word_of(key)}).second);
    }
  }
}

TEST(AddressMap, WithoutHashingItInterleavesTheModules) {
  const AddressMap map(/*columns=*/2, rows(4), /*words=*/64, /*hashed=*/false, /*seed=*/1);
  EXPECT_EQ(map.key_of(13), 13U);
  EXPECT_EQ(map.module_of(13), ModuleId::at(/*column=*/1, /*row=*/2));  // Node 5 of 8.
  EXPECT_EQ(map.word_of(13), 1U);
}

TEST(AddressMap, UsesTheGivenRowsOnly) {
  const AddressMap map(/*columns=*/2, {1, 6}, /*words=*/400, /*hashed=*/true, /*seed=*/1);
  std::map<std::uint16_t, int> words;
  for (std::uint32_t address = 0; address < map.words(); ++address) ++words[map.module_of(address).bits];
  ASSERT_EQ(words.size(), 4U);
  for (const auto& [module, count] : words) {
    EXPECT_TRUE(ModuleId{module}.row() == 1 || ModuleId{module}.row() == 6);
    EXPECT_LE(count, static_cast<int>(map.module_words()));
  }
}

TEST(AddressMap, SeedsGiveDifferentMaps) {
  const AddressMap a(/*columns=*/4, rows(16), /*words=*/1024, /*hashed=*/true, /*seed=*/1);
  const AddressMap b(/*columns=*/4, rows(16), /*words=*/1024, /*hashed=*/true, /*seed=*/2);
  int equal = 0;
  for (std::uint32_t address = 0; address < 1024; ++address) equal += a.key_of(address) == b.key_of(address);
  EXPECT_LT(equal, 20);
}

/// The most words that one module holds of a set of addresses.
int most_in_one_module(const AddressMap& map, std::uint32_t first, std::uint32_t stride,
                       std::uint32_t count) {
  std::map<std::uint16_t, int> modules;
  int most = 0;
  for (std::uint32_t i = 0; i < count; ++i)
    most = std::max(most, ++modules[map.module_of(first + i * stride).bits]);
  return most;
}

TEST(AddressMap, HashingSpreadsTheStridesThatCollideWithoutIt) {
  const std::uint32_t nodes = 6 << 6;
  const AddressMap plain(6, rows(64), 64 * nodes, /*hashed=*/false, 1);
  EXPECT_EQ(most_in_one_module(plain, 0, nodes, 64), 64);
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const AddressMap hashed(6, rows(64), 64 * nodes, /*hashed=*/true, seed);
    EXPECT_LE(most_in_one_module(hashed, 0, nodes, 64), 5) << seed;  // 64 words on 384 modules.
    EXPECT_LE(most_in_one_module(hashed, 0, 1, nodes), 10) << seed;  // One word per module on average.
  }
}

/// The family is universal: over the seeds, two addresses meet in a module as often as by chance.
TEST(AddressMap, TwoAddressesMeetAsOftenAsByChance) {
  constexpr int kSeeds = 20'000;
  int meetings = 0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const AddressMap map(/*columns=*/3, rows(8), /*words=*/5000, /*hashed=*/true, seed);
    meetings += map.module_of(17) == map.module_of(18);
  }
  EXPECT_NEAR(meetings, kSeeds / 24.0, 5 * 28.3);  // Five standard deviations.
}

}  // namespace
}  // namespace switchyard
