#include "tests/support/random_output_queued_experiment.h"

#include <fmt/format.h>

#include <algorithm>

#include "tests/support/dice.h"

namespace switchyard {
namespace {

struct Shape {
  std::string topology;
  int stages = 1;
  bool has_cycles = false;  ///< In one phase, with a queue for each VC.
  bool has_random_order = false;
  std::string routing = {};  ///< Other than oblivious.
};

Shape shape(Dice& dice) {
  switch (dice.between(0, 10)) {
    case 0: return {fmt::format("kind: hypercube, dimensions: {}", dice.between(1, 5)), 1, false, true};
    case 1:
      return {fmt::format("kind: mesh, radix: [{}, {}]", dice.between(2, 5), dice.between(2, 4)), 1, false};
    case 2: return {fmt::format("kind: butterfly, dimensions: {}", dice.between(2, 3)), 1, true};
    case 3: return {fmt::format("kind: cube_connected_cycles, dimensions: {}", dice.between(3, 4)), 1, true};
    case 4: {
      const int digits = dice.between(2, 3);
      return {fmt::format("kind: d_way_shuffle, radix: {}, dimensions: {}", dice.between(2, 3), digits),
              digits, false};
    }
    case 5: return {"kind: torus, radix: [4, 3]", 3, false, false, dice.one_of({"duato", "dimension_order"})};
    case 6: return {"kind: mesh, radix: [3, 4]", 2, false, false, "duato"};
    case 7: return {"kind: cube_connected_cycles, dimensions: 3", 1, false, false, "up_down"};
    case 9: return {"kind: ring, nodes: 8, one_way: true", 2, false, false, "ring"};
    case 8: return {"kind: hypercube, dimensions: 4", 2, false, false, "duato"};
    default: {
      const int bits = dice.between(2, 4);
      return {fmt::format("kind: shuffle_exchange, dimensions: {}", bits), bits, false};
    }
  }
}

}  // namespace

std::string random_output_queued_experiment(std::uint64_t number) {
  Dice dice(number);
  const Shape drawn = shape(dice);
  const bool oblivious = drawn.routing.empty();
  const bool two = oblivious && dice.chance(0.5);
  const bool drawn_order = drawn.has_random_order && dice.chance(0.5);
  const std::string order =
      drawn_order ? std::string(", order: ") + dice.one_of({"drawn", "drawn_start"}) : "";
  const int vcs = std::min(16, drawn.stages * (two ? 2 : 1) + dice.between(0, 2));
  const bool shared = dice.chance(0.5);
  const bool unbounded = drawn.has_cycles || drawn_order || (shared && (two || drawn.stages > 1));
  const std::string queue_size = unbounded ? "unbounded" : std::to_string(dice.between(1, 6));
  const std::string discipline =
      !oblivious ? dice.one_of({"fifo", "lifo", "random"})
      : two      ? dice.one_of({"fifo", "lifo", "farthest_first", "nearest_first", "random", "phase_1_first",
                                "phase_2_first"})
                 : dice.one_of({"fifo", "lifo", "farthest_first", "nearest_first", "random"});
  const int input_buffer = dice.between(1, 4);
  const int link_latency = dice.between(1, 3);
  const double load = 0.05 * dice.between(1, 19);
  const char* const pattern = dice.one_of({"uniform", "uniform", "complement"});
  const char* const process = dice.one_of({"bernoulli", "bursty, burst_length: 20"});
  return fmt::format(R"(
name: random_output_queued_{}
seed: {}
topology: {{{}, link_latency: {}}}
router:
  kind: output_queued
  virtual_channels: {}
  shared_queues: {}
  queue_size: {}
  input_buffer: {}
  discipline: {}
routing: {{kind: {}{}}}
traffic: {{pattern: {}, load: {}, packet_length: 1, process: {}}}
)",
                     number, number, drawn.topology, link_latency, vcs, shared, queue_size, input_buffer,
                     discipline, oblivious ? two ? "two_phase" : "oblivious" : drawn.routing, order, pattern,
                     load, process);
}

}  // namespace switchyard
