#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/router_bench.h"

namespace switchyard {
namespace {

/// A packet of `ahead` flits has gone over the only VC of port 2 and its flits are in the far VC. How
/// many of them must leave it until the head flit of a packet of `length` flits gets it?
int credits_to_bind(DuatoConfig config, int ahead, int length) {
  RouterBench bench(config, over_vcs(0b01));
  for (int remaining = ahead; remaining > 0; --remaining) {
    bench.flit(0, flit_of(1, 2, remaining, 0, remaining == ahead));
    bench.step();
  }
  bench.steps(10 + ahead);
  bench.flit(1, header(2, 2, length, 0));
  bench.steps(3);
  int credits = 0;
  while (!bench.allocated(1, 0) && bench.buffer(Side::Input, 1, 0).occupancy != 0) {
    if (++credits > ahead) return -1;
    bench.credit(2, 0);
    bench.steps(3);
  }
  return credits;
}

TEST(DuatoRouter, AtomicVcReallocationWaitsForAnEmptyFarVc) {
  for (const int output_depth : {0, 2}) {
    DuatoConfig config = config_of(2, 4, output_depth);
    config.vc_reallocation = VcReallocation::Atomic;
    for (int ahead = 1; ahead <= 4; ++ahead) {
      for (const int length : {1, 4, 20}) EXPECT_EQ(credits_to_bind(config, ahead, length), ahead);
    }
  }
}

TEST(DuatoRouter, WholePacketVcReallocationWaitsUntilThePacketFitsOrTheVcIsEmpty) {
  for (const int output_depth : {0, 1, 3}) {
    DuatoConfig config = config_of(2, 4, output_depth);
    config.vc_reallocation = VcReallocation::WholePacket;
    const int capacity = 4 + output_depth;
    for (int ahead = 1; ahead <= 4; ++ahead) {
      for (int length = 1; length <= capacity + 5; ++length) {
        const int missing = std::min(length, capacity) - (capacity - ahead);
        EXPECT_EQ(credits_to_bind(config, ahead, length), std::max(missing, 0))
            << length << " flits behind " << ahead << ", output_depth " << output_depth;
      }
    }
  }
}

TEST(DuatoRouter, ImmediateVcReallocationWaitsForOneFreeSlotOnly) {
  DuatoConfig config = config_of(2, 4, 2);
  config.vc_reallocation = VcReallocation::Immediate;
  for (int ahead = 1; ahead <= 4; ++ahead) EXPECT_EQ(credits_to_bind(config, ahead, 20), 0);
  config.output_depth = 0;
  for (int ahead = 1; ahead <= 4; ++ahead) EXPECT_EQ(credits_to_bind(config, ahead, 20), ahead == 4 ? 1 : 0);
}

TEST(DuatoRouter, ImmediateVcReallocationFollowsOnceTheLinkHasTakenAFlit) {
  DuatoConfig config = config_of(2, 8, 2);
  config.vc_reallocation = VcReallocation::Immediate;
  config.half_duplex = true;  // The link is slow to take the first flit.
  RouterBench bench(config, over_vcs(0b01), /*latency=*/6);
  for (int remaining = 2; remaining > 0; --remaining) {
    bench.flit(0, flit_of(1, 2, remaining, 0, remaining == 2));
    bench.step();
  }
  bench.flit(1, header(2, 2, 9, 0));
  bool taken = false;
  for (int cycle = 0; cycle < 20; ++cycle) {
    bench.step();
    taken |= bench.sent(2).has_value();
    EXPECT_EQ(bench.allocated(1, 0), taken) << "cycle " << cycle;
  }
  EXPECT_TRUE(taken);
}

TEST(DuatoRouter, CutThroughWaitsUntilTheFarVcHoldsTheWholePacket) {
  for (const int output_depth : {0, 2}) {
    DuatoConfig config = config_of(2, 4, output_depth);
    config.switching = Switching::CutThrough;
    for (int ahead = 1; ahead <= 4; ++ahead) {
      for (int length = 1; length <= 4; ++length) {
        EXPECT_EQ(credits_to_bind(config, ahead, length), std::max(length - (4 - ahead), 0));
      }
    }
  }
}

TEST(DuatoRouter, AVcIsAllocatedToOnePacketUntilItsTailHasCrossed) {
  for (const VcReallocation reuse :
       {VcReallocation::Atomic, VcReallocation::WholePacket, VcReallocation::Immediate}) {
    DuatoConfig config = config_of(2, 8, 8);
    config.vc_reallocation = reuse;
    RouterBench bench(config, over_vcs(0b01));
    bench.flit(0, header(1, 2, 3, 0));
    bench.steps(4);
    bench.flit(1, header(2, 2, 1, 0));
    bench.steps(4);
    EXPECT_FALSE(bench.allocated(1, 0)) << "the first packet has two more flits to come";
    bench.flit(0, flit_of(1, 2, 2, 0, false));
    bench.step();
    bench.flit(0, flit_of(1, 2, 1, 0, false));
    bench.step();
    bench.steps(4);
    for (int flit = 0; flit < 3; ++flit) {  // For `atomic`.
      bench.credit(2, 0);
      bench.step();
    }
    bench.steps(3);
    EXPECT_EQ(bench.buffer(Side::Input, 1, 0).occupancy, 0);
  }
}

}  // namespace
}  // namespace switchyard
