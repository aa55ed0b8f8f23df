#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "hw/analysis/zero_load.h"
#include "hw/topology/multistage.h"
#include "testbench/messages/graph_catalog.h"
#include "testbench/messages/message_source.h"
#include "testbench/traffic/network_interface.h"
#include "testbench/tree/communication_tree.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

constexpr const char* kPackets = "kind: duato, virtual_channels: 1, input_depth: 8, output_depth: 2";
constexpr const char* kCircuits = "kind: circuit";
constexpr const char* kOpenCircuits = "kind: circuit, answer: none";

struct TreeRun {
  std::string router = kPackets;
  int dimension = 4;
  int digit_bits = 1;
  int d = 2;
  std::string wiring = "baseline";
  std::string labels = "paper";
  TerminalId root = 0;
  bool ascend = true;
  bool scheduled = true;
  bool pipelined = false;
  Cycle rounds = 1;
  Cycle compute = 0;
  int flits = 1;

  std::string keys() const {
    return (d == 1 ? "stretch: true" : "descendants: " + std::to_string(1 << d)) +
           ", root: " + std::to_string(root) + ", direction: " + (ascend ? "ascend" : "descend") +
           ", slots: " + (scheduled ? "scheduled" : "none") +
           ", levels: " + (pipelined ? "pipelined" : "one_at_a_time") +
           ", rounds: " + std::to_string(rounds) + ", compute: " + std::to_string(compute) +
           ", message_length: " + std::to_string(flits);
  }
  std::string network() const {
    const bool one_stage = dimension == digit_bits;
    return "topology: {kind: multistage, terminals: " + std::to_string(1 << dimension) +
           ", switch: " + std::to_string(1 << digit_bits) + ", labels: " + labels +
           (one_stage ? "" : ", wiring: " + wiring) + "}\nrouter: {" + router +
           "}\n"
           "routing: {kind: destination_tag}\n";
  }
  std::string yaml() const {
    return network() + "workload: {kind: messages, graph: quadtree, " + keys() + "}\n";
  }
  CommunicationTree tree() const { return {dimension, d, root}; }
};

/// What came when, and how long it took.
struct Outcome {
  std::map<std::pair<TerminalId, TerminalId>, Cycle> came;  ///< Of the last round.
  std::map<TerminalId, Cycle> count;                        ///< Of the packets of each sender.
  Cycle last = 0;
  Cycle shortest = kNever;
  Cycle longest = 0;
  Cycle zero_load = 0;
};

class Listener final : public DeliveryListener {
 public:
  explicit Listener(Outcome& outcome) : outcome_(outcome) {}
  void on_created(NodeId, const PacketRecord&) override {}
  void on_flits(NodeId, NodeId, std::uint64_t) override {}
  void on_delivered(PacketId, NodeId source, const PacketRecord& record, Cycle now) override {
    outcome_.came[{source, record.destination}] = now;
    ++outcome_.count[source];
    outcome_.last = now;
    outcome_.shortest = std::min(outcome_.shortest, now - record.created);
    outcome_.longest = std::max(outcome_.longest, now - record.created);
  }

 private:
  Outcome& outcome_;
};

/// Until nothing is left to come, or for so many cycles.
Outcome outcome_of(const Experiment& experiment, const TreeRun& run, Cycle most) {
  const Design& design = experiment.design;
  Outcome outcome;
  outcome.zero_load = zero_load_latency(design.router.timing,
                                        ZeroLoadPath::over(run.dimension / run.digit_bits - 1, 1), run.flits);
  Listener listener(outcome);
  const std::unique_ptr<PacketSource> source = experiment.injection.make_source();
  DeliveryNews news(*source, listener);
  Scoreboard scoreboard(design.topology->terminal_count(), design.router.terminal.virtual_channels,
                        news.ear());
  LinkMonitor links(design, scoreboard);
  FastEngine engine(
      design,
      [&](TerminalId t) {
        return std::make_unique<NetworkInterface>(t, design.terminal_at(t), *source, scoreboard);
      },
      &links);
  const ListeningSource* const listening = source->listening();
  while (engine.now() < most && (listening == nullptr || !listening->exhausted())) engine.step_cycle();
  EXPECT_EQ(scoreboard.failure() + links.failure(), "");
  if (listening != nullptr) {
    EXPECT_EQ(listening->failure(), "");
    EXPECT_EQ(listening->figures().left_over, 0U);
  }
  return outcome;
}

Outcome outcome_of(const TreeRun& run) { return outcome_of(experiment_from(run.yaml()), run, 1'000'000); }

bool all_are_their_own_children(const CommunicationTree& tree, int level) {
  const std::vector<TreeLabel> parents = tree.labels(level + 1);
  return std::all_of(parents.begin(), parents.end(),
                     [&](TreeLabel parent) { return level == 0 && tree.parent(parent, level) == parent; });
}

/// In which cycle the last message of each level comes: in the order in which the levels take their turns.
/// `apart`: cycles between two messages of a parent.
std::vector<Cycle> ends_by_closed_form(const TreeRun& run, Cycle zero_load, int apart) {
  std::vector<Cycle> ends;
  const CommunicationTree tree = run.tree();
  Cycle begin = 0;
  for (int turn = 0; turn < tree.levels(); ++turn) {
    const int level = run.ascend ? turn : tree.levels() - 1 - turn;
    const Cycle own = all_are_their_own_children(tree, level) ? 1 : 0;
    const Cycle behind = static_cast<Cycle>(tree.descendants(level)) - own - 1;
    ends.push_back(begin + run.compute + zero_load + behind * static_cast<Cycle>(apart));
    begin = ends.back() + 1;
  }
  return ends;
}

std::vector<Cycle> ends_of(const TreeRun& run, const Outcome& outcome) {
  const CommunicationTree tree = run.tree();
  std::vector<Cycle> ends(tree.levels(), 0);
  for (int turn = 0; turn < tree.levels(); ++turn) {
    const int level = run.ascend ? turn : tree.levels() - 1 - turn;
    for (const TreePath& up : tree.messages(level)) {
      if (up.from == up.to) continue;
      const auto path = run.ascend ? std::pair(up.from, up.to) : std::pair(up.to, up.from);
      ends[turn] = std::max(ends[turn], outcome.came.at(path));
    }
  }
  return ends;
}

void expect_closed_form(const TreeRun& run) {
  SCOPED_TRACE(run.yaml());
  const Outcome outcome = outcome_of(run);
  EXPECT_EQ(ends_of(run, outcome), ends_by_closed_form(run, outcome.zero_load, run.flits));
  EXPECT_EQ(outcome.shortest, outcome.zero_load);
  EXPECT_TRUE(!run.scheduled || outcome.longest == outcome.zero_load) << outcome.longest;
}

class TreesOnMultistage : public testing::TestWithParam<std::pair<int, int>> {};

/// A tree of 2^d descendants on circuits that are answered. `network`: the bits of a label and of a digit.
TreeRun circuits_of(std::pair<int, int> network, int d, int flits) {
  TreeRun run;
  run.router = kCircuits;
  run.dimension = network.first;
  run.digit_bits = network.second;
  run.d = d;
  run.root = 5;
  run.flits = flits;
  return run;
}

/// A level takes the time of a path, the messages behind the first one to a parent, and a cycle for the
/// barrier.
TEST_P(TreesOnMultistage, EachLevelTakesWhatTheClosedFormSays) {
  const auto [dimension, digit_bits] = GetParam();
  for (int d = 1; d <= dimension; ++d) {
    for (const bool ascend : {true, false}) {
      for (const bool scheduled : {true, false}) {
        TreeRun run;
        run.dimension = dimension;
        run.digit_bits = digit_bits;
        run.d = d;
        run.root = 7;
        run.ascend = ascend;
        run.scheduled = scheduled;
        expect_closed_form(run);
        run.compute = 5;
        run.flits = 3;
        expect_closed_form(run);
        run.router = kOpenCircuits;
        expect_closed_form(run);
      }
    }
  }
}

/// A circuit that is answered keeps the link to the parent: for the answer, and longer packets for its way
/// back and theirs.
TEST_P(TreesOnMultistage, OfOneLevelOnAnsweredCircuitsTakeOneCircuitBehindTheOther) {
  const auto [dimension, digit_bits] = GetParam();
  const int stages = dimension / digit_bits;
  for (const int flits : {1, 2, 3, 8}) {
    for (const bool scheduled : {true, false}) {
      TreeRun run = circuits_of(GetParam(), dimension, flits);
      run.scheduled = scheduled;
      SCOPED_TRACE(run.yaml());
      const int circuit = flits == 1 ? 3 : 2 * stages + flits - 1;
      const Outcome outcome = outcome_of(run);
      EXPECT_EQ(outcome.shortest, outcome.zero_load);
      const Cycle last = outcome.zero_load + static_cast<Cycle>(((1 << dimension) - 2) * circuit);
      EXPECT_GE(outcome.last, last);
      // Lone headers may meet before the last stage, until one waits in each.
      EXPECT_LT(outcome.last, last + (flits == 1 ? static_cast<Cycle>(stages) : 1));
    }
  }
}

/// Of several levels, too: the circuits of one parent do not hold up those of another.
TEST_P(TreesOnMultistage, OnAnsweredCircuitsTakeTheSumOfTheirLevels) {
  const auto [dimension, digit_bits] = GetParam();
  for (int d = 1; d < dimension; ++d) {
    for (const int flits : {2, 3, 8}) {
      TreeRun run = circuits_of(GetParam(), d, flits);
      run.scheduled = flits == 3;
      run.ascend = d % 2 == 0;
      SCOPED_TRACE(run.yaml());
      const Outcome outcome = outcome_of(run);
      const int circuit = 2 * dimension / digit_bits + flits - 1;
      EXPECT_EQ(ends_of(run, outcome), ends_by_closed_form(run, outcome.zero_load, circuit));
    }
  }
}

/// Nothing waits for anything, however many rounds are under way.
TEST_P(TreesOnMultistage, PipelinedInSlotsARoundEndsAPeriodAfterTheOneBefore) {
  const auto [dimension, digit_bits] = GetParam();
  for (int d = 1; d <= dimension; ++d) {
    for (const bool ascend : {true, false}) {
      TreeRun run;
      run.dimension = dimension;
      run.digit_bits = digit_bits;
      run.d = d;
      run.root = 3;
      run.ascend = ascend;
      run.pipelined = true;
      run.compute = static_cast<Cycle>(d);
      run.flits = 1 + d % 3;
      SCOPED_TRACE(run.yaml());
      const Outcome one = outcome_of(run);
      run.rounds = 12;
      const Outcome many = outcome_of(run);
      EXPECT_EQ(many.shortest, many.zero_load);
      EXPECT_EQ(many.longest, many.zero_load);
      const auto period = static_cast<Cycle>(run.tree().most_descendants() * run.flits);
      EXPECT_EQ(many.last, one.last + 11 * period);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, TreesOnMultistage,
                         testing::Values(std::pair(4, 1), std::pair(4, 2), std::pair(5, 1), std::pair(6, 1),
                                         std::pair(6, 2), std::pair(6, 3), std::pair(7, 1), std::pair(8, 1),
                                         std::pair(8, 2)));

/// m, n and d.
class EveryRoot : public testing::TestWithParam<std::tuple<int, int, int>> {
 protected:
  template <class Check>
  static void for_each_root(Check&& check) {
    const auto [dimension, digit_bits, d] = GetParam();
    for (TerminalId root = 0; root < TerminalId{1} << dimension; ++root) {
      TreeRun run;
      run.dimension = dimension;
      run.digit_bits = digit_bits;
      run.d = d;
      run.root = root;
      check(run);
    }
  }
};

TEST_P(EveryRoot, TakesWhatTheClosedFormSaysBothWays) {
  for_each_root([](TreeRun run) {
    run.scheduled = run.root % 2 == 0;
    expect_closed_form(run);
    run.ascend = false;
    expect_closed_form(run);
  });
}

/// Inner and outer messages of two rounds at once.
TEST_P(EveryRoot, TakesTheSamePipelinedInSlots) {
  std::map<bool, Cycle> last;
  for_each_root([&](TreeRun run) {
    run.pipelined = true;
    run.rounds = 2;
    run.ascend = run.root % 2 == 0;
    const Outcome outcome = outcome_of(run);
    EXPECT_EQ(outcome.longest, outcome.zero_load) << run.yaml();
    EXPECT_EQ(outcome.last, last.try_emplace(run.ascend, outcome.last).first->second) << run.yaml();
  });
}

std::vector<std::tuple<int, int, int>> trees_of_up_to_64() {
  std::vector<std::tuple<int, int, int>> trees;
  for (const auto& [m, n] : {std::pair(4, 1), std::pair(4, 2), std::pair(5, 1), std::pair(6, 1),
                             std::pair(6, 2), std::pair(6, 3)}) {
    for (int d = 1; d <= m; ++d) trees.emplace_back(m, n, d);
  }
  return trees;
}

INSTANTIATE_TEST_SUITE_P(Trees, EveryRoot, testing::ValuesIn(trees_of_up_to_64()));

TEST(TreesOnMultistage, InSlotsTakeTheSameInEveryCycleOfEveryWiring) {
  for (const bool pipelined : {false, true}) {
    for (const int d : {1, 2, 3, 4, 6}) {
      TreeRun run;
      run.dimension = 6;
      run.digit_bits = 2;
      run.d = d;
      run.root = 40;
      run.pipelined = pipelined;
      run.rounds = 4;
      run.flits = 2;
      const Outcome baseline = outcome_of(run);
      for (const char* wiring : {"reverse_baseline", "omega", "flip", "butterfly", "cube"}) {
        run.wiring = wiring;
        const Outcome outcome = outcome_of(run);
        EXPECT_EQ(outcome.came, baseline.came) << run.yaml();
        EXPECT_EQ(outcome.longest, outcome.zero_load) << run.yaml();
      }
    }
  }
}

/// Theorem 2 in cycles: every terminal sends a flit in every cycle, and none waits.
TEST(PermutationsOnMultistage, ReversedBitsPassAtFullRateInEveryWiring) {
  constexpr Cycle kCycles = 300;
  for (const int digit_bits : {1, 2, 3}) {
    for (const std::string& wiring : kWirings) {
      TreeRun run;
      run.dimension = 6;
      run.digit_bits = digit_bits;
      run.wiring = wiring;
      const Experiment experiment =
          experiment_from(run.network() + "traffic: {pattern: bit_reversal, packet_length: 1, load: 1.0}\n");
      const Outcome outcome = outcome_of(experiment, run, kCycles);
      SCOPED_TRACE(run.network());
      EXPECT_EQ(outcome.shortest, outcome.zero_load);
      EXPECT_EQ(outcome.longest, outcome.zero_load);
      EXPECT_EQ(outcome.count.size(), 64U - 8U);  // Eight labels are their own reversal, and stay at home.
      for (const auto& [source, count] : outcome.count)
        EXPECT_EQ(count, kCycles - outcome.zero_load) << source;
    }
  }
}

TEST(TreesOnMultistage, WithoutTheLabelsOfThePaperMeetConflictsInSomeWirings) {
  for (const char* wiring : {"omega", "flip", "butterfly", "cube"}) {
    TreeRun run;
    run.dimension = 6;
    run.digit_bits = 2;
    run.wiring = wiring;
    run.labels = "natural";
    run.pipelined = true;
    run.rounds = 4;
    const Outcome outcome = outcome_of(run);
    EXPECT_GT(outcome.longest, outcome.zero_load) << wiring;
  }
}

}  // namespace
}  // namespace switchyard
