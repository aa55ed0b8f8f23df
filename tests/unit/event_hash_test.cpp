#include "testbench/monitor/event_hash.h"

#include <algorithm>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace switchyard {
namespace {

struct Delivery {
  PacketId packet = 0;
  NodeId source = 0;
  NodeId destination = 0;
  Cycle injected = 0;
  Cycle arrived = 0;
};

EventHash hash_of(const std::vector<Delivery>& deliveries) {
  EventHash hash;
  for (const auto& [packet, source, destination, injected, arrived] : deliveries) {
    hash.add(packet, source, destination, injected, arrived);
  }
  return hash;
}

std::vector<Delivery> some_deliveries() {
  std::vector<Delivery> deliveries;
  for (PacketId packet = 0; packet < 200; ++packet) {
    const Cycle injected = packet / 4;
    deliveries.push_back({packet, packet % 16, (packet * 7 + 3) % 16, injected, injected + 20 + packet % 9});
  }
  return deliveries;
}

TEST(EventHash, TheOrderOfDeliveryDoesNotMatter) {
  std::vector<Delivery> deliveries = some_deliveries();
  const std::uint64_t expected = hash_of(deliveries).value();
  std::mt19937_64 random(1);
  for (int i = 0; i < 20; ++i) {
    std::shuffle(deliveries.begin(), deliveries.end(), random);
    EXPECT_EQ(hash_of(deliveries).value(), expected);
  }
}

TEST(EventHash, EveryBitOfEveryFieldMatters) {
  std::set<std::uint64_t> values{hash_of(some_deliveries()).value()};
  std::size_t variants = 1;
  const auto vary = [&]<class Field>(Field Delivery::*field) {
    for (unsigned bit = 0; bit < sizeof(Field) * 8; ++bit) {
      std::vector<Delivery> deliveries = some_deliveries();
      deliveries[50].*field ^= Field{1} << bit;
      values.insert(hash_of(deliveries).value());
      ++variants;
    }
  };
  vary(&Delivery::packet);
  vary(&Delivery::source);
  vary(&Delivery::destination);
  vary(&Delivery::injected);
  vary(&Delivery::arrived);
  EXPECT_EQ(variants, 1U + 3 * 32 + 2 * 64);
  EXPECT_EQ(values.size(), variants);
}

TEST(EventHash, FieldsSwappedBetweenTwoPacketsChangeIt) {
  const std::uint64_t original = hash_of(some_deliveries()).value();
  const auto swapped = [](auto Delivery::*field) {
    std::vector<Delivery> deliveries = some_deliveries();
    std::swap(deliveries[10].*field, deliveries[101].*field);
    return hash_of(deliveries).value();
  };
  EXPECT_NE(swapped(&Delivery::packet), original);
  EXPECT_NE(swapped(&Delivery::source), original);
  EXPECT_NE(swapped(&Delivery::destination), original);
  EXPECT_NE(swapped(&Delivery::injected), original);
  EXPECT_NE(swapped(&Delivery::arrived), original);
}

TEST(EventHash, FieldsSwappedWithinAPacketChangeIt) {
  const std::uint64_t original = hash_of({{1, 2, 3, 4, 5}}).value();
  EXPECT_NE(hash_of({{2, 1, 3, 4, 5}}).value(), original);
  EXPECT_NE(hash_of({{1, 3, 2, 4, 5}}).value(), original);
  EXPECT_NE(hash_of({{1, 2, 4, 3, 5}}).value(), original);
  EXPECT_NE(hash_of({{1, 2, 3, 5, 4}}).value(), original);
}

TEST(EventHash, LostAndDuplicatedPacketsChangeIt) {
  const std::vector<Delivery> all = some_deliveries();
  std::set<std::uint64_t> values{hash_of(all).value()};
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::vector<Delivery> more = all;
    more.push_back(all[i]);
    values.insert(hash_of(more).value());
    more.push_back(all[i]);
    values.insert(hash_of(more).value());
    std::vector<Delivery> fewer = all;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    values.insert(hash_of(fewer).value());
  }
  EXPECT_EQ(values.size(), 1 + 3 * all.size());
}

TEST(EventHash, MergedPartsEqualTheWhole) {
  const std::vector<Delivery> all = some_deliveries();
  EventHash merged = hash_of({all.begin(), all.begin() + 73});
  merged += hash_of({all.begin() + 73, all.end()});
  merged += EventHash();
  EXPECT_EQ(merged.value(), hash_of(all).value());
}

TEST(EventHash, IsTheSameOnEveryPlatform) {
  // Computed by a script in another language from the comment in the header.
  EXPECT_EQ(EventHash().hex(), "48218226ff3cd4bf");
  constexpr Cycle kLate = Cycle{1} << 40;
  EXPECT_EQ(hash_of({{7, 3, 12, 100, 131}, {8, 4, 0, kLate, kLate + 9}}).hex(), "efe202310227f444");
}

TEST(EventHash, HexIsTheValueInSixteenDigits) {
  // Of 200 hashes some have a leading zero.
  for (PacketId packet = 0; packet < 200; ++packet) {
    const EventHash hash = hash_of({{packet, 0, 1, 0, 10}});
    EXPECT_EQ(hash.hex().size(), 16U);
    EXPECT_EQ(std::stoull(hash.hex(), nullptr, 16), hash.value());
  }
}

}  // namespace
}  // namespace switchyard
