#include "tests/support/random_circuit_experiment.h"

#include <fmt/format.h>

#include "tests/support/delta_network.h"
#include "tests/support/dice.h"

namespace switchyard {
namespace {

std::string multistage(Dice& dice, int latency, int fewest_stages) {
  const std::string wiring =
      std::string("wiring: ") +
      dice.one_of({"baseline", "reverse_baseline", "omega", "flip", "butterfly", "cube"}) + ", ";
  const int digit_bits = dice.between(1, 3);
  const int stages = dice.between(fewest_stages, 6 / digit_bits);
  const char* const labels = dice.one_of({"paper", "natural"});
  return fmt::format(
      "topology: {{kind: multistage, {}switch: {}, terminals: {}, labels: {}, link_latency: {}}}\n"
      "routing: {{kind: destination_tag}}\n",
      stages == 1 ? "" : wiring, 1 << digit_bits, 1 << digit_bits * stages, labels, latency);
}

/// A network of one-way links, or one whose routing in order of dimensions has no circle.
std::string network(Dice& dice) {
  const int latency = dice.between(1, 3);
  switch (dice.between(0, 5)) {
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
    case 3: return multistage(dice, latency, 2);
    default: {
      const int ports = dice.between(2, 4);
      const int stages = dice.between(2, ports == 2 ? 4 : 2);
      return DeltaNetwork(ports, stages).yaml(latency);
    }
  }
}

std::string experiment(const char* name, std::uint64_t number, const std::string& network, Dice& dice) {
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
name: {}_{}
seed: {}
{}router: {{kind: circuit, blocking: {}, answer: {}, entry_buffer: {}, retry_delay: {}, arbiter_start: {}}}
traffic: {{pattern: {}, load: {}, packet_length: {{min: 1, max: {}}}}}
)",
      name, number, number, network, drops ? "drop" : "hold", answers ? "registered" : "none", entry_buffer,
      retry_delay, start, pattern, load, longest);
}

}  // namespace

std::string random_circuit_experiment(std::uint64_t number) {
  Dice dice(number);
  const std::string drawn = network(dice);
  return experiment("random_circuit", number, drawn, dice);
}

std::string random_multistage_circuit_experiment(std::uint64_t number) {
  Dice dice(number);
  const std::string drawn = multistage(dice, dice.between(1, 3), 1);
  return experiment("random_multistage_circuit", number, drawn, dice);
}

}  // namespace switchyard
