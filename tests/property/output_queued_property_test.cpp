#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "hw/routing/oblivious.h"
#include "tests/support/dice.h"
#include "tests/support/hand_made_packets.h"
#include "tests/support/oblivious_networks.h"
#include "tests/support/step_model.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

using Discipline = OutputQueuedConfig::Discipline;

ObliviousNetwork draw_network(Dice& dice) {
  switch (dice.between(0, 5)) {
    case 0: return oblivious_cube(dice.between(1, 5));
    case 1: return oblivious_mesh({dice.between(2, 5), dice.between(2, 5)});
    case 2: return oblivious_butterfly(dice.between(3, 4));
    case 3: return oblivious_cycles(dice.between(3, 4));
    case 4: {
      const int radix = dice.between(2, 3);
      return oblivious_shuffle(radix, dice.between(2, 3));
    }
    default: return oblivious_shuffle_exchange(dice.between(2, 4));
  }
}

/// Several packets for each node to send, to any nodes: their own, too.
struct Problem {
  ObliviousNetwork network;
  bool two_phases = false;
  std::uint64_t seed = 1;
  std::vector<TraceEntry> packets;  ///< In the order of the sources, again and again.

  std::vector<Ticket> tickets() const {
    const IntermediateNodes intermediates({.seed = seed}, network.nodes(), 0);
    const auto route = make_oblivious_route(network.graph, ObliviousRoute::Order::LowestFirst);
    std::vector<Ticket> all;
    for (PacketId packet = 0; packet < packets.size(); ++packet) {
      const auto& [source, request] = packets[packet];
      const NodeId via = two_phases ? intermediates.of(packet, *route) : source;
      all.push_back(
          {source, two_phases ? network.way(source, via) : Nodes{}, network.way(via, request.destination)});
    }
    return all;
  }
};

Problem draw_problem(Dice& dice, int h) {
  Problem problem{
      draw_network(dice), dice.chance(0.5), static_cast<std::uint64_t>(dice.between(1, 1000)), {}};
  for (int n = 0; n < h; ++n) {
    for (NodeId source = 0; source < problem.network.nodes(); ++source)
      problem.packets.push_back(
          {source,
           {0, static_cast<NodeId>(dice.between(0, static_cast<int>(problem.network.nodes()) - 1)), 1}});
  }
  return problem;
}

/// What the router does that the model does not, when every packet arrives and how long queues get. Empty if
/// they agree.
std::string difference(const Problem& problem, Discipline of_router, Discipline of_model) {
  const int phases = problem.two_phases ? 2 : 1;
  const Experiment experiment = with_packets(
      experiment_from(fmt::format(
          "seed: {}\ntopology: {{{}}}\n"
          "router: {{kind: output_queued, virtual_channels: {}, shared_queues: true, discipline: {}}}\n"
          "routing: {{kind: {}}}\ntraffic: {{pattern: uniform, load: 0.1, packet_length: 1}}\n",
          problem.seed, problem.network.topology, phases * problem.network.stages,
          OutputQueuedConfig::kDisciplines[static_cast<std::size_t>(of_router)],
          problem.two_phases ? "two_phase" : "oblivious")),
      problem.packets);
  StepModel model(problem.network, of_model);
  model.run(problem.tickets());
  FastBench bench(experiment);
  TailTimes times;
  bench.bench.observers.add(&times);
  if (!bench.drain(100000)) return "packets are missing";
  constexpr Cycle kOverTerminalLinks = 2;
  for (PacketId packet = 0; packet < problem.packets.size(); ++packet) {
    const Cycle expected = static_cast<Cycle>(model.ended[packet]) + kOverTerminalLinks;
    if (times.of(packet) != expected)
      return fmt::format("packet {} arrives in cycle {}, not in {}", packet, times.of(packet), expected);
  }
  int largest = 0;
  for (NodeId node = 0; node < problem.network.nodes(); ++node)
    bench.router(node).visit_buffers([&](const BufferView& view) { largest = std::max(largest, view.most); });
  if (largest != model.largest_queue)
    return fmt::format("the largest queue has {} packets, not {}", largest, model.largest_queue);
  return "";
}

class OutputQueuedProperty : public testing::TestWithParam<int> {};

TEST_P(OutputQueuedProperty, EveryPacketArrivesInTheStepOfTheSequentialMachine) {
  const auto discipline = static_cast<Discipline>(GetParam());
  for (std::uint64_t n = 1; n <= 60; ++n) {
    Dice dice(n);
    Problem problem = draw_problem(dice, dice.between(1, 5));
    problem.two_phases |=
        discipline == Discipline::FirstPhaseFirst || discipline == Discipline::SecondPhaseFirst;
    EXPECT_EQ(difference(problem, discipline, discipline), "")
        << "problem " << n << ": " << problem.network.topology << ", " << problem.packets.size()
        << " packets";
  }
}

INSTANTIATE_TEST_SUITE_P(Disciplines, OutputQueuedProperty, testing::Values(0, 1, 2, 3, 5, 6),
                         [](const auto& value) {
                           return OutputQueuedConfig::kDisciplines[static_cast<std::size_t>(value.param)];
                         });

TEST(OutputQueuedPropertyMutant, AnotherDisciplineIsFound) {
  Dice dice(1);
  Problem problem = draw_problem(dice, 1);
  problem.network = oblivious_cube(4);
  problem.two_phases = true;
  problem.packets.clear();
  for (int n = 0; n < 6; ++n) {
    for (NodeId source = 0; source < 16; ++source)
      problem.packets.push_back({source, {0, static_cast<NodeId>(dice.between(0, 15)), 1}});
  }
  for (const int router : {0, 1, 2, 3, 5, 6}) {
    for (const int model : {0, 1, 2, 3, 5, 6}) {
      const bool same =
          difference(problem, static_cast<Discipline>(router), static_cast<Discipline>(model)).empty();
      EXPECT_EQ(same, router == model) << router << " and " << model;
    }
  }
}

}  // namespace
}  // namespace switchyard
