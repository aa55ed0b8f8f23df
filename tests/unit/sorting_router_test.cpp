#include "hw/router/sorting/sorting_router.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <memory>

#include "hw/topology/builders.h"
#include "tests/support/sorting_bench.h"

namespace switchyard {
namespace {

using Kind = SortingProgram::Kind;

/// Steps of a pass upwards or downwards and of a sort, in closed form.
struct Steps {
  int pass;
  int sort;
};

Steps steps_on_cube(int n) { return {n, n * (n + 1) / 2}; }
Steps steps_on_shuffle(int n) {
  int sort = 0;
  for (int s = 1; s <= n; ++s) sort += s + (s - 1) + std::min(s - 1, n - s + 1);
  return {2 * n, sort};
}
/// Row major: bit b is bit b mod m of a coordinate; shuffled: bit b / q.
Steps steps_on_grid(int q, int m, bool shuffled) {
  Steps steps{q * ((1 << m) - 1), 0};
  for (int b = 0; b < q * m; ++b) steps.sort += (q * m - b) << (shuffled ? b / q : b % m);
  return steps;
}

void expect_steps(const Topology& topology, ExchangeNetwork::Index index, const Steps& steps) {
  const std::optional<ExchangeNetwork> network = ExchangeNetwork::of(topology, index);
  ASSERT_TRUE(network.has_value());
  const auto of = [&](Kind kind) {
    return static_cast<int>(network->steps_of(SortingProgram::of(kind)).size());
  };
  for (const Kind kind : {Kind::Rank, Kind::Leaders, Kind::Concentrate, Kind::Distribute, Kind::Generalize,
                          Kind::ShiftUp, Kind::ShiftDown})
    EXPECT_EQ(of(kind), steps.pass) << topology.kind();
  EXPECT_EQ(of(Kind::Sort), steps.sort) << topology.kind();
  EXPECT_EQ(of(Kind::Read), 2 * steps.sort + 5 * steps.pass) << topology.kind();
  EXPECT_EQ(of(Kind::WriteLeast), steps.sort + 3 * steps.pass) << topology.kind();
  EXPECT_EQ(of(Kind::WriteCombined), steps.sort + 3 * steps.pass) << topology.kind();
}

TEST(SortingSteps, AreTheirClosedFormsOnEveryNetworkOfUpTo4096Processors) {
  using Index = ExchangeNetwork::Index;
  for (int n = 1; n <= 12; ++n)
    expect_steps(build_hypercube({.dimensions = n}), Index::RowMajor, steps_on_cube(n));
  for (int n = 2; n <= 12; ++n)
    expect_steps(build_shuffle_exchange({.dimensions = n}), Index::RowMajor, steps_on_shuffle(n));
  for (int q = 1; q <= 6; ++q) {
    for (int m = 1; q * m <= 12; ++m) {
      const std::vector<int> radix(q, 1 << m);
      for (const Topology& topology : {build_mesh({.radix = radix}), build_torus({.radix = radix})}) {
        expect_steps(topology, Index::RowMajor, steps_on_grid(q, m, false));
        expect_steps(topology, Index::Shuffled, steps_on_grid(q, m, true));
      }
    }
  }
}

class SortingPrograms : public testing::TestWithParam<std::uint64_t> {};

TEST_P(SortingPrograms, LeaveInEveryProcessorWhatASequentialComputerFinds) {
  for (std::uint64_t n = GetParam(); n < GetParam() + 50; ++n) {
    SortingParts parts(random_sorting(n));
    EXPECT_EQ(fault_in_sorting(parts), "") << parts.setup.text();
  }
}

INSTANTIATE_TEST_SUITE_P(Random, SortingPrograms, testing::Range<std::uint64_t>(1, 401, 50));

/// The 0-1 principle: what sorts all sequences of zeros and ones sorts everything.
TEST(CompareExchange, SortsAllSequencesOfZerosAndOnes) {
  for (int n = 1; n <= 4; ++n) {
    const SortingParts parts({.topology = fmt::format("kind: hypercube, dimensions: {}", n)});
    const std::vector<ExchangeStep>& steps = parts.plans.steps[static_cast<std::size_t>(Kind::Sort)];
    const NodeId all = parts.plans.network.processors();
    for (std::uint32_t sequence = 0; sequence < 1U << all; ++sequence) {
      std::uint32_t keys = sequence;
      for (const ExchangeStep& step : steps) {
        std::uint32_t next = keys;
        for (NodeId i = 0; i < all; ++i) {
          const bool ascending = step.stage == n || (i >> step.stage & 1) == 0;
          const bool upper = (i >> step.bit & 1) != 0;
          const std::uint32_t other = keys >> (i ^ 1U << step.bit) & 1;
          if (takes_other({keys >> i & 1, other, upper != ascending}))
            next = (next & ~(1U << i)) | other << i;
        }
        keys = next;
      }
      const int ones = std::popcount(sequence);
      ASSERT_EQ(keys, ((1U << ones) - 1) << (static_cast<int>(all) - ones)) << "of " << sequence;
    }
  }
}

TEST(SortingRecord, GoesOverALinkWhole) {
  RandomStream random(1, 0, Purpose::Program);
  for (int n = 0; n < 1000; ++n) {
    const SortingRecord record{random.below(8192), random.below(8192),     random.below(8192),
                               random.below(8192), random.below(1U << 31), random.below(2) == 1};
    EXPECT_EQ(record_of(to_flit(record)), record);
    const SortingCounts counts{random.below(8192), random.below(8192),   random.below(8192),
                               random.below(8192), random.below(2) == 1, random.below(2) == 1};
    EXPECT_EQ(counts_of(to_flit(counts)), counts);
  }
}

/// A node that does something else with what it is given, or gives.
class ChangedNode final : public RouterCore {
 public:
  using Change = std::function<void(PortOutputs&)>;
  ChangedNode(std::unique_ptr<RouterCore> core, Change change)
      : core_(std::move(core)), change_(std::move(change)) {}
  void reset() override { core_->reset(); }
  bool step(const PortInputs& inputs, PortOutputs& outputs) override {
    const bool more = core_->step(inputs, outputs);
    change_(outputs);
    return more;
  }
  void visit_buffers(const std::function<void(const BufferView&)>& visit) const override {
    core_->visit_buffers(visit);
  }
  std::vector<WaitFor> waits_for(const BufferRef& buffer) const override { return core_->waits_for(buffer); }

 private:
  std::unique_ptr<RouterCore> core_;
  Change change_;
};

/// Of every record that node 6 sends from some exchange on: a copy that nobody takes does no harm.
TEST(SortingMutant, RecordsThatAreLostOrChangedAreFound) {
  using Change = std::function<void(PortOutputs&, PortId)>;
  const Change lost = [](PortOutputs& outputs, PortId port) { outputs.flit_ports.clear(port, true); };
  const Change value = [](PortOutputs& outputs, PortId port) { outputs.flits[port].payload ^= 1; };
  const Change issuer = [](PortOutputs& outputs, PortId port) { outputs.flits[port].packet ^= 2; };
  const Change destination = [](PortOutputs& outputs, PortId port) { outputs.flits[port].destination ^= 4; };
  const std::map<Kind, std::vector<Change>> all{{Kind::Sort, {lost, value, issuer, destination}},
                                                {Kind::Read, {lost, value, issuer, destination}},
                                                {Kind::WriteLeast, {lost, value, destination}},
                                                {Kind::WriteCombined, {lost, value, destination}}};
  for (const auto& kind : all) {
    const Kind program = kind.first;
    const std::vector<Change>& changes = kind.second;
    for (std::size_t change = 0; change < changes.size(); ++change) {
      for (const int from : {0, 3, 6}) {
        SortingParts parts({.workload = {.program = program}});
        Design& design = parts.experiment.design;
        design.make_router = [&, make = design.make_router](NodeId node) -> std::unique_ptr<RouterCore> {
          if (node != 6) return make(node);
          return std::make_unique<ChangedNode>(make(node), [&, left = from](PortOutputs& outputs) mutable {
            const PortMask links = outputs.flit_ports & low_bits<PortMask>(4);
            if (links != 0 && left-- <= 0) changes[change](outputs, lowest_bit(links));
          });
        };
        EXPECT_NE(fault_in_sorting(parts), "")
            << "change " << change << " from exchange " << from << " on: " << parts.setup.text();
      }
    }
  }
}

/// The same machine with another program than it is taken for.
TEST(SortingMutant, AProgramWithAPassLeftOutOrDoneTheWrongWayIsFound) {
  const auto fault_of = [](Kind kind, const SortingProgram& changed, std::uint64_t seed) {
    SortingParts parts({.workload = {.program = kind, .share = 0.8}, .seed = seed});
    auto plans = std::make_shared<SortingPlans>(parts.plans);
    const auto number = static_cast<std::size_t>(kind);
    plans->programs[number] = changed;
    plans->steps[number] = plans->network.steps_of(changed);
    parts.experiment.design.make_router = [&, plans](NodeId node) {
      return std::make_unique<SortingRouter>(plans, *parts.experiment.design.topology, node);
    };
    return fault_in_sorting(parts);
  };
  const auto fault_with = [&](Kind kind, const SortingProgram& changed) {
    std::string fault;
    for (std::uint64_t seed = 1; fault.empty() && seed <= 5; ++seed) fault = fault_of(kind, changed, seed);
    return fault;
  };
  for (const Kind kind : {Kind::Read, Kind::WriteLeast, Kind::WriteCombined}) {
    const SortingProgram sound = SortingProgram::of(kind);
    EXPECT_EQ(fault_with(kind, sound), "");
    for (std::size_t phase = 0; phase < sound.phases.size(); ++phase) {
      SortingProgram shorter = sound;
      shorter.phases.erase(shorter.phases.begin() + static_cast<std::ptrdiff_t>(phase));
      EXPECT_NE(fault_with(kind, shorter), "") << "without phase " << phase;
      SortingProgram other = sound;
      Primitive& primitive = other.phases[phase].primitive;
      primitive = primitive == Primitive::Concentrate  ? Primitive::Distribute
                  : primitive == Primitive::Distribute ? Primitive::Concentrate
                  : primitive == Primitive::Sort       ? Primitive::SortByIssuer
                  : primitive == Primitive::Leaders    ? Primitive::Rank
                                                       : Primitive::ShiftUp;
      EXPECT_NE(fault_with(kind, other), "") << "another phase " << phase;
    }
  }
}

}  // namespace
}  // namespace switchyard
