#include "tests/support/random_chaos_experiment.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <vector>

#include "tests/support/dice.h"

namespace switchyard {
namespace {

std::string topology(Dice& dice) {
  const int kind = dice.between(0, 2);
  if (kind == 0) return fmt::format("kind: hypercube, dimensions: {}", dice.between(1, 5));
  std::vector<int> radix;
  const int dimensions = dice.between(1, 3);
  for (int d = 0; d < dimensions; ++d) radix.push_back(dice.between(2, dimensions == 1 ? 9 : 4));
  return fmt::format("kind: {}, radix: [{}]", kind == 1 ? "torus" : "mesh", fmt::join(radix, ", "));
}

/// The `injection` section, or nothing. `most_buffers`: null packets that a queue has room for.
std::string injection_policy(Dice& dice, bool may_control, int most_buffers) {
  switch (dice.between(0, 5)) {
    case 0:
      if (!may_control) return "";
      return fmt::format("injection: {{policy: control, lead: {}}}\n", dice.between(1, 6));
    case 1:
      if (most_buffers < 1) return "";
      return fmt::format("injection: {{policy: private_buffer, buffers: {}}}\n",
                         dice.between(1, most_buffers));
    case 2:
      return fmt::format("injection: {{policy: token, tokens: {}, patience: {}}}\n", dice.between(1, 2),
                         dice.between(0, 4));
    default: return "";
  }
}

}  // namespace

std::string random_chaos_experiment(std::uint64_t number) {
  Dice dice(number);
  const std::string shape = topology(dice);
  return random_chaos_experiment(number, shape, {}, dice);
}

std::string random_chaos_experiment(std::uint64_t number, const std::string& topology,
                                    const ChaosLimits& limits, Dice& dice) {
  const auto one_or_more = [&dice](int most, double one) {
    return most == 1 || dice.chance(one) ? 1 : dice.between(2, most);
  };
  const int link_latency = one_or_more(limits.link_latency, 0.5);
  const char* const duplex = dice.one_of({"full", "full", "half"});
  const int packet_flits = one_or_more(limits.packet_flits, 0.4);
  const int longest = dice.between(1, packet_flits);
  const int queue_size = dice.between(2, limits.queue_size);
  const int visits = one_or_more(limits.visits, 0.5);
  const char* const variant = dice.one_of({"chaos", "priority", "natural"});
  const char* const empty_visits = dice.one_of({"free", "counted"});
  const int injection_buffer = dice.between(1, limits.buffers);
  const int ejection_buffer = dice.between(1, limits.buffers);
  const char* const pattern =
      dice.one_of({"uniform", "complement", "hot_spot, hot_nodes: [0, 1], hot_fraction: 0.2"});
  const double load = 0.05 * dice.between(1, 19);
  const char* const process = dice.one_of({"bernoulli", "bursty, burst_length: 20"});
  const std::string injection = limits.has_injection_policies
                                    ? injection_policy(dice, duplex == std::string("full"), queue_size - 2)
                                    : "";
  const char* const start = dice.one_of({"random", "random", "equal"});
  return fmt::format(
      R"(
name: random_chaos_{}
seed: {}
topology: {{{}, link_latency: {}, duplex: {}}}
router:
  kind: chaos
  packet_flits: {}
  queue_size: {}
  visits_per_cycle: {}
  variant: {}
  empty_visits: {}
  injection_buffer: {}
  ejection_buffer: {}
  arbiter_start: {}
routing: {{kind: minimal}}
{}traffic: {{pattern: {}, load: {}, packet_length: {{min: 1, max: {}}}, process: {}}}
)",
      number, number, topology, link_latency, duplex, packet_flits, queue_size, visits, variant, empty_visits,
      injection_buffer, ejection_buffer, start, injection, pattern, load, longest, process);
}

namespace {

/// What is left to draw of exchange routers: all but topology and `buffers`, which is a line.
/// `most_null_packets`: of a node, for injection policies; none: there is no policy.
std::string exchange_experiment(std::uint64_t number, const std::string& topology, int link_latency,
                                const std::string& buffers, std::optional<int> most_null_packets,
                                Dice& dice) {
  const char* const priority = dice.one_of({"age", "distance", "none"});
  const int injection_buffer = dice.between(1, 3);
  const int ejection_buffer = dice.between(1, 3);
  const char* const pattern = dice.one_of({"uniform", "hot_spot, hot_nodes: [0, 1], hot_fraction: 0.2"});
  const double load = 0.05 * dice.between(1, 19);
  const std::string injection =
      most_null_packets ? injection_policy(dice, /*may_control=*/true, *most_null_packets) : "";
  const char* const start = dice.one_of({"random", "random", "equal"});
  return fmt::format(
      R"(
name: random_exchange_{}
seed: {}
topology: {{{}, link_latency: {}}}
router:
  kind: exchange
  priority: {}
  injection_buffer: {}
  ejection_buffer: {}
  arbiter_start: {}
{}routing: {{kind: minimal}}
{}traffic: {{pattern: {}, load: {}, packet_length: 1}}
)",
      number, number, topology, link_latency, priority, injection_buffer, ejection_buffer, start, buffers,
      injection, pattern, load);
}

int exchange_latency(Dice& dice) { return dice.chance(0.5) ? 1 : dice.between(2, 4); }

}  // namespace

std::string random_exchange_experiment(std::uint64_t number) {
  Dice dice(number);
  const bool grid = dice.chance(0.7);
  const std::string shape =
      grid ? topology(dice)
           : fmt::format("kind: {}, dimensions: {}",
                         dice.one_of({"shuffle_exchange", "cube_connected_cycles"}), dice.between(3, 4));
  const int link_latency = exchange_latency(dice);
  const std::string buffers =
      grid || dice.chance(0.5) ? "" : fmt::format("  buffers: {}\n", dice.between(3, 9));
  return exchange_experiment(number, shape, link_latency, buffers, buffers.empty() ? 3 : 0, dice);
}

std::string random_exchange_experiment(std::uint64_t number, const std::string& topology, int most_buffers,
                                       Dice& dice) {
  const int link_latency = exchange_latency(dice);
  const std::string buffers =
      dice.chance(0.4) ? "" : fmt::format("  buffers: {}\n", dice.between(4, most_buffers));
  return exchange_experiment(number, topology, link_latency, buffers, std::nullopt, dice);
}

}  // namespace switchyard
