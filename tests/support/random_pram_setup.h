#pragma once

#include <array>
#include <cstdint>

#include "tests/support/pram_faults.h"

namespace switchyard {

/// A combining machine with a bit of everything, for which there is RTL.
inline PramSetup random_pram_setup(std::uint64_t seed) {
  constexpr std::array kQueues{1, 2, 4};  // Those of testbench/cosim/CMakeLists.txt.
  RandomStream random(seed, /*node=*/1, Purpose::Selection);
  const auto from_one = [&](std::uint32_t most) { return 1 + static_cast<int>(random.below(most)); };
  PramSetup setup;
  setup.dimensions = from_one(3);
  setup.own_wires = random.below(2) == 0;
  setup.link_latency = from_one(3);
  setup.queue = kQueues[random.below(kQueues.size())];
  setup.directions = from_one(20);
  setup.combining = random.below(3) != 0;
  setup.words = static_cast<std::uint32_t>(from_one(100));
  setup.seed = seed;
  setup.pace = {.in_flight = static_cast<Step>(from_one(5)), .period = 0, .think = random.below(10)};
  setup.extra_column = random.below(2) == 0;
  add_random_faults(setup, static_cast<int>(random.below(4)), random);
  return setup;
}

}  // namespace switchyard
