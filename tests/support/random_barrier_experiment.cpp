#include "tests/support/random_barrier_experiment.h"

#include <fmt/format.h>

#include "tests/support/random_queue_experiment.h"

namespace switchyard {

std::string random_barrier_experiment(std::uint64_t number) {
  Dice dice(number);
  const int dimensions = dice.between(1, 5);
  const bool three_queue = dice.chance(0.5);
  const QueueShape shape{fmt::format("kind: hypercube, dimensions: {}", dimensions),
                         three_queue ? "three_queue" : "hanging", three_queue ? 3 : 2};
  std::string yaml = random_queue_experiment(number, shape, dice);
  yaml.replace(yaml.find("  queue_size:"), 0,
               fmt::format("  barriers: {}\n", dice.one_of({"hold", "epoch_bit"})));
  yaml.erase(yaml.find("traffic:"));
  const char* const pattern =
      dice.one_of({"uniform", "complement", "hot_spot, hot_nodes: [0, 1], hot_fraction: 0.5"});
  return yaml + fmt::format(
                    "workload: {{kind: barriers, barriers: {}, packets: {}, pattern: {}, work: {}, "
                    "late_share: {}, late: {}}}\n",
                    dice.between(1, 12), dice.between(0, 20), pattern, dice.between(0, 60),
                    dice.one_of({"0", "0.05", "0.5"}), dice.between(0, 300));
}

}  // namespace switchyard
