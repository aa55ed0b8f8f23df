#pragma once

#include <cstddef>

#include "hw/analysis/deadlock.h"

namespace switchyard {

/// What a search through all global configurations of a network finds.
struct DeadlockSearch {
  bool deadlock = false;  ///< Some packets can never move again, whatever happens.
  bool complete = false;  ///< Every reachable configuration was seen, or a deadlock found.
  std::size_t configurations = 0;
};

/// Plays all that a small network can do: every packet to every destination at any time, every choice.
///
/// A packet holds up to `length` resources in a row, the last of them leaves as it goes on; whoever is at its
/// destination leaves at some time. With Holding::SharedVcs a packet may enter a VC behind the tail of
/// another. It knows nothing of dependencies: it asks the relation where a packet may go, and looks which
/// packets can never move again. Precondition: at most 255 resources, `length` <= 4.
DeadlockSearch search_deadlock(const ResourceSpace& space, const RoutingFunction& routing, Holding holding,
                               std::size_t length, std::size_t most_configurations);

}  // namespace switchyard
