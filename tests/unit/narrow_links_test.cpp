#include "hw/alloc/narrow_links.h"

#include <gtest/gtest.h>

namespace switchyard {
namespace {

TEST(NarrowLinks, TakeAFlitInAsManyCyclesAsTheyNeed) {
  NarrowLinks links({1, 3, 2});
  std::vector<Cycle> taken[3];
  for (Cycle cycle = 0; cycle < 12; ++cycle) {
    const PortMask now = links.free_ports() & PortMask{0b111U};
    for (const PortId port : now) taken[port].push_back(cycle);
    links.take(now);
  }
  EXPECT_EQ(taken[0].size(), 12U);
  EXPECT_EQ(taken[1], (std::vector<Cycle>{0, 3, 6, 9}));
  EXPECT_EQ(taken[2], (std::vector<Cycle>{0, 2, 4, 6, 8, 10}));
}

TEST(NarrowLinks, AreFreeWhileNobodyTakesThem) {
  NarrowLinks links({2});
  EXPECT_FALSE(links.busy());
  EXPECT_TRUE(links.free_ports().test(0));
  EXPECT_TRUE(links.free_ports().test(0));
  links.take(bit<PortMask>(0));
  EXPECT_TRUE(links.busy());
  EXPECT_FALSE(links.free_ports().test(0));
  EXPECT_TRUE(links.free_ports().test(0));
  EXPECT_FALSE(links.busy());
}

TEST(NarrowLinks, AreFreeAfterReset) {
  NarrowLinks links({5});
  links.take(bit<PortMask>(0));
  links.reset();
  EXPECT_TRUE(links.free_ports().test(0));
}

TEST(NarrowLinks, AreThereOnlyIfALinkTakesMoreThanACycle) {
  EXPECT_FALSE(NarrowLinks().any());
  EXPECT_FALSE(NarrowLinks({1, 1}).any());
  EXPECT_TRUE(NarrowLinks({1, 2}).any());
}

}  // namespace
}  // namespace switchyard
