#include <gtest/gtest.h>

#include <vector>

#include "testbench/monitor/measurement.h"

namespace switchyard {
namespace {

PacketRecord record(Cycle created, Cycle injected, NodeId destination, int flits, int hops = 0) {
  PacketRecord record;
  record.created = created;
  record.injected = injected;
  record.destination = destination;
  record.flits = static_cast<std::uint16_t>(flits);
  record.hops = static_cast<std::uint16_t>(hops);
  return record;
}

/// Four nodes on a line.
class MeasurementTest : public testing::Test {
 protected:
  Measurement measurement_{
      4, [](NodeId a, NodeId b) { return a < b ? static_cast<int>(b - a) : static_cast<int>(a - b); }};
};

TEST_F(MeasurementTest, TagsThePacketsCreatedInTheWindow) {
  measurement_.open_window(100, 200);
  for (const Cycle created : {99, 100, 199, 200}) measurement_.on_created(0, record(created, kNever, 1, 4));
  EXPECT_EQ(measurement_.flits_created(), 16U);
  EXPECT_EQ(measurement_.window_flits_created(), 8U);
  EXPECT_EQ(measurement_.tagged_pending(), 2U);
  for (const Cycle created : {99, 100, 199, 200})
    measurement_.on_delivered(0, 0, record(created, 250, 1, 4, 1), 300);
  EXPECT_EQ(measurement_.tagged_pending(), 0U);
  EXPECT_EQ(measurement_.packet_latency().count(), 2U);
}

TEST_F(MeasurementTest, MeasuresLatenciesFromCreationAndFromInjection) {
  measurement_.open_window(0, 1000);
  measurement_.on_delivered(0, 0, record(10, 30, 1, 4, 1), 100);
  measurement_.on_delivered(4, 0, record(20, 20, 1, 4, 1), 40);
  EXPECT_DOUBLE_EQ(measurement_.packet_latency().mean(), (90 + 20) / 2.0);
  EXPECT_DOUBLE_EQ(measurement_.network_latency().mean(), (70 + 20) / 2.0);
}

TEST_F(MeasurementTest, CountsArrivedFlitsBySourceWhileTheWindowIsOpen) {
  measurement_.on_flits(2, 3, 1);
  measurement_.open_window(0, 1000);
  for (int n = 0; n < 3; ++n) measurement_.on_flits(2, 3, 1);
  measurement_.on_flits(0, 1, 1);
  measurement_.close_window();
  measurement_.on_flits(2, 3, 1);
  EXPECT_EQ(measurement_.flits_arrived(), 6U);
  EXPECT_EQ(measurement_.window_flits_by_source(), (std::vector<std::uint64_t>{1, 0, 3, 0}));
  EXPECT_EQ(measurement_.window_flits_by_destination(), (std::vector<std::uint64_t>{0, 1, 0, 3}));
}

TEST_F(MeasurementTest, SumsPacketsOfTheWindowByTheirEndsAndTheirDistance) {
  measurement_.open_window(100, 200);
  for (const Cycle created : {99, 100, 150}) {
    measurement_.on_created(0, record(created, kNever, 2, 4));
    measurement_.on_delivered(0, 0, record(created, created + 5, 2, 4, 3), created + 20);
  }
  const std::vector<NodeFigures>& nodes = measurement_.nodes();
  EXPECT_EQ(nodes[0].created, 2U);
  EXPECT_EQ(nodes[0].created_flits, 8U);
  EXPECT_EQ(nodes[0].delivered, 2U);
  EXPECT_EQ(nodes[0].cycles, 40U);
  EXPECT_EQ(nodes[0].received, 0U);
  EXPECT_EQ(nodes[2].received, 2U);
  EXPECT_EQ(nodes[2].received_cycles, 40U);
  ASSERT_EQ(measurement_.distances().size(), 3U);
  EXPECT_EQ(measurement_.distances()[1].delivered, 0U);
  EXPECT_EQ(measurement_.distances()[2].delivered, 2U);
  EXPECT_EQ(measurement_.distances()[2].cycles, 40U);
  EXPECT_EQ(measurement_.distances()[2].network_cycles, 30U);
  EXPECT_EQ(measurement_.distances()[2].hops, 6U);
}

TEST_F(MeasurementTest, CountsHopsBeyondTheDistanceAsMisroutes) {
  measurement_.open_window(0, 1000);
  measurement_.on_delivered(0, 0, record(10, 10, 3, 1, 3), 100);
  EXPECT_EQ(measurement_.misroutes(), 0U);
  measurement_.on_delivered(1, 1, record(10, 10, 2, 1, 5), 100);
  EXPECT_EQ(measurement_.misroutes(), 4U);
  EXPECT_EQ(measurement_.most_misroutes(), 4);
  EXPECT_EQ(measurement_.hops(), 8U);
  EXPECT_EQ(measurement_.most_hops(), 5);
}

TEST_F(MeasurementTest, GivesNoIntervalOfAWindowThatItsQueuesRemember) {
  // Two sources send in every second cycle, latencies are 10 or 10 + 2 sigma: the memory is 4 sigma^2 / 2
  // cycles.
  const auto interval = [](Cycle sigma) {
    Measurement measurement(4, [](NodeId, NodeId) { return 1; });
    measurement.open_window(500, 4500);
    for (PacketId id = 0; id < 4000; ++id) {
      const Cycle created = 500 + id;
      const Cycle latency = 10 + (id * 7919 % 4001 % 2 == 0 ? 0 : 2 * sigma);
      measurement.on_delivered(id, id % 2, record(created, created + 1, 1, 1, 1), created + latency);
    }
    return measurement.packet_latency_interval(4000);
  };
  EXPECT_TRUE(interval(25).unknown_because.empty()) << "1250 cycles, 3 times";
  EXPECT_EQ(interval(27).unknown_because,
            "the window is too short: latencies like these are correlated over 1458 cycles");
}

TEST_F(MeasurementTest, DoesNotDependOnTheOrderOfDeliveries) {
  Measurement other(4, [](NodeId, NodeId) { return 1; });
  for (Measurement* one : {&measurement_, &other}) one->open_window(0, 2000);
  for (PacketId id = 0; id < 2000; ++id)
    measurement_.on_delivered(id, id % 4, record(id, id + 1, 1, 1, 1), id + 5 + id * id % 47);
  for (PacketId id = 2000; id-- > 0;)
    other.on_delivered(id, id % 4, record(id, id + 1, 1, 1, 1), id + 5 + id * id % 47);
  EXPECT_EQ(measurement_.event_hash().value(), other.event_hash().value());
  EXPECT_EQ(measurement_.packet_latency().mean(), other.packet_latency().mean());
  EXPECT_GT(measurement_.packet_latency_interval(2000).half_width, 0);
  EXPECT_EQ(measurement_.packet_latency_interval(2000).half_width,
            other.packet_latency_interval(2000).half_width);
  other.on_delivered(0, 0, record(0, 1, 1, 1, 1), 100);
  EXPECT_NE(measurement_.event_hash().value(), other.event_hash().value()) << "twice is not once";
}

}  // namespace
}  // namespace switchyard
