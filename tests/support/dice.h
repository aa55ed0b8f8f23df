#pragma once

#include <initializer_list>

#include "hw/base/random_stream.h"

namespace switchyard {

/// Casts for random designs. Cast each in a statement of its own: the order in which arguments are evaluated
/// is the compiler's.
class Dice {
 public:
  explicit Dice(std::uint64_t number) : stream_(number, 0, Purpose::Process) {}

  int between(int low, int high) {
    return low + static_cast<int>(stream_.below(static_cast<std::uint32_t>(high - low + 1)));
  }
  bool chance(double p) { return stream_.unit() < p; }
  template <class T>
  T one_of(std::initializer_list<T> options) {
    return options.begin()[between(0, static_cast<int>(options.size()) - 1)];
  }

 private:
  RandomStream stream_;
};

}  // namespace switchyard
