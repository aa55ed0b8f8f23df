#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "hw/analysis/reachability.h"
#include "tests/support/dice.h"
#include "tests/support/hand_made_packets.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

std::vector<TerminalId> left_of(const Design& design, PortRef Attachment::*end) {
  const std::vector<NodeId>& gone = design.faults.known_nodes;
  std::vector<TerminalId> left;
  for (TerminalId t = 0; t < design.topology->terminal_count(); ++t) {
    const NodeId node = (design.topology->attachment(t).*end).node;
    if (std::find(gone.begin(), gone.end(), node) == gone.end()) left.push_back(t);
  }
  return left;
}

/// What the rules promise: every input that is left has a way to every output that is left, whatever links
/// its packets take.
TEST(FaultyMultibutterflyProperty, ServesAllPairsThatAreLeft) {
  for (std::uint64_t n = 1; n <= 40; ++n) {
    Dice dice(n);
    const int dimensions = dice.between(2, 5);
    const int multiplicity = dice.between(1, 4);
    const int faults = dice.between(1, 6);
    const char* const erase = dice.one_of({"0", "0.25", "0.5", "1"});
    const char* const declare = dice.one_of({"half", "all"});
    const char* const router =
        dice.one_of({"splitter", "splitter, choice: colours", "duato, virtual_channels: 1, output_depth: 0"});
    const std::string yaml = fmt::format(
        "seed: {}\ntopology: {{kind: multibutterfly, dimensions: {}, multiplicity: {}}}\n"
        "router: {{kind: {}}}\nrouting: {{kind: multibutterfly}}\n"
        "faults: [{{random_switches: {}, erase: {}, declare: {}}}]\n"
        "traffic: {{pattern: uniform, load: 0.1, packet_length: 1}}\n",
        n, dimensions, multiplicity, router, faults, erase, declare);
    SCOPED_TRACE(yaml);
    const Experiment experiment = experiment_from(yaml);
    const Design& design = experiment.design;
    EXPECT_GE(design.faults.known_nodes.size(), static_cast<std::size_t>(faults));
    const std::vector<TerminalId> inputs = left_of(design, &Attachment::entry);
    const std::vector<TerminalId> outputs = left_of(design, &Attachment::exit);
    std::vector<TraceEntry> packets;
    for (const TerminalId from : inputs) {
      for (const TerminalId to : outputs) {
        EXPECT_TRUE(is_reachable(*design.topology, *design.routing,
                                 design.topology->attachment(from).entry.node,
                                 design.topology->attachment(to).exit.node));
        packets.push_back({from, {0, to, 1}});
      }
    }
    if (packets.empty()) continue;
    std::stable_sort(packets.begin(), packets.end(),
                     [](const TraceEntry& a, const TraceEntry& b) { return a.source < b.source; });
    const Experiment closed = with_packets(experiment, packets);
    FastBench bench(closed);
    EXPECT_TRUE(bench.drain(200000)) << bench.bench.scoreboard.log().pending() << " packets are missing";
    EXPECT_EQ(bench.bench.scoreboard.failure() + bench.bench.links.failure(), "");
  }
}

}  // namespace
}  // namespace switchyard
