#include "tests/support/random_queue_experiment.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "tests/support/dice.h"

namespace switchyard {
namespace {

QueueShape shape(Dice& dice) {
  const int kind = dice.between(0, 4);
  if (kind == 4)
    return {fmt::format("kind: shuffle_exchange, dimensions: {}", dice.between(2, 5)), "four_queue", 4};
  if (kind == 3) {
    std::vector<int> radix;
    const int dimensions = dice.between(1, 3);
    for (int d = 0; d < dimensions; ++d) radix.push_back(dice.between(2, dimensions == 1 ? 9 : 4));
    return {fmt::format("kind: mesh, radix: [{}]", fmt::join(radix, ", ")), "two_queue", 2};
  }
  const std::string cube = fmt::format("kind: hypercube, dimensions: {}", dice.between(1, 5));
  if (kind == 2) return {cube, "two_queue", 2};
  return kind == 1 ? QueueShape{cube, "hanging", 2} : QueueShape{cube, "three_queue", 3};
}

}  // namespace

std::string random_queue_experiment(std::uint64_t number) {
  Dice dice(number);
  const QueueShape drawn = shape(dice);
  return random_queue_experiment(number, drawn, dice);
}

std::string random_queue_experiment(std::uint64_t number, const QueueShape& shape, Dice& dice) {
  const int link_latency = dice.between(1, 3);
  std::vector<int> sizes;
  for (int queue = 0; queue < shape.queues; ++queue) sizes.push_back(dice.between(1, shape.most_packets));
  const std::string queue_size =
      dice.chance(0.5) ? std::to_string(sizes[0]) : fmt::format("[{}]", fmt::join(sizes, ", "));
  const int input_buffer = dice.between(1, 4);
  const int ejection_buffer = dice.between(1, 4);
  const double ejection_rate = dice.chance(0.5) ? 1 : 0.1 * dice.between(2, 9);
  const char* const queue_service = dice.one_of({"any", "any", "head"});
  const int phits_per_packet = dice.chance(0.5) ? 1 : dice.between(2, 5);
  const char* const selection =
      shape.selections[dice.between(0, static_cast<int>(shape.selections.size()) - 1)];
  const std::string& pattern = shape.patterns[dice.between(0, static_cast<int>(shape.patterns.size()) - 1)];
  const double load = 0.05 * dice.between(1, 19);
  const char* const process = dice.one_of({"bernoulli", "bursty, burst_length: 20"});
  const bool competition = dice.chance(0.7) || !shape.injection_control;
  const std::string injection =
      competition ? "" : fmt::format("injection: {{policy: control, lead: {}}}\n", dice.between(1, 6));
  const char* const start = dice.one_of({"random", "random", "equal"});
  const char* const limits = shape.limits[dice.between(0, static_cast<int>(shape.limits.size()) - 1)];
  return fmt::format(
      R"(
name: random_queue_{}
seed: {}
topology: {{{}, link_latency: {}}}
router:
  kind: konstantinidou
  queue_size: {}
  input_buffer: {}
  ejection_buffer: {}
  ejection_rate: {}
  queue_service: {}
  phits_per_packet: {}
  arbiter_start: {}
{}routing: {{kind: {}, selection: {}}}
{}traffic: {{pattern: {}, load: {}, packet_length: 1, process: {}}}
)",
      number, number, shape.topology, link_latency, queue_size, input_buffer, ejection_buffer, ejection_rate,
      queue_service, phits_per_packet, start, limits, shape.routing, selection, injection, pattern, load,
      process);
}

}  // namespace switchyard
