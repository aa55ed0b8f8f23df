#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "hw/router/splitter/link_colours.h"
#include "hw/router/splitter/splitter_config.h"
#include "hw/topology/builders.h"
#include "hw/topology/multibutterfly.h"
#include "tests/support/dice.h"
#include "tests/support/hand_made_packets.h"
#include "tests/support/router_doubles.h"
#include "tests/support/splitter_model.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

using Service = SplitterConfig::Service;

/// What the router and the model are told.
struct SplitterRules {
  int buffer = 1;
  Service service = Service::Any;
  std::uint64_t seed = 1;
};

struct Problem {
  std::string topology;
  int link_latency = 1;
  std::vector<TraceEntry> packets;
};

/// `splitters`: any of these words.
Problem draw_problem(Dice& dice, std::initializer_list<const char*> splitters, int link_latency) {
  const int dimensions = dice.between(1, 4);
  const int multiplicity = dice.between(1, 4);
  const int wiring = dice.between(1, 1000);
  Problem problem{
      fmt::format("topology: {{kind: multibutterfly, dimensions: {}, multiplicity: {}, splitters: "
                  "{}, wiring_seed: {}, link_latency: {}}}\n",
                  dimensions, multiplicity, dice.one_of(splitters), wiring, link_latency),
      link_latency,
      {}};
  const int last = (1 << dimensions) - 1;
  const int rounds = dice.between(1, 6);
  const int spread = dice.between(0, 8);
  for (int n = 0; n < rounds; ++n) {
    for (NodeId source = 0; source <= static_cast<NodeId>(last); ++source) {
      const auto created = static_cast<Cycle>(n * spread);
      problem.packets.push_back({source, {created, static_cast<NodeId>(dice.between(0, last)), 1}});
    }
  }
  return problem;
}

/// The first packet that arrives in another cycle than in the model's, which `run` runs. Empty if none does.
template <class Run>
std::string difference(const Problem& problem, const std::string& router, std::uint64_t seed,
                       const Run& run) {
  const Experiment experiment =
      with_packets(experiment_from(fmt::format(
                       "seed: {}\n{}router: {{kind: splitter, {}}}\nrouting: {{kind: "
                       "multibutterfly}}\ntraffic: {{pattern: uniform, load: 0.1, packet_length: 1}}\n",
                       seed, problem.topology, router)),
                   problem.packets);
  SplitterModel model(*experiment.design.topology, problem.packets);
  run(model);
  FastBench bench(experiment);
  TailTimes times;
  bench.bench.observers.add(&times);
  const PacketLog& log = bench.bench.scoreboard.log();
  for (Cycle now = 0; log.delivered() < problem.packets.size() && now < 100000; now += 50) bench.run(50);
  for (PacketId packet = 0; packet < problem.packets.size(); ++packet) {
    const Cycle expected = model.packet(packet).delivered;
    if (times.of(packet) != expected)
      return fmt::format("packet {} arrives in cycle {}, not in {}", packet, times.of(packet), expected);
  }
  return "";
}

std::string adaptive_difference(const Problem& problem, const SplitterRules& of_router,
                                const SplitterRules& of_model) {
  return difference(problem,
                    fmt::format("input_buffer: {}, service: {}", of_router.buffer,
                                SplitterConfig::kServices[static_cast<std::size_t>(of_router.service)]),
                    of_router.seed, [&](SplitterModel& model) {
                      model.run_adaptive(of_model.buffer, of_model.service == Service::Head, of_model.seed);
                    });
}

std::string coloured_difference(const Problem& problem, int link_latency_of_model) {
  return difference(problem, "choice: colours", /*seed=*/1,
                    [&](SplitterModel& model) { model.run_colours(link_latency_of_model); });
}

class AdaptiveSplitterProperty : public testing::TestWithParam<Service> {};

TEST_P(AdaptiveSplitterProperty, EveryPacketArrivesInTheStepOfTheSequentialMachine) {
  for (std::uint64_t n = 1; n <= 60; ++n) {
    Dice dice(n);
    const Problem problem = draw_problem(dice, {"merged", "apart", "dilated"}, /*link_latency=*/1);
    const SplitterRules rules{dice.between(1, 4), GetParam(), n};
    EXPECT_EQ(adaptive_difference(problem, rules, rules), "") << "problem " << n << ": " << problem.topology;
  }
}

INSTANTIATE_TEST_SUITE_P(Services, AdaptiveSplitterProperty, testing::Values(Service::Any, Service::Head),
                         [](const auto& value) {
                           return SplitterConfig::kServices[static_cast<std::size_t>(value.param)];
                         });

TEST(ColouredSplitterProperty, EveryPacketArrivesInTheStepOfTheSequentialMachine) {
  for (std::uint64_t n = 1; n <= 120; ++n) {
    Dice dice(n);
    const int link_latency = dice.between(1, 3);
    const Problem problem = draw_problem(dice, {"merged", "dilated"}, link_latency);
    EXPECT_EQ(coloured_difference(problem, link_latency), "") << "problem " << n << ": " << problem.topology;
  }
}

TEST(SplitterPropertyMutant, AnotherBufferServiceSeedOrLatencyIsFound) {
  Dice dice(1);
  Problem problem{"topology: {kind: multibutterfly, dimensions: 4, multiplicity: 2}\n", 1, {}};
  for (int n = 0; n < 20; ++n) {
    for (NodeId source = 0; source < 16; ++source)
      problem.packets.push_back({source, {0, static_cast<NodeId>(dice.between(0, 15)), 1}});
  }
  const SplitterRules rules{2, Service::Head, 1};
  EXPECT_EQ(adaptive_difference(problem, rules, rules), "");
  EXPECT_NE(adaptive_difference(problem, rules, {3, Service::Head, 1}), "");
  EXPECT_NE(adaptive_difference(problem, rules, {2, Service::Any, 1}), "");
  EXPECT_NE(adaptive_difference(problem, rules, {2, Service::Head, 2}), "");
  EXPECT_EQ(coloured_difference(problem, 1), "");
  EXPECT_NE(coloured_difference(problem, 2), "");
}

/// What the monitors say of a run with a fault in one router of level 1, until all has come and all credits
/// are home, or never.
std::string fault_found(const std::string& choice, std::optional<Fault> fault = {}, int opportunities = 0) {
  std::vector<TraceEntry> packets;
  for (TerminalId source = 0; source < 16; ++source) {
    for (NodeId destination = 0; destination < 16; ++destination)
      packets.push_back({source, {0, destination, 1}});
  }
  const Experiment sound = with_packets(
      experiment_from(
          "topology: {kind: multibutterfly, dimensions: 4}\nrouter: {kind: splitter, choice: " + choice +
          "}\nrouting: {kind: multibutterfly}\ntraffic: {pattern: uniform, load: 0.1, "
          "packet_length: 1}\n"),
      packets);
  const Experiment experiment = fault ? with_fault(sound, /*at=*/16, *fault, opportunities) : sound;
  FastBench bench(experiment);
  try {
    bench.run(3000);
  } catch (const std::logic_error& error) {
    return error.what();
  }
  bench.bench.links.check_drained();
  const std::size_t missing = packets.size() - bench.bench.scoreboard.log().delivered();
  return bench.bench.scoreboard.failure() + bench.bench.links.failure() +
         (missing == 0 ? "" : "packets are missing");
}

TEST(SplitterPropertyMutant, AFaultOfOneRouterIsFound) {
  for (const std::string choice : {"adaptive", "colours"}) {
    EXPECT_EQ(fault_found(choice), "");
    for (const Fault fault : {Fault::CorruptPayload, Fault::WrongDestination}) {
      for (const int opportunities : {0, 3, 10})
        EXPECT_NE(fault_found(choice, fault, opportunities), "") << choice << ": " << name_of(fault);
    }
  }
  for (const Fault fault : {Fault::LoseCredit, Fault::DuplicateCredit}) {
    for (const int opportunities : {0, 3, 10})
      EXPECT_NE(fault_found("adaptive", fault, opportunities), "") << name_of(fault);
  }
}

TEST(LinkColoursProperty, EverySwitchHasOneLinkOfEachThatArrivesAndOneThatLeaves) {
  for (std::uint64_t n = 1; n <= 30; ++n) {
    Dice dice(n);
    const int dimensions = dice.between(1, 5);
    const int multiplicity = dice.between(1, 6);
    const Topology network =
        build_multibutterfly({.dimensions = dimensions, .multiplicity = multiplicity, .wiring_seed = n});
    const auto& shape = *network.shape<Multibutterfly>();
    std::map<std::pair<NodeId, int>, int> leaving;
    for (NodeId node = 0; node < network.node_count(); ++node) {
      const std::vector<PortMask> arriving = arriving_by_colour(network, node);
      ASSERT_EQ(arriving.size(), 2U * multiplicity);
      for (int colour = 0; colour < 2 * multiplicity; ++colour) {
        ASSERT_EQ(arriving[colour].count(), shape.level(node) == 0 ? 0 : 1);
        if (shape.level(node) == 0) continue;
        const PortId input = lowest_bit(arriving[colour]);
        EXPECT_EQ(input / 2, colour / 2) << "of the butterfly";
        ++leaving[{network.feeder({node, input}).node, colour}];
      }
    }
    EXPECT_EQ(leaving.size(), static_cast<std::size_t>(dimensions << dimensions) * 2 * multiplicity);
    for (const auto& [of, links] : leaving) EXPECT_EQ(links, 1) << of.first << ", colour " << of.second;
  }
}

}  // namespace
}  // namespace switchyard
