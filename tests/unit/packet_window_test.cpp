#include "tlm/socket/packet_window.h"

#include <gtest/gtest.h>

#include <deque>

namespace switchyard {
namespace {

TEST(PacketWindow, FindsPacketsByTheirNumbersInAnyOrder) {
  PacketWindow window(/*node_count=*/100);
  std::deque<Parcel> parcels(50);
  for (NodeId n = 0; n < 50; ++n) EXPECT_EQ(window.add(parcels[n]), n);
  for (NodeId n = 50; n-- > 0;) {
    EXPECT_EQ(&window[n], &parcels[n]);
    EXPECT_EQ(window.take(n), &parcels[n]);
    EXPECT_EQ(window.take(n), nullptr);
  }
  EXPECT_EQ(window.take(50), nullptr) << "not yet sent";
}

TEST(PacketWindow, NumbersComeAgainAndIdsKeepTo32Bits) {
  constexpr NodeId kNodes = 1 << 28;  // Ids of 32 bits leave 15 numbers.
  PacketWindow window(kNodes);
  std::deque<Parcel> parcels(100);
  for (std::uint32_t n = 0; n < 100; ++n) {
    EXPECT_EQ(window.add(parcels[n]), n % 15);
    if (n < 5) continue;
    EXPECT_EQ(&window[(n - 5) % 15], &parcels[n - 5]);
    EXPECT_EQ(window.take((n - 5) % 15), &parcels[n - 5]);
  }
}

TEST(PacketWindow, RefusesMorePacketsThanThereAreNumbers) {
  PacketWindow window(1 << 28);
  Parcel parcel;
  for (int n = 0; n < 15; ++n) window.add(parcel);
  EXPECT_THROW(window.add(parcel), std::length_error);
  window.clear();
  EXPECT_EQ(window.add(parcel), 0U) << "15 were before";
}

}  // namespace
}  // namespace switchyard
