#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include <gtest/gtest.h>

#include "hw/design/proof/ranade_verdict.h"
#include "hw/router/combining/ranade_config.h"
#include "hw/topology/butterfly.h"
#include "testbench/pram/pram_patterns.h"
#include "tests/support/crossed_router.h"
#include "tests/support/pram_faults.h"
#include "tests/support/pram_scripts.h"
#include "tests/support/stuttering_router.h"

// The combining machine with faulty links and nodes: what it survives, and that it then is a PRAM as before.

namespace switchyard {
namespace {

/// Judges by walking every way, link by link, as the definition of the topology has them.
class Walker {
 public:
  explicit Walker(const Topology& topology) : topology_(topology), shape_(*topology.shape<Butterfly>()) {}

  bool row_works(NodeId row) const {
    for (int column = 0; column < shape_.columns(); ++column) {
      for (int link = 0; link < shape_.straight_links(); ++link) {
        const bool used = link == 2 || (link == 0 && (column != 0 || shape_.straight_links() == 1));
        if (used && topology_.is_open({shape_.node_at(column, row), shape_.up_straight(link)})) return false;
      }
    }
    return true;
  }
  std::vector<NodeId> working_rows() const {
    std::vector<NodeId> rows;
    for (NodeId row = 0; row < shape_.row_count(); ++row) {
      if (row_works(row)) rows.push_back(row);
    }
    return rows;
  }
  /// For every row one way, even or odd, that all others can take to it.
  bool all_reach_all() const {
    const std::vector<NodeId> rows = working_rows();
    return std::all_of(rows.begin(), rows.end(), [&](NodeId to) {
      const std::vector<NodeId> paths =
          shape_.has_extra_column() ? std::vector<NodeId>{0, 1} : std::vector{to & 1};
      return std::any_of(paths.begin(), paths.end(), [&](NodeId odd) {
        return std::all_of(rows.begin(), rows.end(), [&](NodeId from) { return leads(from, to, odd); });
      });
    });
  }

 private:
  bool leads(NodeId from, NodeId to, NodeId odd) const {
    NodeId row = from;
    for (int column = 0; column < shape_.columns(); ++column) {
      const int bit = column == shape_.dimensions() ? 0 : column;
      const NodeId wanted = column == 0 ? odd : to >> bit & 1;
      const bool across = (row >> bit & 1) != wanted;
      const int straight = shape_.straight_links() == 1 ? 0 : 1;
      const PortId port = across ? shape_.up_cross() : shape_.up_straight(straight);
      if (topology_.is_open({shape_.node_at(column, row), port})) return false;
      if (across) row ^= NodeId{1} << bit;
    }
    return row == to;
  }

  const Topology& topology_;
  const Butterfly& shape_;
};

PramSetup faulty_setup(std::uint64_t seed) {
  RandomStream random(seed, /*node=*/0, Purpose::Selection);
  const auto from_one = [&](std::uint32_t most) { return 1 + static_cast<int>(random.below(most)); };
  PramSetup setup;
  setup.dimensions = 1 + from_one(4);
  setup.own_wires = random.below(3) != 0;
  setup.extra_column = random.below(8) != 0;
  setup.link_latency = from_one(2);
  setup.queue = from_one(3);
  setup.directions = from_one(20);
  setup.combining = random.below(4) != 0;
  setup.words = 4U << setup.dimensions;
  setup.seed = seed;
  setup.pace = {.in_flight = static_cast<Step>(from_one(6)), .period = 0, .think = random.below(5)};
  add_random_faults(setup, from_one(8), random);
  return setup;
}

void expect_sequential_pram(PramBench& bench) {
  ASSERT_TRUE(bench.run(1'000'000)) << bench.scoreboard.failure() << bench.monitor.failure();
  EXPECT_EQ(bench.scoreboard.failure(), "");
  EXPECT_EQ(bench.monitor.failure(), "");
  EXPECT_TRUE(bench.monitor.drained());
}

class RanadeFaults : public testing::TestWithParam<std::uint64_t> {};

#ifdef __SANITIZE_ADDRESS__
constexpr std::uint64_t kRounds = 12;
constexpr Step kSteps = 10;
#else
constexpr std::uint64_t kRounds = 60;
constexpr Step kSteps = 40;
#endif

TEST_P(RanadeFaults, EveryStepOfWhatIsLeftIsThatOfASequentialPram) {
  const PramSetup setup = faulty_setup(GetParam());
  Design design = pram_design(setup);
  if (GetParam() % 2 == 0) {
    design.make_router = [make = design.make_router](NodeId node) {
      return std::make_unique<StutteringRouter>(make(node), node, /*seed=*/1, /*one_in=*/2);
    };
  }
  MixedProgram program(kSteps, design.router.as<RanadeConfig>()->paths->processors(), setup.words,
                       setup.seed);
  PramBench bench(setup, program, design);
  expect_sequential_pram(bench);
  if (setup.combining) {
    EXPECT_EQ(bench.monitor.requests_served(), bench.scoreboard.wanted_words());
  }
}

TEST_P(RanadeFaults, ItWorksIfAndOnlyIfEveryRowHasAWayThatAllOthersCanTake) {
  RandomStream random(GetParam(), /*node=*/1, Purpose::Selection);
  int works = 0;
  int broken = 0;
  for (int round = 0; round < 40; ++round) {
    PramSetup setup;
    setup.dimensions = 1 + static_cast<int>(random.below(4));
    setup.own_wires = random.below(2) == 0;
    setup.extra_column = random.below(4) != 0;
    const Topology whole = pram_topology(setup);
    for (std::uint32_t faults = 1 + random.below(6); faults != 0; --faults)
      for (const PortRef& link : random_fault(whole, random)) setup.faults.push_back(link);
    const Topology rest = whole.without(setup.faults);
    const Walker walker(rest);
    const RanadePaths paths(rest);
    EXPECT_EQ(paths.rows(), walker.working_rows());
    EXPECT_EQ(!paths.gap(), walker.all_reach_all());
    ++(paths.gap() ? broken : works);
  }
  EXPECT_GT(works, 0);
  EXPECT_GT(broken, 0);
}

/// Of what one node sends, something arrives at a switch, and the other way round.
TEST_P(RanadeFaults, EveryStreamHasTwoEndsAndTheirGraphNoCycle) {
  const Design design = pram_design(faulty_setup(GetParam()));
  const Topology& topology = *design.topology;
  std::multiset<std::tuple<NodeId, PortId, VcId>> sent;
  std::multiset<std::tuple<NodeId, PortId, VcId>> received;
  for (NodeId node = 0; node < topology.node_count(); ++node) {
    const std::unique_ptr<RouterCore> core = design.make_router(node);
    for (const RanadeRouter::Switch& part : dynamic_cast<const RanadeRouter&>(*core).switches()) {
      EXPECT_FALSE(part.in.empty());
      EXPECT_FALSE(part.out.empty());
      for (const StreamPlace& in : part.in) {
        if (in.port != topology.terminal_port()) received.insert({node, in.port, in.vc});
      }
      for (const StreamPlace& out : part.out) {
        if (out.port == topology.terminal_port()) continue;
        ASSERT_FALSE(topology.is_open({node, out.port}));
        const PortRef& far = topology.peer({node, out.port});
        sent.insert({far.node, far.port, out.vc});
      }
    }
  }
  EXPECT_EQ(sent, received);
  const DeadlockVerdict verdict = verdict_of_ranade(design);
  EXPECT_EQ(verdict.kind, DeadlockVerdict::Kind::Acyclic) << verdict.reason;
}

INSTANTIATE_TEST_SUITE_P(Random, RanadeFaults, testing::Range<std::uint64_t>(1, 1 + kRounds));

TEST(RanadeExtraColumn, SurvivesEveryLinkAndNodeAtThePriceOfAtMostARow) {
  for (const int n : {1, 2, 3, 4}) {
    for (const bool own_wires : {false, true}) {
      const Topology whole = pram_topology({.dimensions = n, .own_wires = own_wires, .extra_column = true});
      const Butterfly& shape = *whole.shape<Butterfly>();
      for (NodeId node = 0; node < whole.node_count(); ++node) {
        std::vector<PortRef> all;
        for (PortId port = 0; port < whole.terminal_port(); ++port) {
          all.push_back({node, port});
          const RanadePaths paths(whole.without({{node, port}}));
          EXPECT_FALSE(paths.gap());
          const bool of_phase_2 =
              port == shape.up_cross() || port == shape.down_cross() ||
              (own_wires && (port == shape.up_straight(1) || port == shape.down_straight(1)));
          const bool idle =
              own_wires && ((port == shape.up_straight(0) && shape.column(node) == 0) ||
                            (port == shape.down_straight(0) && shape.column(node) == 1 % shape.columns()));
          EXPECT_EQ(paths.rows().size(), shape.row_count() - (of_phase_2 || idle ? 0 : 1));
        }
        const RanadePaths paths(whole.without(all));
        EXPECT_FALSE(paths.gap());
        EXPECT_EQ(paths.rows().size(), shape.row_count() - 1);
      }
    }
  }
}

TEST(RanadeExtraColumn, WithoutItNoLinkOfPhase2CanBeSpared) {
  const Topology whole = pram_topology({.dimensions = 3});
  const Butterfly& shape = *whole.shape<Butterfly>();
  for (NodeId node = 0; node < whole.node_count(); ++node) {
    EXPECT_TRUE(RanadePaths(whole.without({{node, shape.up_cross()}})).gap());
    EXPECT_TRUE(RanadePaths(whole.without({{node, shape.up_straight(1)}})).gap());
  }
}

TEST(RanadeExtraColumn, NoRequestTakesTheFaultyWay) {
  PramSetup setup{.dimensions = 3, .extra_column = true, .words = 64};
  const Butterfly shape(3, 3, true);
  const NodeId node = shape.node_at(2, 5);
  setup.faults = {{node, shape.up_cross()}, {node, shape.up_straight(1)}};
  ScriptedProgram program(20, shape.node_count(),
                          [](NodeId p, Step step) { return reading((p + step) % 64); });
  PramBench bench(setup, program);
  const RanadePaths& paths = bench.paths;
  EXPECT_EQ(paths.processors(), shape.node_count());
  expect_sequential_pram(bench);
  int around = 0;
  for (NodeId row = 0; row < shape.row_count(); ++row) around += paths.heads_for()[row] != row;
  EXPECT_EQ(around, 2);  // Rows 1 and 5 or their like: those that node (2, 5) leads to.
}

/// What the paper suspects: if the requests of one row take the other way, they meet in another order.
TEST(RanadeExtraColumn, AWayThatDependsOnTheSourceSpoilsMultiprefixAndNothingElse) {
  PramSetup setup{.dimensions = 3, .extra_column = true, .words = 64};
  const Butterfly shape(3, 3, true);
  const auto run = [&](const ScriptedProgram::Script& script) {
    ScriptedProgram program(20, shape.node_count(), script);
    Design design = pram_design(setup);
    design.make_router = [make = design.make_router, &shape](NodeId node) -> std::unique_ptr<RouterCore> {
      if (node != shape.node_at(0, 2)) return make(node);
      return std::make_unique<CrossedRouter>(make(node), shape.up_straight(1), shape.up_cross());
    };
    PramBench bench(setup, program, design);
    bench.run(100'000);
    EXPECT_EQ(bench.monitor.failure(), "");
    return bench.scoreboard.failure();
  };
  EXPECT_EQ(run([](NodeId p, Step step) { return reading((p * step) % 64); }), "");
  EXPECT_EQ(run([](NodeId p, Step step) {
              return PramOperation{step, Operation::WriteArbitrary, true, p};
            }),
            "");
  EXPECT_NE(run([](NodeId p, Step step) {
              return PramOperation{step, Operation::Add, false, p + 1};
            }).find("from the multiprefix"),
            std::string::npos);
}

/// A mutant of the choice: column 0 takes another node for the faulty one.
TEST(RanadeExtraColumn, AWrongWayIsSeen) {
  PramSetup setup{.dimensions = 3, .extra_column = true, .words = 64};
  const Butterfly shape(3, 3, true);
  const auto cut_off = [&](NodeId row) {
    const NodeId node = shape.node_at(2, row);
    return std::vector<PortRef>{{node, shape.up_cross()}, {node, shape.up_straight(1)}};
  };
  setup.faults = cut_off(4);
  const Design wrong = pram_design(setup);
  setup.faults = cut_off(5);
  Design design = pram_design(setup);
  design.make_router = [make = design.make_router, &wrong, &shape](NodeId node) {
    return shape.column(node) == 0 ? wrong.make_router(node) : make(node);
  };
  MixedProgram program(20, shape.node_count(), setup.words, /*seed=*/1);
  PramBench bench(setup, program, design);
  bench.run(100'000);
  EXPECT_NE(bench.scoreboard.failure(), "");
}

}  // namespace
}  // namespace switchyard
