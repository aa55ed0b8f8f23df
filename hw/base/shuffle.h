#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "hw/base/random_stream.h"

namespace switchyard {

/// Puts the values into a random order, each as likely as the others (Fisher and Yates), by one draw for each
/// value but the last.
template <class Value>
void shuffle(std::vector<Value>& values, RandomStream& random) {
  for (auto left = static_cast<std::uint32_t>(values.size()); left > 1; --left)
    std::swap(values[left - 1], values[random.below(left)]);
}

}  // namespace switchyard
