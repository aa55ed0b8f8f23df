#include "testbench/packets/trace_recorder.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

constexpr TerminalId kTerminals = 10;
const std::string kHeader = "cycle,source,destination,flits,injected,ejected\n";

struct Counter final : DeliveryListener {
  void on_created(NodeId, const PacketRecord&) override { ++created; }
  void on_flits(NodeId, NodeId, std::uint64_t count) override { flits += count; }
  void on_delivered(PacketId, NodeId, const PacketRecord&, Cycle) override { ++delivered; }
  int created = 0;
  std::uint64_t flits = 0;
  int delivered = 0;
};

PacketRecord packet(Cycle created, NodeId destination, int flits, Cycle injected = kNever) {
  PacketRecord record;
  record.created = created;
  record.injected = injected;
  record.destination = destination;
  record.flits = static_cast<std::uint16_t>(flits);
  return record;
}

class TraceRecording : public testing::Test {
 protected:
  std::string text() const { return contents_of(folder_ / "t.csv"); }

  TemporaryFolder folder_;
  Counter counter_;
};

TEST_F(TraceRecording, PutsPacketsInOrderOfCycleAndSourceAndKeepsThatOfASource) {
  TraceRecorder recorder(folder_ / "t.csv", kTerminals, counter_);
  recorder.on_created(5, packet(3, 0, 9));
  recorder.on_created(1, packet(3, 7, 2));
  recorder.on_created(1, packet(3, 6, 1));
  recorder.on_created(9, packet(2, 1, 4));
  recorder.write_created();
  recorder.on_created(0, packet(1'000'000'000'000, 2, 65535));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "t.csv"));
  recorder.close();
  EXPECT_EQ(text(), kHeader + "2,9,1,4,,\n3,1,7,2,,\n3,1,6,1,,\n3,5,0,9,,\n1000000000000,0,2,65535,,\n");
}

TEST_F(TraceRecording, SaysWhenEachPacketWasInjectedAndEjectedInWhateverOrderTheyCome) {
  TraceRecorder recorder(folder_ / "t.csv", kTerminals, counter_);
  recorder.on_created(1, packet(3, 7, 2));  // Packet 1,
  recorder.on_created(1, packet(3, 6, 1));  // 11
  recorder.on_created(4, packet(3, 0, 1));  // and 4.
  recorder.write_created();
  recorder.on_delivered(11, 1, packet(3, 6, 1, 5), 9);
  recorder.write_created();
  recorder.on_created(1, packet(8, 7, 3));  // 21
  recorder.on_delivered(21, 1, packet(8, 7, 3, 11), 20);
  recorder.on_delivered(1, 1, packet(3, 7, 2, 4), 30);
  recorder.write_created();
  recorder.close();
  EXPECT_EQ(text(), kHeader + "3,1,7,2,4,30\n3,1,6,1,5,9\n3,4,0,1,,\n8,1,7,3,11,20\n");
}

TEST_F(TraceRecording, HoldsNoMoreThanItMay) {
  TraceRecorder recorder(folder_ / "t.csv", kTerminals, counter_, /*max_held=*/2);
  for (Cycle cycle = 0; cycle < 4; ++cycle) recorder.on_created(0, packet(cycle, 1, 1));
  recorder.write_created();
  // The first two are written.
  for (PacketId n = 0; n < 4; ++n) recorder.on_delivered(n * kTerminals, 0, packet(n, 1, 1, n), n + 50);
  recorder.close();
  EXPECT_EQ(text(), kHeader + "0,0,1,1,,\n1,0,1,1,,\n2,0,1,1,2,52\n3,0,1,1,3,53\n");
}

TEST_F(TraceRecording, PassesOnAllThatItHears) {
  TraceRecorder recorder(folder_ / "t.csv", kTerminals, counter_);
  recorder.on_created(1, packet(0, 2, 3));
  recorder.on_flits(1, 2, 3);
  recorder.on_delivered(1, 1, packet(0, 2, 3), 9);
  EXPECT_EQ(counter_.created, 1);
  EXPECT_EQ(counter_.flits, 3U);
  EXPECT_EQ(counter_.delivered, 1);
}

}  // namespace
}  // namespace switchyard
