#include "tests/support/random_circuit_experiment.h"

#include <fmt/format.h>

#include "tests/support/delta_network.h"
#include "tests/support/dice.h"

namespace switchyard {
namespace {

/// A network of one-way links, or one whose routing in order of dimensions has no circle.
std::string network(Dice& dice) {
  const int latency = dice.between(1, 3);
  switch (dice.between(0, 4)) {
    case 0: {
      const int x = dice.between(2, 5);
      const int y = dice.between(2, 4);
      return fmt::format(
          "topology: {{kind: mesh, radix: [{}, {}], link_latency: {}}}\nrouting: {{kind: dimension_order}}\n",
          x, y, latency);
    }
    case 1:
      return fmt::format(
          "topology: {{kind: hypercube, dimensions: {}, link_latency: {}}}\nrouting: {{kind: "
          "dimension_order}}\n",
          dice.between(1, 4), latency);
    case 2: {  // Terminals that share a node.
      const int x = dice.between(2, 4);
      const int concentration = dice.between(2, 3);
      return fmt::format(
          "topology: {{kind: mesh, radix: [{}], concentration: {}, link_latency: {}}}\n"
          "routing: {{kind: dimension_order}}\n",
          x, concentration, latency);
    }
    default: {
      const int ports = dice.between(2, 4);
      const int stages = dice.between(2, ports == 2 ? 4 : 2);
      return DeltaNetwork(ports, stages).yaml(latency);
    }
  }
}

}  // namespace

std::string random_circuit_experiment(std::uint64_t number) {
  Dice dice(number);
  const std::string drawn = network(dice);
  const bool drops = dice.chance(0.5);
  const bool answers = drops || dice.chance(0.5);
  const int entry_buffer = dice.between(2, 9);
  const int retry_delay = dice.one_of({2, 3, 7, 40});
  const char* const start = dice.one_of({"random", "random", "equal"});
  const char* const pattern =
      dice.one_of({"uniform", "complement", "hot_spot, hot_nodes: [0, 1], hot_fraction: 0.2"});
  const double load = 0.05 * dice.between(1, 12);
  const int longest = dice.between(1, 12);
  return fmt::format(
      R"(
name: random_circuit_{}
seed: {}
{}router: {{kind: circuit, blocking: {}, answer: {}, entry_buffer: {}, retry_delay: {}, arbiter_start: {}}}
traffic: {{pattern: {}, load: {}, packet_length: {{min: 1, max: {}}}}}
)",
      number, number, drawn, drops ? "drop" : "hold", answers ? "registered" : "none", entry_buffer,
      retry_delay, start, pattern, load, longest);
}

}  // namespace switchyard
