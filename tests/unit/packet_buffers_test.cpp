#include "hw/router/packet/packet_buffers.h"

#include <gtest/gtest.h>

namespace switchyard {
namespace {

Flit flit(PacketId packet, std::uint16_t remaining, bool head) { return {packet, 0, 0, remaining, 0, head}; }

TEST(PacketBuffers, AHeadFlitMayLeaveBeforeItsTailHasCome) {
  PacketBuffers packets(2, 3);
  const int a = packets.open(flit(1, 3, true));
  EXPECT_EQ(packets.take(a), flit(1, 3, true));
  EXPECT_FALSE(packets.has_flit(a));
  EXPECT_EQ(packets.head(a).packet, 1U) << "it stays known";
  packets.add(a, flit(1, 2, false));
  packets.add(a, flit(1, 1, false));
  EXPECT_EQ(packets.arrived(a), 3);
  EXPECT_EQ(packets.take(a), flit(1, 2, false));
  EXPECT_TRUE(packets.has_flit(a));
}

TEST(PacketBuffers, ABufferIsFreeWhenItsTailHasLeft) {
  PacketBuffers packets(2, 2);
  const int a = packets.open(flit(1, 2, true));
  const int b = packets.open(flit(2, 1, true));
  EXPECT_NE(a, b);
  packets.take(a);
  packets.take(b);
  EXPECT_EQ(packets.open(flit(3, 1, true)), b) << "the tail of the other one has not come";
  packets.add(a, flit(1, 1, false));
  EXPECT_EQ(packets.take(a), flit(1, 1, false));
  EXPECT_EQ(packets.open(flit(4, 1, true)), a);
}

}  // namespace
}  // namespace switchyard
