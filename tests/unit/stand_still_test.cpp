#include "testbench/monitor/stand_still.h"

#include <gtest/gtest.h>

namespace switchyard {
namespace {

TEST(StandStill, IsFoundWhenNoFlitHasMovedForAsLongAsItsPatience) {
  StandStill still(/*patience=*/100);
  still.look(/*now=*/50, /*flit_hops=*/7, /*pending=*/2);
  still.look(149, 7, 2);
  EXPECT_EQ(still.failure(), "");
  still.look(150, 7, 2);
  EXPECT_EQ(still.failure(), "cycle 150: no flit has moved since cycle 50, and 2 packets are pending");
  still.look(350, 7, 2);
  EXPECT_EQ(still.failure().substr(0, 9), "cycle 150");
}

TEST(StandStill, IsNoneWhileFlitsMoveOrNoPacketIsPending) {
  StandStill still(/*patience=*/100);
  still.look(90, 1, 5);
  still.look(180, 2, 5);
  still.look(270, 3, 5);
  still.look(900, 3, 0);
  still.look(990, 3, 1);
  EXPECT_EQ(still.failure(), "");
}

}  // namespace
}  // namespace switchyard
