#pragma once

#include <cstdint>
#include <vector>

namespace switchyard {

/// A monitor that knows how many flits have come to each port.
class ArrivalCounts {
 public:
  virtual ~ArrivalCounts() = default;

  /// Flits that have arrived since the beginning, modulo 2^16: at each input port of router 0, of router 1,
  /// and so on, in topology port order, then at each terminal. To be called between two cycles.
  virtual std::vector<std::uint16_t> flits_per_port() const = 0;
};

}  // namespace switchyard
