#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/dice.h"
#include "tests/support/sanitized.h"
#include "tests/support/test_bench.h"

// Symmetric networks under symmetric traffic: nothing but where arbiters start may tell one node from
// another, and that must.

namespace switchyard {
namespace {

struct SymmetryCase {
  std::string router;
  std::string routing;
  std::string injection = {};
};

std::string yaml_of(const SymmetryCase& drawn, int dimensions, const std::string& pattern, double load,
                    const std::string& start, std::uint64_t seed) {
  return fmt::format(
      "seed: {}\ntopology: {{kind: hypercube, dimensions: {}}}\nrouter: {{{}, arbiter_start: {}}}\n"
      "routing: {{{}}}\n{}traffic: {{pattern: {}, packet_length: 1, load: {}}}\n",
      seed, dimensions, drawn.router, start, drawn.routing, drawn.injection, pattern, load);
}

/// Routers without any other randomness or order of nodes: from equal starts on, they can only keep step.
/// Their packets choose among ports, or else they might never meet.
SymmetryCase draw_deterministic(Dice& dice) {
  const std::string buffers =
      fmt::format("injection_buffer: {}, ejection_buffer: {}", dice.between(1, 3), dice.between(1, 3));
  const int kind = dice.between(0, 2);
  if (kind == 0) {
    const int queue = dice.between(3, 6);
    const int visits = dice.between(1, 3);
    const char* const empty = dice.one_of({"free", "counted"});
    return {fmt::format(
                "kind: chaos, variant: natural, queue_size: {}, visits_per_cycle: {}, empty_visits: {}, {}",
                queue, visits, empty, buffers),
            "kind: minimal"};
  }
  const int vcs = dice.between(2, 4);
  const int depth = dice.between(1, 6);
  const char* const crossbar = dice.one_of({"vcs", "ports"});
  const int output = dice.between(0, 3);
  const char* const headers = dice.one_of({"1", "2", "unlimited"});
  return {fmt::format("kind: duato, virtual_channels: {}, input_depth: {}, crossbar: {}, output_depth: {}, "
                      "vc_allocations_per_cycle: {}",
                      vcs, depth, crossbar, output, headers),
          "kind: duato"};
}

/// What each node sends, without whom it is from and to.
std::set<std::vector<std::pair<Cycle, PortId>>> histories(const Experiment& experiment, Cycle cycles) {
  FastBench bench(experiment, /*record_events=*/true);
  bench.run(cycles);
  std::map<NodeId, std::vector<std::pair<Cycle, PortId>>> arrivals;
  for (const LinkEvent& event : bench.bench.recorder.events()) {
    if (!event.at_terminal && event.credits == 0 && !event.request)
      arrivals[event.node].emplace_back(event.cycle, event.port);
  }
  std::set<std::vector<std::pair<Cycle, PortId>>> different;
  for (const auto& [node, history] : arrivals) different.insert(history);
  return different;
}

TEST(Symmetry, NoTwoNodesStayInStepUnlessAllArbitersStartEqual) {
  for (std::uint64_t number = 1; number <= (kSanitized ? 6 : 30); ++number) {
    Dice dice(number);
    const SymmetryCase drawn = draw_deterministic(dice);
    const int dimensions = dice.between(3, 6);
    const auto run = [&](const char* start) {
      const std::string yaml = yaml_of(drawn, dimensions, "complement", 1, start, number);
      return histories(experiment_from(yaml), 400).size();
    };
    EXPECT_EQ(run("equal"), 1) << number << ": " << drawn.router;
    EXPECT_GE(4 * run("random"), 3 * (std::size_t{1} << dimensions)) << number << ": " << drawn.router;
  }
}

/// The ports out of which a router sends in each cycle, if its terminal offers packets and no link gives
/// credit.
std::vector<PortMask> alone(RouterCore& router, PortId terminal, NodeId nodes, const TerminalPort& port) {
  std::vector<PortMask> sent;
  std::array<Flit, kMaxPorts> flits{};
  std::array<VcMask, kMaxPorts> credits{};
  int room = port.input_depth.largest();
  for (PacketId packet = 0; packet < 60; ++packet) {
    PortInputs inputs{.flits = flits.data(), .credits = credits.data()};
    const NodeId destination = 1 + static_cast<NodeId>(packet * 7) % (nodes - 1);
    flits[static_cast<std::size_t>(terminal)] = {packet, destination, payload_of(packet, 1), 1, 0, true};
    if (room > 0) inputs.flit_ports = bit<PortMask>(terminal);
    room -= room > 0 ? 1 : 0;
    PortOutputs outputs;
    router.step(inputs, outputs);
    room += (outputs.credits[static_cast<std::size_t>(terminal)] & 1) != 0 ? 1 : 0;
    sent.push_back(outputs.flit_ports);
  }
  return sent;
}

TEST(Symmetry, AResetGivesEveryNodeItsStartsAgain) {
  for (const SymmetryCase& drawn :
       {SymmetryCase{"kind: chaos, variant: natural", "kind: minimal"},
        SymmetryCase{"kind: exchange", "kind: minimal"},
        SymmetryCase{"kind: duato, virtual_channels: 2", "kind: duato"},
        SymmetryCase{"kind: konstantinidou", "kind: hanging, selection: least_loaded"}}) {
    std::map<std::string, std::vector<std::vector<PortMask>>> histories;  // [start][node]
    for (const char* const start : {"random", "equal"}) {
      const Experiment experiment = experiment_from(yaml_of(drawn, 4, "uniform", 1, start, 3));
      const Design& design = experiment.design;
      for (NodeId node = 0; node < 16; ++node) {
        const std::unique_ptr<RouterCore> router = design.make_router(node);
        const auto run = [&] {
          return alone(*router, design.topology->terminal_port(), 16, design.router.terminal);
        };
        const std::vector<PortMask> first = run();
        router->reset();
        EXPECT_EQ(run(), first) << drawn.router << " at node " << node;
        histories[start].push_back(first);
      }
    }
    EXPECT_NE(histories["random"], histories["equal"]) << drawn.router;
  }
}

/// Flits per node and cycle in the second half of a run.
double accepted(const std::string& yaml, Cycle cycles) {
  const Experiment experiment = experiment_from(yaml);
  FastBench bench(experiment);
  bench.run(cycles / 2);
  const std::uint64_t before = bench.bench.scoreboard.log().delivered();
  bench.run(cycles / 2);
  const auto delivered = static_cast<double>(bench.bench.scoreboard.log().delivered() - before);
  return delivered / static_cast<double>(experiment.design.topology->node_count()) /
         static_cast<double>(cycles / 2);
}

struct Sample {
  double mean = 0;
  double variance_of_mean = 0;
};

Sample accepted_over_seeds(const SymmetryCase& drawn, int dimensions, const std::string& pattern, double load,
                           const std::string& start) {
  constexpr int kSeeds = 5;
  double sum = 0;
  double squares = 0;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const double one = accepted(yaml_of(drawn, dimensions, pattern, load, start, seed), 1200);
    sum += one;
    squares += one * one;
  }
  const double mean = sum / kSeeds;
  return {mean, (squares / kSeeds - mean * mean) / (kSeeds - 1)};
}

SymmetryCase draw_any(Dice& dice) {
  const char* const policy =
      dice.one_of({"", "", "injection: {policy: control}\n", "injection: {policy: token}\n",
                   "injection: {policy: private_buffer}\n"});
  switch (dice.between(0, 3)) {
    case 0: {
      const char* const variant = dice.one_of({"natural", "priority", "chaos"});
      return {fmt::format("kind: chaos, variant: {}, visits_per_cycle: {}", variant, dice.between(1, 4)),
              "kind: minimal", policy};
    }
    case 1: {
      const char* const priority = dice.one_of({"age", "distance", "none"});
      return {fmt::format("kind: exchange, priority: {}", priority), "kind: minimal", policy};
    }
    case 2: {
      const char* const selection = dice.one_of({"first", "random", "least_loaded"});
      return {fmt::format("kind: konstantinidou, queue_size: {}", dice.between(2, 6)),
              fmt::format("kind: three_queue, selection: {}", selection)};
    }
    default: return draw_deterministic(dice);
  }
}

TEST(Symmetry, ALoadOfExactlyOneIsNothingSpecial) {
  for (std::uint64_t number = 1; number <= (kSanitized ? 2 : 20); ++number) {
    Dice dice(number);
    const SymmetryCase drawn = draw_any(dice);
    constexpr int kDimensions = 6;
    const char* const pattern = dice.one_of({"complement", "complement", "transpose", "uniform"});
    const auto at = [&](double load) {
      return accepted_over_seeds(drawn, kDimensions, pattern, load, "random");
    };
    const Sample one = at(1);
    const Sample less = at(0.99);
    const double error = std::sqrt(one.variance_of_mean + less.variance_of_mean);
    EXPECT_NEAR(one.mean, less.mean, 0.02 * less.mean + 4 * error)
        << number << ": " << drawn.router << ", " << drawn.injection << pattern << " on " << kDimensions;
  }
}

/// By dimension of an even torus in light traffic: how much more the flits are in the one direction than in
/// the other, as a share of both.
std::vector<double> imbalances(const std::string& radices, const std::string& selection, std::uint64_t seed) {
  const Experiment experiment = experiment_from(fmt::format(
      "seed: {}\ntopology: {{kind: torus, radix: {}}}\nrouter: {{kind: duato}}\n"
      "routing: {{kind: duato, selection: {}}}\ntraffic: {{pattern: uniform, packet_length: 1, load: 0.1}}\n",
      seed, radices, selection));
  FastBench bench(experiment);
  bench.run(3000);
  const Topology& torus = *experiment.design.topology;
  std::vector<double> flits(static_cast<std::size_t>(torus.port_count()), 0);
  const std::vector<std::uint32_t> by_vc = bench.bench.links.flits_per_vc();
  for (const Channel& channel : torus.channels()) {
    for (VcId vc = 0; vc < experiment.design.router.virtual_channels; ++vc)
      flits[static_cast<std::size_t>(channel.from.port)] += by_vc[bench.bench.links.vc_index(channel.to, vc)];
  }
  std::vector<double> shares;
  for (std::size_t up = 0; up + 2 < flits.size(); up += 2)
    shares.push_back((flits[up] - flits[up + 1]) / (flits[up] + flits[up + 1]));
  return shares;
}

/// Thousands of packets go each way in a dimension; 0.04 is 3 standard deviations of chance, or more.
TEST(Symmetry, LeastLoadedUsesBothDirectionsOfAnEvenTorusAlike) {
  for (const char* const radices : {"[8, 8]", "[4, 4, 4]", "[4, 6]"}) {
    for (const double share : imbalances(radices, "least_loaded", 1)) EXPECT_NEAR(share, 0, 0.04) << radices;
    for (const double share : imbalances(radices, "first", 1)) EXPECT_GT(share, 0.1) << radices;
  }
}

TEST(Symmetry, EqualStartsMakeALoadOfExactlyOneSpecial) {
  const SymmetryCase natural{"kind: chaos, variant: natural, visits_per_cycle: 4", "kind: minimal"};
  const auto at = [&](double load) {
    return accepted_over_seeds(natural, 6, "complement", load, "equal").mean;
  };
  EXPECT_GT(at(1), 1.15 * at(0.99));
}

}  // namespace
}  // namespace switchyard
