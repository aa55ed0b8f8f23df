#include "testbench/packets/trace_recorder.h"

#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

struct Counter final : DeliveryListener {
  void on_created(NodeId, const PacketRecord&) override { ++created; }
  void on_flits(NodeId, NodeId, std::uint64_t count) override { flits += count; }
  void on_delivered(PacketId, NodeId, const PacketRecord&, Cycle) override { ++delivered; }
  int created = 0;
  std::uint64_t flits = 0;
  int delivered = 0;
};

PacketRecord packet(Cycle created, NodeId destination, int flits) {
  PacketRecord record;
  record.created = created;
  record.destination = destination;
  record.flits = static_cast<std::uint16_t>(flits);
  return record;
}

TEST(TraceRecorder, PutsPacketsInOrderOfCycleAndSourceAndKeepsThatOfASource) {
  const TemporaryFolder folder;
  Counter counter;
  TraceRecorder recorder(folder / "t.csv", counter);
  recorder.on_created(5, packet(3, 0, 9));
  recorder.on_created(1, packet(3, 7, 2));
  recorder.on_created(1, packet(3, 6, 1));
  recorder.on_created(9, packet(2, 1, 4));
  recorder.write_created();
  recorder.on_created(0, packet(1'000'000'000'000, 2, 65535));
  EXPECT_FALSE(std::filesystem::exists(folder / "t.csv"));
  recorder.close();
  EXPECT_EQ(contents_of(folder / "t.csv"),
            "cycle,source,destination,flits\n2,9,1,4\n3,1,7,2\n3,1,6,1\n3,5,0,9\n1000000000000,0,2,65535\n");
}

TEST(TraceRecorder, PassesOnAllThatItHears) {
  const TemporaryFolder folder;
  Counter counter;
  TraceRecorder recorder(folder / "t.csv", counter);
  recorder.on_created(1, packet(0, 2, 3));
  recorder.on_flits(1, 2, 3);
  recorder.on_delivered(1, 1, packet(0, 2, 3), 9);
  EXPECT_EQ(counter.created, 1);
  EXPECT_EQ(counter.flits, 3U);
  EXPECT_EQ(counter.delivered, 1);
}

}  // namespace
}  // namespace switchyard
