#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "hw/base/bits.h"
#include "hw/topology/builders.h"
#include "testbench/monitor/link_monitor.h"
#include "testbench/monitor/measurement.h"

namespace switchyard {
namespace {

/// A ring of three nodes with two VCs of two flits a link, of three at the terminals. Port 0 leads up, port
/// 1 down, port 2 to the terminal.
class LinkMonitorTest : public testing::Test {
 protected:
  static constexpr PortId kTerminal = 2;

  explicit LinkMonitorTest(int slot_period = 0) : design_(ring(slot_period)) {}

  static Design ring(int slot_period) {
    Design design;
    design.router.slot_period = slot_period;
    design.topology = std::make_shared<const Topology>(build_torus({{3}}));
    design.router.terminal = {.virtual_channels = 2, .injection_vcs = 1, .input_depth = 3};
    design.router.timing.input_depth = 2;
    return design;
  }

  void flit_at_router(NodeId node, PortId port, VcId vc, PacketId packet = 0, bool head = false) {
    flits_[static_cast<std::size_t>(port)] = {packet, 0, 0, 1, static_cast<std::uint8_t>(vc), head};
    monitor_.at_router(++now_, node, {bit<PortMask>(port), 0, 0, flits_.data(), credits_.data()});
  }
  void credits_at_router(NodeId node, PortId port, VcMask credits) {
    credits_[static_cast<std::size_t>(port)] = credits;
    monitor_.at_router(++now_, node, {0, bit<PortMask>(port), 0, flits_.data(), credits_.data()});
  }
  void flit_at_terminal(NodeId node, VcId vc) {
    flits_[0] = {0, 0, 0, 1, static_cast<std::uint8_t>(vc), false};
    monitor_.at_terminal(++now_, node, {1, 0, 0, flits_.data(), credits_.data()});
  }
  void credits_at_terminal(NodeId node, VcMask credits) {
    credits_[0] = credits;
    monitor_.at_terminal(++now_, node, {0, 1, 0, flits_.data(), credits_.data()});
  }

  const Design design_;
  Measurement measurement_{3, [](NodeId, NodeId) { return 1; }};
  Scoreboard scoreboard_{3, 2, measurement_};
  LinkMonitor monitor_{design_, scoreboard_};
  std::array<Flit, kMaxPorts> flits_{};
  std::array<VcMask, kMaxPorts> credits_{};
  Cycle now_ = 0;
};

TEST_F(LinkMonitorTest, FlitsWhoseCreditsComeBackAreInOrder) {
  for (int round = 0; round < 3; ++round) {
    flit_at_router(1, /*port=*/1, 0);  // From node 0, whose port 0 leads up.
    flit_at_router(1, 1, 1);
    flit_at_router(1, 1, 0);
    credits_at_router(0, /*port=*/0, 0b11);
    credits_at_router(0, 0, 0b01);
    flit_at_terminal(2, 1);
    credits_at_router(2, kTerminal, 0b10);
    flit_at_router(2, kTerminal, 0);
    credits_at_terminal(2, 0b01);
  }
  monitor_.check_drained();
  EXPECT_EQ(monitor_.failure(), "");
}

TEST_F(LinkMonitorTest, MoreFlitsThanTheVcHoldsAreAFailure) {
  flit_at_router(1, 1, 0);
  flit_at_router(1, 1, 1);
  flit_at_router(1, 1, 0);
  EXPECT_EQ(monitor_.failure(), "");
  flit_at_router(1, 1, 0);
  EXPECT_EQ(monitor_.failure(),
            "cycle 4: credits are not conserved: router 1 sees 3 flits outstanding on a VC 0 of depth 2");
}

TEST_F(LinkMonitorTest, TheVcsOfATerminalHaveADepthOfTheirOwn) {
  for (int flit = 0; flit < 3; ++flit) {
    flit_at_router(1, kTerminal, 0);
    flit_at_terminal(1, 0);
  }
  EXPECT_EQ(monitor_.failure(), "");
  flit_at_terminal(1, 0);
  EXPECT_NE(monitor_.failure().find("terminal 1 sees 4 flits outstanding on a VC 0 of depth 3"),
            std::string::npos)
      << monitor_.failure();
}

TEST_F(LinkMonitorTest, ACreditForNothingIsAFailure) {
  flit_at_router(1, 1, 0);
  credits_at_router(0, 0, 0b11);
  EXPECT_NE(monitor_.failure().find("cycle 2: credits are not conserved: router 0 sees -1"),
            std::string::npos);
}

TEST_F(LinkMonitorTest, ACreditForNothingAtATerminalIsAFailure) {
  credits_at_terminal(1, 0b01);
  EXPECT_NE(monitor_.failure().find("terminal 1 sees -1"), std::string::npos);
}

TEST_F(LinkMonitorTest, ACreditThatNeverComesBackIsAFailureOnceDrained) {
  flit_at_router(2, /*port=*/0, 1);  // From node 0 down.
  EXPECT_EQ(monitor_.failure(), "");
  monitor_.check_drained();
  EXPECT_EQ(monitor_.failure(), "drained, but 1 credits of VC 1 of node 2, port 0 are missing");
}

TEST_F(LinkMonitorTest, ACreditThatATerminalKeepsIsAFailureOnceDrained) {
  flit_at_terminal(1, 1);
  monitor_.check_drained();
  EXPECT_EQ(monitor_.failure(), "drained, but 1 credits of VC 1 of terminal 1 are missing");
}

/// Each VC is held to its own depth, between routers and at terminals.
TEST(LinkMonitor, HoldsEachVcToItsOwnDepth) {
  for (VcId vc = 0; vc < 2; ++vc) {
    for (const bool at_terminal : {false, true}) {
      Design design;
      design.topology = std::make_shared<const Topology>(build_torus({{3}}));
      design.router.terminal = {.virtual_channels = 2, .input_depth = VcDepths(std::vector<int>{1, 4})};
      design.router.timing.input_depth = VcDepths(std::vector<int>{3, 2});
      Measurement measurement(3, [](NodeId, NodeId) { return 1; });
      Scoreboard scoreboard(3, 2, measurement);
      LinkMonitor monitor(design, scoreboard);
      std::array<Flit, kMaxPorts> flits{};
      std::array<VcMask, kMaxPorts> credits{};
      const PortId port = at_terminal ? 2 : 1;
      flits[port] = {0, 0, 0, 1, static_cast<std::uint8_t>(vc), false};
      const int depth =
          (at_terminal ? design.router.terminal.input_depth : design.router.timing.input_depth)[vc];
      Cycle now = 0;
      for (int flit = 0; flit < depth; ++flit)
        monitor.at_router(++now, 1, {bit<PortMask>(port), 0, 0, flits.data(), credits.data()});
      EXPECT_EQ(monitor.failure(), "");
      monitor.at_router(++now, 1, {bit<PortMask>(port), 0, 0, flits.data(), credits.data()});
      EXPECT_NE(monitor.failure().find("VC " + std::to_string(vc) + " of depth " + std::to_string(depth)),
                std::string::npos)
          << monitor.failure();
    }
  }
}

/// Routers that offer places: a credit of VC 1 is an offer.
class OffersLinkMonitorTest : public LinkMonitorTest {
 protected:
  OffersLinkMonitorTest() : LinkMonitorTest(/*slot_period=*/2) {}
};

TEST_F(OffersLinkMonitorTest, OffersGiveNothingBack) {
  credits_at_router(0, /*port=*/0, 0b10);
  flit_at_router(1, /*port=*/1, 0);
  credits_at_router(0, 0, 0b11);
  monitor_.check_drained();
  EXPECT_EQ(monitor_.failure(), "");
}

TEST_F(OffersLinkMonitorTest, ACreditOfAPlaceForNothingIsAFailure) {
  credits_at_router(0, 0, 0b11);
  EXPECT_NE(monitor_.failure().find("router 0 sees -1 flits outstanding on a VC 0"), std::string::npos)
      << monitor_.failure();
}

TEST_F(LinkMonitorTest, CountsFlitsOfEachVcAndHopsOfHeadFlits) {
  const PacketId packet = scoreboard_.created(0, {0, 1, 2});
  flit_at_router(0, kTerminal, 0, packet, /*head=*/true);  // Injection is no hop.
  EXPECT_EQ(scoreboard_.record(packet).hops, 0);
  flit_at_router(1, 1, 0, packet, /*head=*/true);
  flit_at_router(1, 1, 0, packet, /*head=*/false);
  flit_at_terminal(1, 0);
  EXPECT_EQ(scoreboard_.record(packet).hops, 1);
  EXPECT_EQ(monitor_.flit_hops(), 3U);
  const std::vector<std::uint32_t> flits = monitor_.flits_per_vc();
  EXPECT_EQ(flits[monitor_.vc_index({1, 1}, 0)], 2U);
  EXPECT_EQ(flits[monitor_.vc_index({0, kTerminal}, 0)], 1U);
  EXPECT_EQ(flits[monitor_.vc_index({1, 1}, 1)], 0U);
}

}  // namespace
}  // namespace switchyard
