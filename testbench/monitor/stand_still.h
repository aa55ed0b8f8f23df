#pragma once

#include <cstdint>
#include <string>

#include "hw/base/types.h"

namespace switchyard {

/// Finds that nothing moves although packets are pending, in a network whose buffers nobody sees.
class StandStill {
 public:
  explicit StandStill(Cycle patience) : patience_(patience) {}

  /// `flit_hops`, `pending`: flits that have crossed a link so far, and packets that are not delivered.
  void look(Cycle now, std::uint64_t flit_hops, std::uint64_t pending);
  /// Empty until it is found.
  const std::string& failure() const { return failure_; }

 private:
  Cycle patience_;
  Cycle since_ = 0;
  std::uint64_t flit_hops_ = 0;
  std::string failure_;
};

}  // namespace switchyard
