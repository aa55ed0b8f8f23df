#include "hw/topology/topology.h"

#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

namespace switchyard {
namespace {

/// Three nodes with two network ports each; node 0 port 1 is linked with node 2 port 0.
class TopologyLink : public testing::Test {
 protected:
  TopologyLink() { line_.connect({0, 1}, {2, 0}, 3); }

  std::string error_of_connecting(PortRef a, PortRef b) {
    try {
      line_.connect(a, b, 1);
    } catch (const std::logic_error& error) {
      return error.what();
    }
    return "no error";
  }

  Topology line_{"line", 3, 3};
};

TEST_F(TopologyLink, IsTwoOppositeChannelsOfTheSameLatency) {
  ASSERT_EQ(line_.channels().size(), 2u);
  const Channel& there = line_.channels()[0];
  const Channel& back = line_.channels()[1];
  EXPECT_EQ(there.from, (PortRef{0, 1}));
  EXPECT_EQ(there.to, (PortRef{2, 0}));
  EXPECT_EQ(back.from, there.to);
  EXPECT_EQ(back.to, there.from);
  EXPECT_EQ(there.latency, 3);
  EXPECT_EQ(back.latency, 3);
}

TEST_F(TopologyLink, IsFoundFromBothOfItsPorts) {
  EXPECT_EQ(line_.channel_from({0, 1}), 0);
  EXPECT_EQ(line_.channel_to({2, 0}), 0);
  EXPECT_EQ(line_.channel_from({2, 0}), 1);
  EXPECT_EQ(line_.channel_to({0, 1}), 1);
  EXPECT_EQ(line_.peer({0, 1}), (PortRef{2, 0}));
  EXPECT_EQ(line_.peer({2, 0}), (PortRef{0, 1}));
}

TEST_F(TopologyLink, LeavesTheOtherPortsOpen) {
  EXPECT_FALSE(line_.is_open({0, 1}));
  EXPECT_TRUE(line_.is_open({0, 0}));
  EXPECT_TRUE(line_.is_open({1, 0}));
  EXPECT_TRUE(line_.is_open({0, line_.terminal_port()}));
}

TEST_F(TopologyLink, CannotShareAPort) {
  EXPECT_EQ(error_of_connecting({1, 0}, {2, 0}), "Topology::connect: port connected twice: node 2, port 0");
  EXPECT_EQ(error_of_connecting({0, 1}, {1, 0}), "Topology::connect: port connected twice: node 0, port 1");
}

TEST_F(TopologyLink, NeedsPortsThatExist) {
  EXPECT_EQ(error_of_connecting({3, 0}, {1, 0}), "Topology::connect: no such network port: node 3, port 0");
  EXPECT_EQ(error_of_connecting({1, -1}, {1, 0}), "Topology::connect: no such network port: node 1, port -1");
  EXPECT_EQ(error_of_connecting({1, 0}, {1, 3}), "Topology::connect: no such network port: node 1, port 3");
}

TEST_F(TopologyLink, CannotEndAtATerminalPort) {
  EXPECT_EQ(error_of_connecting({1, 2}, {1, 0}), "Topology::connect: no such network port: node 1, port 2");
}

}  // namespace
}  // namespace switchyard
