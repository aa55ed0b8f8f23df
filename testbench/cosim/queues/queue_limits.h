#pragma once

#include <algorithm>
#include <string>

#include "hw/router/queues/konstantinidou_config.h"

namespace switchyard {

/// Parameters of RTL of central queues: how many packets leave all of them and enter each, in a cycle.
struct QueueLimits {
  int departures = 0;
  int admissions = 0;

  /// What a node of these ports notices of those in `config`. `slots`: packets of its largest queue.
  static QueueLimits of(const KonstantinidouConfig& config, int ports, int slots) {
    return {std::min(config.departures_per_cycle, ports - 1), std::min(config.admissions_per_cycle, slots)};
  }
  /// Whether RTL that has these, and more slots than `slots` perhaps, does what a node with those does.
  constexpr bool are(const QueueLimits& wanted, int slots) const {
    return departures == wanted.departures && std::min(admissions, slots) == wanted.admissions;
  }
};

/// Those that limit anything, as `, departures_per_cycle 1`.
inline std::string describe(const QueueLimits& limits, int ports, int slots) {
  std::string text;
  if (limits.departures < ports - 1) text += ", departures_per_cycle " + std::to_string(limits.departures);
  if (limits.admissions < slots) text += ", admissions_per_cycle " + std::to_string(limits.admissions);
  return text;
}

}  // namespace switchyard
