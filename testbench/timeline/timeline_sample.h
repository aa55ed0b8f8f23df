#pragma once

#include <optional>
#include <string>
#include <vector>

#include "testbench/timeline/link_groups.h"

namespace switchyard {

/// What a network did in cycles begin .. end - 1.
struct TimelineSample {
  Cycle begin = 0;
  Cycle end = 0;
  std::uint64_t injected = 0;            ///< Flits that came to their first router.
  std::uint64_t ejected = 0;             ///< Flits that came to their terminal.
  std::vector<std::uint64_t> crossed;    ///< Flits that came over channels, by their group.
  std::uint64_t in_flight = 0;           ///< Packets, at the end.
  std::optional<std::uint64_t> waiting;  ///< Packets in their sources, at the end; nothing: nobody knows.

  /// Share of what the channels of a group can carry in these cycles.
  double utilisation(const LinkGroups& links, std::size_t group) const;
  /// The same of all channels.
  double utilisation(const LinkGroups& links) const;

  /// Makes it one with the sample that follows it.
  void append(const TimelineSample& next);
};

}  // namespace switchyard
