#pragma once

#include <algorithm>

#include "hw/topology/topology.h"

namespace switchyard {

/// Whether some link leads in one direction only.
inline bool has_one_way_links(const Topology& topology) {
  return std::any_of(topology.channels().begin(), topology.channels().end(),
                     [&](const Channel& channel) { return topology.is_open(channel.to); });
}

/// Whether some link takes a flit in several cycles.
inline bool has_narrow_links(const Topology& topology) {
  return std::any_of(topology.channels().begin(), topology.channels().end(),
                     [](const Channel& channel) { return channel.cycles_per_flit != 1; });
}

}  // namespace switchyard
