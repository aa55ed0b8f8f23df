#include "testbench/workload/trace_stream.h"

#include <algorithm>
#include <deque>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "testbench/engine/packet_traffic.h"
#include "tests/support/dice.h"
#include "tests/support/hand_made_packets.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

const std::string kHeader = "cycle,source,destination,flits\n";

using Entries = std::vector<TraceEntry>;

/// In order of cycles, with pauses, crowds, and nodes that are silent for long.
Entries random_entries(Dice& dice, int nodes, int packets) {
  Entries entries;
  auto cycle = static_cast<Cycle>(dice.between(0, 3));
  while (static_cast<int>(entries.size()) < packets) {
    const int crowd = dice.chance(0.1) ? dice.between(5, 40) : dice.between(0, 2);
    for (int i = 0; i < crowd; ++i) {
      const int source = dice.chance(0.9) ? dice.between(0, nodes / 2) : dice.between(0, nodes - 1);
      entries.push_back({static_cast<NodeId>(source),
                         {cycle, static_cast<NodeId>(dice.between(0, nodes - 1)), dice.between(1, 6)}});
    }
    cycle += static_cast<Cycle>(dice.chance(0.02) ? dice.between(100, 900) : dice.between(1, 4));
  }
  return entries;
}

std::string csv_of(const Entries& entries) {
  std::ostringstream text;
  text << kHeader;
  for (const auto& [source, packet] : entries)
    text << packet.created << ',' << source << ',' << packet.destination << ',' << packet.flits << '\n';
  return text.str();
}

TraceSurvey survey_of(const std::string& text, NodeId nodes) {
  std::istringstream stream(text);
  std::vector<std::string> faults;
  const TraceSurvey survey = survey_trace(stream, "t.csv", nodes, faults, [](const TraceEntry&) {});
  EXPECT_EQ(faults, std::vector<std::string>{});
  return survey;
}

class TraceStreamTest : public testing::TestWithParam<std::size_t> {
 protected:
  std::unique_ptr<TraceStream> stream_of(const std::string& text, NodeId nodes) {
    std::ofstream(file_) << text;
    return std::make_unique<TraceStream>(file_, survey_of(text, nodes), GetParam());
  }

  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_ / "t.csv";
};

/// What a terminal of each node would create, each asking when its packet before is created.
Entries play(PacketSource& source, NodeId nodes) {
  Entries played;
  std::vector<PacketRequest> upcoming(nodes);
  std::vector<bool> more(nodes);
  const auto ask = [&](NodeId node) {
    const Cycle before = upcoming[node].created;
    const bool first = !more[node];
    more[node] = source.next(node, upcoming[node]);
    if (more[node] && upcoming[node].flits == 0 && !first) {
      EXPECT_GT(upcoming[node].created, before);
    }
  };
  for (NodeId node = 0; node < nodes; ++node) ask(node);
  while (std::find(more.begin(), more.end(), true) != more.end()) {
    Cycle now = kNever;
    for (NodeId node = 0; node < nodes; ++node) {
      if (more[node]) now = std::min(now, upcoming[node].created);
    }
    for (NodeId node = 0; node < nodes; ++node) {
      while (more[node] && upcoming[node].created == now) {
        if (upcoming[node].flits != 0) played.push_back({node, upcoming[node]});
        ask(node);
      }
    }
  }
  return played;
}

/// The whole file, sorted: what it must be.
Entries by_cycle_and_source(Entries entries) {
  std::stable_sort(entries.begin(), entries.end(), [](const TraceEntry& a, const TraceEntry& b) {
    return std::pair(a.packet.created, a.source) < std::pair(b.packet.created, b.source);
  });
  return entries;
}

TEST_P(TraceStreamTest, GivesEveryPacketToItsSourceInTimeWhateverTheWindow) {
  for (std::uint64_t number = 0; number < 20; ++number) {
    SCOPED_TRACE(number);
    Dice dice(number);
    const int nodes = dice.between(2, 30);
    const Entries entries = random_entries(dice, nodes, 400);
    const auto stream = stream_of(csv_of(entries), static_cast<NodeId>(nodes));
    EXPECT_EQ(csv_of(play(*stream, static_cast<NodeId>(nodes))), csv_of(by_cycle_and_source(entries)));
  }
}

TEST_P(TraceStreamTest, GivesAllPacketsOfASourceThatIsAskedAlone) {
  Dice dice(7);
  const Entries entries = random_entries(dice, 6, 300);
  const auto stream = stream_of(csv_of(entries), 6);
  for (NodeId node = 6; node-- > 0;) {
    Entries played, expected;
    for (PacketRequest request; stream->next(node, request);) {
      if (request.flits != 0) played.push_back({node, request});
    }
    for (const TraceEntry& entry : entries) {
      if (entry.source == node) expected.push_back(entry);
    }
    EXPECT_EQ(csv_of(played), csv_of(expected)) << node;
  }
}

/// A mesh of two kinds of terminals in the same experiment.
Experiment mesh() {
  return experiment_from(R"(
name: mesh
topology: {kind: mesh, radix: [4, 4]}
router: {kind: duato, virtual_channels: 2, input_depth: 4, output_depth: 2}
routing: {kind: dimension_order}
workload: {kind: static, pattern: uniform, packets_per_node: 1, packet_length: 6}
)");
}

std::string hash_at_fast(const Experiment& experiment, Cycle cycles) {
  NetworkBench bench(experiment);
  FastEngine engine(experiment.design, bench.terminals(), &bench.links);
  while (engine.now() < cycles) engine.step_cycle();
  EXPECT_EQ(bench.scoreboard.log().pending(), 0U);
  return bench.measurement.event_hash().hex();
}

std::string hash_at_approximate(const Experiment& experiment, Cycle cycles) {
  Measurement measurement(experiment.design.topology->node_count(), experiment.design.distance);
  PacketTraffic traffic(experiment, measurement);
  traffic.advance(cycles);
  EXPECT_TRUE(traffic.exhausted());
  return measurement.event_hash().hex();
}

TEST_P(TraceStreamTest, LeavesTheEventHashesAsTheyAreForATraceInMemory) {
  for (std::uint64_t number = 0; number < 10; ++number) {
    SCOPED_TRACE(number);
    Dice dice(number);
    const Entries entries = random_entries(dice, 16, 1500);
    const Cycle end = entries.back().packet.created + 3000;
    const Experiment in_memory = with_packets(mesh(), entries);
    Experiment streamed = in_memory;
    streamed.injection.make_source = [&] { return stream_of(csv_of(entries), 16); };
    EXPECT_EQ(hash_at_fast(streamed, end), hash_at_fast(in_memory, end));
    EXPECT_EQ(hash_at_approximate(streamed, end), hash_at_approximate(in_memory, end));
  }
}

INSTANTIATE_TEST_SUITE_P(Windows, TraceStreamTest, testing::Values(0, 1, 2, 7, 100, TraceStream::kWindow));

TEST(TraceStream, ReadsOnlyTheWindowAheadOfASourceThatIsSilent) {
  TemporaryFolder folder;
  std::string text = kHeader;
  for (int cycle = 0; cycle < 1000; ++cycle) text += std::to_string(cycle) + ",0,1,1\n";
  std::ofstream(folder / "t.csv") << text;
  TraceStream stream(folder / "t.csv", survey_of(text, 4), 10);
  PacketRequest request;
  EXPECT_TRUE(stream.next(3, request));
  EXPECT_EQ(request.flits, 0);
  EXPECT_EQ(request.created, 9U);
  for (Cycle cycle = 0; cycle < 9; ++cycle) EXPECT_TRUE(stream.next(0, request));
  EXPECT_TRUE(stream.next(3, request));
  EXPECT_EQ(request.flits, 0);
  EXPECT_EQ(request.created, 18U);
}

TEST(TraceStream, NoticesThatTheFileHasChanged) {
  TemporaryFolder folder;
  const TraceSurvey survey = survey_of(kHeader + "5,0,1,1\n6,0,1,1\n", 4);
  for (const char* changed : {"5,0,1,1\n", "5,0,1,1\n4,0,1,1\n", "5,0,1,1\n6,0,9,1\n"}) {
    std::ofstream(folder / "t.csv") << kHeader << changed;
    TraceStream stream(folder / "t.csv", survey);
    PacketRequest request;
    EXPECT_TRUE(stream.next(0, request));
    EXPECT_THROW(stream.next(0, request), std::runtime_error) << changed;
  }
}

}  // namespace
}  // namespace switchyard
