#include <gtest/gtest.h>

#include <map>
#include <stdexcept>
#include <vector>

#include "hw/base/random_stream.h"
#include "testbench/monitor/packet_log.h"

namespace switchyard {
namespace {

constexpr NodeId kNodes = 5;

std::vector<PacketId> pending_of(const PacketLog& log) {
  std::vector<PacketId> ids;
  log.for_each_pending([&](PacketId id, const PacketRecord&) { ids.push_back(id); });
  return ids;
}

TEST(PacketLog, PacketNOfNodeSHasTheIdNTimesNodesPlusS) {
  PacketLog log(kNodes);
  EXPECT_EQ(log.create(3, {7, 1, 4}), 3U);
  EXPECT_EQ(log.create(0, {7, 1, 4}), 0U);
  EXPECT_EQ(log.create(3, {9, 2, 6}), 8U);
  EXPECT_EQ(log.source_of(8), 3U);
  const PacketRecord* record = log.find(8);
  ASSERT_NE(record, nullptr);
  EXPECT_EQ(record->created, 9U);
  EXPECT_EQ(record->destination, 2U);
  EXPECT_EQ(record->flits, 6);
  EXPECT_EQ(record->injected, kNever);
}

TEST(PacketLog, FindsOnlyPacketsThatAreUnderWay) {
  PacketLog log(kNodes);
  EXPECT_EQ(log.find(2), nullptr) << "not created yet";
  for (int n = 0; n < 3; ++n) log.create(2, {0, 1, 1});
  log.retire(7);
  EXPECT_NE(log.find(2), nullptr);
  EXPECT_EQ(log.find(7), nullptr) << "delivered, behind one that is not";
  log.retire(2);
  EXPECT_EQ(log.find(2), nullptr) << "delivered and forgotten";
  EXPECT_NE(log.find(12), nullptr);
  EXPECT_EQ(log.find(17), nullptr) << "not created yet";
  EXPECT_EQ(log.find(13), nullptr) << "another node's";
}

TEST(PacketLog, AgreesWithAMapWhateverTheOrderOfDelivery) {
  PacketLog log(kNodes);
  std::map<PacketId, Cycle> expected;
  RandomStream random(1, 0, Purpose::Process);
  std::uint64_t created = 0;
  for (Cycle now = 0; now < 4000; ++now) {
    if (random.below(100) < (now < 2000 ? 60U : 40U)) {  // The log grows, and then shrinks.
      const NodeId source = random.below(kNodes);
      const PacketId id = log.create(source, {now, 0, 1});
      expected[id] = now;
      ASSERT_EQ(&log.newest(source), log.find(id));
      ++created;
    } else if (!expected.empty()) {
      const auto any =
          std::next(expected.begin(),
                    static_cast<std::ptrdiff_t>(random.below(static_cast<std::uint32_t>(expected.size()))));
      ASSERT_EQ(log.find(any->first)->created, any->second);
      log.retire(any->first);
      expected.erase(any);
    }
    ASSERT_EQ(log.pending(), expected.size());
  }
  std::vector<PacketId> pending = pending_of(log);
  ASSERT_EQ(pending.size(), expected.size());
  for (const PacketId id : pending) {
    ASSERT_TRUE(expected.count(id) == 1);
    EXPECT_EQ(log.find(id)->created, expected[id]);
  }
  EXPECT_EQ(log.created(), created);
  EXPECT_EQ(log.delivered(), created - expected.size());
}

TEST(PacketLog, ThrowsWhenASourceHasUsedUpItsIds) {
  constexpr NodeId kMany = 1 << 20;
  PacketLog log(kMany);
  for (int n = 0; n < 4095; ++n) log.retire(log.create(1, {0, 0, 1}));
  EXPECT_THROW(log.create(1, {0, 0, 1}), std::length_error);
  EXPECT_EQ(log.create(2, {0, 0, 1}), 2U) << "the others have ids left";
}

}  // namespace
}  // namespace switchyard
