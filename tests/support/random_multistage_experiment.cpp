#include "tests/support/random_multistage_experiment.h"

#include <fmt/format.h>

#include "hw/topology/multistage.h"
#include "tests/support/random_experiment.h"
#include "tests/support/random_queue_experiment.h"

namespace switchyard {
namespace {

std::string topology(Dice& dice) {
  const std::string& wiring = kWirings[dice.between(0, static_cast<int>(kWirings.size()) - 1)];
  const int digit_bits = dice.between(1, 2);
  const int stages = dice.between(1, 5 / digit_bits);
  const char* const labels = dice.one_of({"paper", "natural"});
  return fmt::format("kind: multistage, {}switch: {}, terminals: {}, labels: {}",
                     stages == 1 ? "" : "wiring: " + wiring + ", ", 1 << digit_bits, 1 << digit_bits * stages,
                     labels);
}

}  // namespace

std::string random_multistage_experiment(std::uint64_t number) {
  Dice dice(number);
  const RandomShape shape{topology(dice), "kind: destination_tag", 1, "link_latency", /*half_duplex=*/false};
  return random_vc_experiment(number, shape, dice);
}

std::string random_multistage_queue_experiment(std::uint64_t number) {
  Dice dice(number);
  const QueueShape shape{topology(dice), "destination_tag_queue", 1, /*injection_control=*/false};
  return random_queue_experiment(number, shape, dice);
}

}  // namespace switchyard
