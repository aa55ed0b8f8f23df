#include "testbench/monitor/stand_still.h"

#include <fmt/format.h>

namespace switchyard {

void StandStill::look(Cycle now, std::uint64_t flit_hops, std::uint64_t pending) {
  if (flit_hops != flit_hops_ || pending == 0) {
    flit_hops_ = flit_hops;
    since_ = now;
  } else if (failure_.empty() && now - since_ >= patience_) {
    failure_ = fmt::format("cycle {}: no flit has moved since cycle {}, and {} packets are pending", now,
                           since_, pending);
  }
}

}  // namespace switchyard
