#include "testbench/monitor/event_hash.h"

#include <cinttypes>
#include <cstdio>

namespace switchyard {

std::string EventHash::hex() const {
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016" PRIx64, value());
  return digits;
}

}  // namespace switchyard
