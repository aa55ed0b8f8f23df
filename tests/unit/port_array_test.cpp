#include "hw/base/port_array.h"

#include <numeric>
#include <span>

#include <gtest/gtest.h>

namespace switchyard {
namespace {

TEST(PortArray, HasOneElementForEachPort) {
  PortArray<int> by_port{};
  for (PortId p = 0; p < kMaxPorts; ++p) by_port[p] = 10 * p;
  for (PortId p = 0; p < kMaxPorts; ++p) EXPECT_EQ(by_port[p], 10 * p);
  EXPECT_EQ(std::accumulate(by_port.begin(), by_port.end(), 0), 10 * kMaxPorts * (kMaxPorts - 1) / 2);
}

TEST(PortArray, IsASpanWhereOneIsAskedFor) {
  PortArray<int, 3> by_port{};
  by_port.fill(7);
  const std::span<int> span = by_port;
  EXPECT_EQ(span.size(), 3U);
  span[2] = 8;
  EXPECT_EQ(by_port[1], 7);
  EXPECT_EQ(by_port[2], 8);
}

#ifndef NDEBUG
TEST(PortArrayDeathTest, APortThatIsNoneEndsABuildWithAssertions) {
  PortArray<int, 3> by_port{};
  EXPECT_DEATH(by_port[3], "port < kPorts");
  EXPECT_DEATH(by_port[-1], "port < kPorts");
}
#endif

}  // namespace
}  // namespace switchyard
