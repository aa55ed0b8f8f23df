#pragma once

#include <cstdint>
#include <vector>

#include "hw/base/bits.h"
#include "hw/base/port_array.h"
#include "hw/base/types.h"

namespace switchyard {

/// Which links of a router can take a flit, where some are narrower than a flit and take one in several
/// cycles.
class NarrowLinks {
 public:
  NarrowLinks() = default;
  /// `cycles_per_flit`: [port], >= 1.
  explicit NarrowLinks(const std::vector<int>& cycles_per_flit) {
    for (std::size_t p = 0; p < cycles_per_flit.size(); ++p) {
      cycles_[p] = static_cast<std::uint16_t>(cycles_per_flit[p]);
      narrow_.set(p, cycles_per_flit[p] > 1);
    }
  }

  bool any() const { return narrow_ != 0; }
  void reset() { busy_ = 0; }
  /// Begins a cycle; returns the ports whose link can take a flit in it. Once per cycle while busy().
  PortMask free_ports() {
    for (const PortId p : busy_) busy_.clear(p, --left_[p] == 0);
    return ~busy_;
  }
  /// The links at these ports take a flit in this cycle.
  void take(PortMask ports) {
    const PortMask taken = ports & narrow_;
    for (const PortId p : taken) left_[p] = cycles_[p];
    busy_ |= taken;
  }
  bool busy() const { return busy_ != 0; }

 private:
  PortMask narrow_ = 0;
  PortMask busy_ = 0;
  PortArray<std::uint16_t> cycles_{};
  PortArray<std::uint16_t> left_{};  ///< Cycles until a busy link is free.
};

}  // namespace switchyard
