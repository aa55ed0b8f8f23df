#pragma once

#include <limits>
#include <tlm>

namespace switchyard {

/// What get_direct_mem_ptr answers if nobody may read or write any address directly. Returns false, as it
/// does.
inline bool refuse_dmi(tlm::tlm_dmi& dmi) {
  dmi.init();
  dmi.allow_read_write();
  dmi.set_start_address(0);
  dmi.set_end_address(std::numeric_limits<sc_dt::uint64>::max());
  return false;
}

}  // namespace switchyard
