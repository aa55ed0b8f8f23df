#include "hw/config/renamed.h"

#include <array>

namespace switchyard {
namespace {

struct Renamed {
  std::string_view path;
  std::string_view from;
  std::string_view to;
};

constexpr std::array kRenamed{
    Renamed{"router", "lane_reuse", "vc_reallocation"},
    Renamed{"router", "headers_per_cycle", "vc_allocations_per_cycle"},
    Renamed{"router", "injection_lanes", "injection_vcs"},
    Renamed{"router", "throttle_lanes", "throttle_vcs"},
    Renamed{"router", "delivery_buffer", "ejection_buffer"},
    Renamed{"router", "delivery_rate", "ejection_rate"},
    Renamed{"router", "phits", "phits_per_packet"},
    Renamed{"router.crossbar", "lanes", "vcs"},
    Renamed{"workload", "most", "max_per_destination"},
    Renamed{"workload", "computes_most", "computes_max"},
};

}  // namespace

std::string_view new_name_of(std::string_view path, std::string_view name) {
  for (const Renamed& renamed : kRenamed) {
    if (renamed.path == path && renamed.from == name) return renamed.to;
  }
  return {};
}

}  // namespace switchyard
