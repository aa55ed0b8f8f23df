#include "testbench/timeline/timeline.h"

#include <gtest/gtest.h>

#include "testbench/timeline/timeline_picture.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

/// A monitor of a network that the test makes up.
class MadeUpCounts final : public ArrivalCounts {
 public:
  explicit MadeUpCounts(const Topology& topology)
      : ports_(static_cast<std::size_t>(topology.port_count())),
        flits_(topology.node_count() * ports_ + topology.terminal_count()) {}

  std::vector<std::uint16_t> flits_per_port() const override {
    ++looks;
    return flits_;
  }
  void at_router(NodeId node, PortId port, std::uint64_t flits) {
    add(node * ports_ + static_cast<std::size_t>(port), flits);
  }
  void at_terminal(const Topology& topology, TerminalId terminal, std::uint64_t flits) {
    add(topology.node_count() * ports_ + terminal, flits);
  }

  mutable int looks = 0;

 private:
  void add(std::size_t port, std::uint64_t flits) {
    flits_[port] = static_cast<std::uint16_t>(flits_[port] + flits);
  }

  std::size_t ports_;
  std::vector<std::uint16_t> flits_;
};

class TimelineOfAMesh : public testing::Test {
 protected:
  TimelineOfAMesh()
      : design_(experiment_from("{name: t, topology: {kind: mesh, radix: [2, 2]}, router: {kind: duato, "
                                "virtual_channels: 2, input_depth: 4, output_depth: 2}, routing: {kind: "
                                "dimension_order}, traffic: {pattern: uniform, packet_length: 1, load: 0.1}}")
                    .design),
        counts_(*design_.topology) {}

  /// As a network would do it: up to cycle `end`, with a flit in x and two in y, one in and one out in each.
  void run(Timeline& timeline, Cycle end) {
    while (now_ < end) {
      const Cycle stop = std::min(end, timeline.next_look());
      ASSERT_GT(stop, now_);
      const Cycle cycles = stop - now_;
      counts_.at_router(1, 1, cycles);  // x_down of node 1: from node 0.
      counts_.at_router(2, 3, cycles);  // y_down of node 2: from node 0.
      counts_.at_router(0, 2, cycles);  // y_up of node 0: from node 2.
      counts_.at_router(0, 4, cycles);
      counts_.at_terminal(*design_.topology, 3, cycles);
      now_ = stop;
      timeline.look(now_);
    }
  }
  std::string text() const { return contents_of(folder_ / "t.csv"); }

  Design design_;
  MadeUpCounts counts_;
  Cycle now_ = 0;
  TemporaryFolder folder_;
};

constexpr const char* kHeader = "begin,end,phase,injected,ejected,in_flight,waiting,links,x,y\n";

TEST_F(TimelineOfAMesh, HasASampleForSoManyCyclesAndAShorterOneAtTheEnd) {
  Timeline timeline(design_, 10, folder_ / "t.csv");
  timeline.watch(counts_, [&] { return PacketsNow{now_, now_ + 1}; });
  timeline.enter("warm-up", 0);
  run(timeline, 12);
  timeline.enter("measured", 12);
  run(timeline, 25);
  timeline.finish(now_);
  timeline.commit();
  EXPECT_EQ(timeline.count(), 3U);
  EXPECT_EQ(text(), std::string(kHeader) +
                        "0,10,warm-up,10,10,10,11,0.375000,0.250000,0.500000\n"
                        "10,20,warm-up,10,10,20,21,0.375000,0.250000,0.500000\n"
                        "20,25,measured,5,5,25,26,0.375000,0.250000,0.500000\n");
}

TEST_F(TimelineOfAMesh, OfWholeSamplesHasNoEmptyOneAtTheEnd) {
  Timeline timeline(design_, 10, folder_ / "t.csv");
  timeline.watch(counts_);
  run(timeline, 20);
  timeline.finish(now_);
  EXPECT_EQ(timeline.count(), 2U);
}

TEST_F(TimelineOfAMesh, TakesPacketsForFlitsWhereNobodyCountsThem) {
  Timeline timeline(design_, 4, folder_ / "t.csv");
  timeline.watch(counts_);
  counts_.at_router(3, 4, 5);  // Five more that enter.
  run(timeline, 4);
  counts_.at_terminal(*design_.topology, 0, 2);
  run(timeline, 8);
  timeline.finish(now_);
  timeline.commit();
  EXPECT_EQ(text(), std::string(kHeader) +
                        "0,4,,9,4,5,,0.375000,0.250000,0.500000\n"
                        "4,8,,4,6,3,,0.375000,0.250000,0.500000\n");
}

TEST_F(TimelineOfAMesh, KnowsPhasesThatBeganSomeCyclesAgo) {
  Timeline timeline(design_, 1, folder_ / "t.csv");
  timeline.watch(counts_);
  timeline.enter("load", 3);
  run(timeline, 300);
  timeline.enter("drain", now_ - Timeline::kLookBack);
  run(timeline, 301);
  timeline.finish(now_);
  timeline.commit();
  const std::string all = text();
  EXPECT_NE(all.find("\n0,1,load,"), std::string::npos);
  EXPECT_NE(all.find("\n235,236,load,"), std::string::npos);
  EXPECT_NE(all.find("\n236,237,drain,"), std::string::npos);
  EXPECT_NE(all.find("\n300,301,drain,"), std::string::npos);
}

TEST_F(TimelineOfAMesh, OfLongSamplesLooksBeforeACountComesRound) {
  constexpr Cycle kLong = 1'000'000;
  Timeline timeline(design_, kLong, folder_ / "t.csv");
  timeline.watch(counts_);
  run(timeline, kLong + 70'000);
  timeline.finish(now_);
  timeline.commit();
  EXPECT_LT(counts_.looks, 200);
  EXPECT_EQ(text(), std::string(kHeader) + "0,1000000,,1000000,1000000,0,,0.375000,0.250000,0.500000\n" +
                        "1000000,1070000,,70000,70000,0,,0.375000,0.250000,0.500000\n");
}

TEST_F(TimelineOfAMesh, ThatIsNotCommittedLeavesNoFile) {
  {
    Timeline timeline(design_, 10, folder_ / "t.csv");
    timeline.watch(counts_);
    run(timeline, 100);
    timeline.finish(now_);
    EXPECT_FALSE(std::filesystem::exists(folder_ / "t.csv"));
  }
  EXPECT_EQ(folder_.file_count(), 0U);
}

TEST_F(TimelineOfAMesh, IsDrawnWithACurveForEachGroup) {
  Timeline timeline(design_, 10, folder_ / "t.csv");
  timeline.watch(counts_);
  timeline.enter("warm-up", 0);
  timeline.enter("measured", 40);
  run(timeline, 100);
  timeline.finish(now_);
  const std::string script = timeline_script(timeline, "a 'mesh'", "timeline");
  for (const char* part :
       {"title 'x'", "title 'y'", "title 'all links'", "title 'injected'", "'a ''mesh'', 10 ",
        "set arrow from 40,", "set label 'measured' at 40,", "\n90 100 1 1 0 NaN 37.5 25 50\n",
        "\n100 100 1 1 0 NaN 37.5 25 50\n", "set xrange [0:100]"})
    EXPECT_NE(script.find(part), std::string::npos) << part << '\n' << script;
  EXPECT_EQ(script.find("'waiting'"), std::string::npos);
}

}  // namespace
}  // namespace switchyard
