#include "tlm/approximate/vc_drain.h"

#include <gtest/gtest.h>

namespace switchyard {
namespace {

TEST(VcDrain, OfOnePacketIsEven) {
  VcDrain drain;
  drain.add(/*allocated_at=*/10, /*begins=*/20, /*drained_at=*/40, /*packet_flits=*/5);
  EXPECT_EQ(drain.left(20), 5U);
  EXPECT_EQ(drain.left(30), 2U);
  EXPECT_EQ(drain.left(36), 1U);
  EXPECT_EQ(drain.left(40), 0U);
  EXPECT_EQ(drain.left_only(0), 40U);
  EXPECT_EQ(drain.left_only(2), 32U);
  EXPECT_EQ(drain.left_only(5), 0U);
  EXPECT_EQ(drain.left_only(100), 0U);
}

TEST(VcDrain, OfPacketsThatFollowEachOtherIsThatOfAll) {
  VcDrain drain;
  drain.add(10, 20, 40, 5);
  drain.add(12, 40, 50, 10);
  EXPECT_EQ(drain.allocated, 12U);
  EXPECT_EQ(drain.left(20), 15U);
  EXPECT_EQ(drain.left(40), 5U);
  EXPECT_EQ(drain.left_only(5), 40U);
}

TEST(VcDrain, BeginsAnewWhenAllIsOver) {
  VcDrain drain;
  drain.add(10, 20, 40, 5);
  drain.add(40, 50, 60, 10);
  EXPECT_EQ(drain.left(45), 10U);
  EXPECT_EQ(drain.left_only(5), 55U);
}

TEST(VcDrain, KnowsWhenItsFlitsHaveTakenTheLink) {
  VcDrain drain;
  EXPECT_EQ(drain.unsent_only(0), 0U);
  drain.send(/*tail=*/20, /*packet_flits=*/5);
  drain.send(40, 10);
  EXPECT_EQ(drain.sent, 40U);
  EXPECT_EQ(drain.unsent_only(0), 40U);
  EXPECT_EQ(drain.unsent_only(4), 32U);
  EXPECT_EQ(drain.unsent_only(10), 20U);  // The packet before has just gone.
  EXPECT_EQ(drain.unsent_only(100), 0U);
  drain.send(30, 1);  // It goes before others, which were known earlier.
  EXPECT_EQ(drain.unsent_only(4), 32U);
}

}  // namespace
}  // namespace switchyard
