#include "testbench/cosim/lockstep_switch.h"

#include <gtest/gtest.h>

#include <array>

#include "hw/base/bits.h"
#include "hw/base/random_stream.h"
#include "testbench/cosim/faulty_switch.h"
#include "testbench/cosim/model_switch.h"

namespace switchyard {
namespace {

constexpr SwitchShape kShape{.ports = 4, .virtual_channels = 4, .crossbar_ways = 4};
constexpr NodeId kNode = 7;

/// A model against itself with a fault, under random requests in every cycle.
class LockstepSwitchTest : public testing::Test {
 protected:
  LockstepSwitchTest()
      : log_({.now = [this] { return now_; },
              .recent_events =
                  [](NodeId node) { return std::vector<std::string>{"at " + std::to_string(node)}; },
              .stop = [this] { ++stops_; }}) {}

  std::unique_ptr<LockstepSwitch> pair_with(const std::string& fault) {
    auto faulty = std::make_unique<FaultySwitch>(
        std::make_unique<ModelSwitch>(kShape), TimedFault(parse_block_fault(fault), [this] { return now_; }));
    return std::make_unique<LockstepSwitch>(kNode, kShape, std::move(faulty), log_);
  }

  VcMask random_lanes() { return static_cast<VcMask>(1 + dice_.below(15)); }

  Cycle now_ = 0;
  int stops_ = 0;
  DivergenceLog log_;
  RandomStream dice_{1, 0, Purpose::Arrival};
};

TEST_F(LockstepSwitchTest, EqualBlocksAreNotReported) {
  LockstepSwitch pair(kNode, kShape, std::make_unique<ModelSwitch>(kShape), log_);
  for (now_ = 0; now_ < 1000; ++now_) {
    std::array<PortMask, kMaxPorts> requests{};
    std::array<PortMask, kMaxPorts> grants{};
    for (std::size_t i = 0; i < 4; ++i) requests[i] = dice_.below(16);
    pair.allocate(requests, grants);
    pair.pick_link_lane(static_cast<PortId>(dice_.below(4)), random_lanes());
    pair.pick_input_lane(static_cast<PortId>(dice_.below(4)), random_lanes());
    std::array<LaneRequest, 2> headers{{{.port = static_cast<PortId>(dice_.below(4))}, {.port = 3, .vc = 1}}};
    pair.allocate_lanes(headers);
    pair.cross(1, 2, {.packet = static_cast<PacketId>(now_)});
  }
  EXPECT_FALSE(log_.first().has_value());
  EXPECT_EQ(stops_, 0);
}

TEST_F(LockstepSwitchTest, AWrongGrantIsReportedInTheCycleInWhichTwoLanesAsk) {
  const auto pair = pair_with("router_7.link_arbiter_2@10");
  Cycle due = kNever;
  for (now_ = 0; now_ < 100; ++now_) {
    const VcMask requests = random_lanes();
    if (now_ >= 10 && std::popcount(requests) > 1) due = std::min(due, now_);
    pair->pick_link_lane(2, requests);
    pair->pick_link_lane(3, requests);
  }
  ASSERT_TRUE(log_.first().has_value());
  EXPECT_EQ(log_.first()->cycle, due);
  EXPECT_EQ(log_.first()->signal, "network.router_7.rtl.link_arbiter_2.gnt_o");
  EXPECT_EQ(log_.first()->events, std::vector<std::string>{"at 7"});
  EXPECT_EQ(stops_, 1);  // Only the first difference counts.
}

TEST_F(LockstepSwitchTest, TheRouterGoesOnWithTheModel) {
  const auto pair = pair_with("router_7.link_arbiter_0@0");
  ModelSwitch model(kShape);
  for (now_ = 0; now_ < 50; ++now_) {
    const VcMask requests = random_lanes();
    EXPECT_EQ(pair->pick_link_lane(0, requests), model.pick_link_lane(0, requests));
  }
}

TEST_F(LockstepSwitchTest, AGrantTakenBackAndABitFlippedAreReported) {
  std::array<PortMask, kMaxPorts> requests{1, 2, 4, 8};
  std::array<PortMask, kMaxPorts> grants{};
  pair_with("router_7.allocator_1@0")->allocate(requests, grants);
  ASSERT_TRUE(log_.first().has_value());
  EXPECT_EQ(log_.first()->signal, "network.router_7.rtl.allocator.gnt_o[1]");
  EXPECT_EQ(log_.first()->model, "0x2");
  EXPECT_EQ(log_.first()->rtl, "0x0");
}

TEST_F(LockstepSwitchTest, AHeaderThatIsNotServedIsReportedWithItsLane) {
  const auto pair = pair_with("router_7.vc_allocator_2@0");
  std::array<LaneRequest, 2> headers{
      {{.port = 1, .vc = 3}, {.port = 2, .vc = 1, .out_port = 3, .out_vc = 2}}};
  pair->allocate_lanes(headers);
  EXPECT_FALSE(log_.first().has_value());
  pair->allocate_lanes(headers);
  ASSERT_TRUE(log_.first().has_value());
  EXPECT_EQ(log_.first()->signal, "network.router_7.rtl.vc_allocator.gnt_o[9]");
  EXPECT_EQ(log_.first()->model, "0x4000");
  EXPECT_EQ(log_.first()->rtl, "0x0");
  EXPECT_TRUE(headers[1].granted);
}

TEST_F(LockstepSwitchTest, AFlitIsShownAsOnThePins) {
  pair_with("router_7.crossbar_3@0")
      ->cross(0, 3,
              {.packet = 0x11, .destination = 0x22, .payload = 0x30, .remaining = 4, .vc = 5, .head = true});
  ASSERT_TRUE(log_.first().has_value());
  EXPECT_EQ(log_.first()->signal, "network.router_7.rtl.crossbar.data_o[3]");
  EXPECT_EQ(log_.first()->model, "0x01050004000000300000002200000011");
  EXPECT_EQ(log_.first()->rtl, "0x01050004000000310000002200000011");
}

TEST(BlockFault, ReadsNodeBlockIndexAndCycle) {
  const BlockFault fault = parse_block_fault("router_12.lane_arbiter_3@4567");
  EXPECT_EQ(fault.node, 12U);
  EXPECT_EQ(fault.block, BlockFault::Block::LaneArbiter);
  EXPECT_EQ(fault.index, 3U);
  EXPECT_EQ(fault.from, 4567U);
}

TEST(BlockFault, RefusesWhatItDoesNotKnow) {
  for (const char* text :
       {"", "router_1.arbiter_1@2", "router_1.link_arbiter@2", "router_1.link_arbiter_1",
        "router_1.link_arbiter_1@", "link_arbiter_1@2", "router_1.link_arbiter_1@99999999999999999999"}) {
    EXPECT_THROW(parse_block_fault(text), std::invalid_argument) << text;
  }
}

}  // namespace
}  // namespace switchyard
