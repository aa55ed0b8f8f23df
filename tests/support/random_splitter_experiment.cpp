#include "tests/support/random_splitter_experiment.h"

#include <fmt/format.h>

#include "tests/support/dice.h"

namespace switchyard {

std::string random_splitter_experiment(std::uint64_t number) {
  Dice dice(number);
  const bool colours = dice.chance(0.4);
  const int dimensions = dice.between(1, 4);
  const int multiplicity = dice.between(1, 4);
  const char* const splitters =
      colours ? dice.one_of({"merged", "dilated"}) : dice.one_of({"merged", "apart", "dilated"});
  const bool parallel_links = colours || splitters == std::string("dilated") || dice.chance(0.5);
  const int link_latency = dice.between(1, 3);
  const int input_buffer = dice.between(1, 5);
  const char* const service = dice.one_of({"any", "head"});
  const double load = 0.05 * dice.between(1, 19);
  const char* const pattern = dice.one_of({"uniform", "uniform", "complement"});
  const char* const process = dice.one_of({"bernoulli", "bursty, burst_length: 20"});
  const std::string router =
      colours ? "choice: colours" : fmt::format("input_buffer: {}, service: {}", input_buffer, service);
  return fmt::format(R"(
name: random_splitter_{}
seed: {}
topology:
  kind: multibutterfly
  dimensions: {}
  multiplicity: {}
  splitters: {}
  parallel_links: {}
  wiring_seed: {}
  link_latency: {}
router: {{kind: splitter, {}}}
routing: {{kind: multibutterfly}}
traffic: {{pattern: {}, load: {}, packet_length: 1, process: {}}}
)",
                     number, number, dimensions, multiplicity, splitters, parallel_links, number,
                     link_latency, router, pattern, load, process);
}

}  // namespace switchyard
