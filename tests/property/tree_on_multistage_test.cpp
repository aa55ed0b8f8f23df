#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "hw/analysis/zero_load.h"
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
  std::string yaml() const {
    const bool one_stage = dimension == digit_bits;
    return "topology: {kind: multistage, terminals: " + std::to_string(1 << dimension) +
           ", switch: " + std::to_string(1 << digit_bits) + ", labels: " + labels +
           (one_stage ? "" : ", wiring: " + wiring) + "}\nrouter: {" + router +
           "}\n"
           "routing: {kind: destination_tag}\nworkload: {kind: messages, graph: quadtree, " +
           keys() + "}\n";
  }
  CommunicationTree tree() const { return {dimension, d, root}; }
};

/// What came when, and how long it took.
struct Outcome {
  std::map<std::pair<TerminalId, TerminalId>, Cycle> came;  ///< Of the last round.
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
    outcome_.last = now;
    outcome_.shortest = std::min(outcome_.shortest, now - record.created);
    outcome_.longest = std::max(outcome_.longest, now - record.created);
  }

 private:
  Outcome& outcome_;
};

Outcome outcome_of(const TreeRun& run) {
  const Experiment experiment = experiment_from(run.yaml());
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
  while (!source->listening()->exhausted() && engine.now() < 1'000'000) engine.step_cycle();
  EXPECT_EQ(scoreboard.failure() + links.failure() + source->listening()->failure(), "");
  EXPECT_EQ(source->listening()->figures().left_over, 0U);
  return outcome;
}

bool all_are_their_own_children(const CommunicationTree& tree, int level) {
  const std::vector<TreeLabel> parents = tree.labels(level + 1);
  return std::all_of(parents.begin(), parents.end(),
                     [&](TreeLabel parent) { return level == 0 && tree.parent(parent, level) == parent; });
}

/// In which cycle the last message of each level comes: in the order in which the levels take their turns.
std::vector<Cycle> ends_by_closed_form(const TreeRun& run, Cycle zero_load) {
  std::vector<Cycle> ends;
  const CommunicationTree tree = run.tree();
  Cycle begin = 0;
  for (int turn = 0; turn < tree.levels(); ++turn) {
    const int level = run.ascend ? turn : tree.levels() - 1 - turn;
    const Cycle own = all_are_their_own_children(tree, level) ? 1 : 0;
    const Cycle behind = static_cast<Cycle>(tree.descendants(level)) - own - 1;
    ends.push_back(begin + run.compute + zero_load + behind * static_cast<Cycle>(run.flits));
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
  EXPECT_EQ(ends_of(run, outcome), ends_by_closed_form(run, outcome.zero_load));
  EXPECT_EQ(outcome.shortest, outcome.zero_load);
  EXPECT_TRUE(!run.scheduled || outcome.longest == outcome.zero_load) << outcome.longest;
}

class TreesOnMultistage : public testing::TestWithParam<std::pair<int, int>> {};

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
      TreeRun run;
      run.router = kCircuits;
      run.dimension = dimension;
      run.digit_bits = digit_bits;
      run.d = dimension;
      run.root = 5;
      run.scheduled = scheduled;
      run.flits = flits;
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

TEST(TreesOnMultistage, TakeTheSameForEveryRoot) {
  for (const auto& [dimension, digit_bits] : std::vector<std::pair<int, int>>{{4, 2}, {5, 1}, {6, 2}}) {
    for (const int d : {1, 2, 3, 4}) {
      for (TerminalId root = 0; root < TerminalId{1} << dimension; ++root) {
        TreeRun run;
        run.dimension = dimension;
        run.digit_bits = digit_bits;
        run.d = d;
        run.root = root;
        run.scheduled = root % 2 == 0;
        run.ascend = root % 3 != 0;
        expect_closed_form(run);
      }
    }
  }
}

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
