#pragma once

#include <string>
#include <vector>

#include "hw/analysis/resource_space.h"
#include "hw/routing/wave_site.h"

namespace switchyard {

/// The order in which a barrier wave goes through a network with central queues, or with queues of links.
struct WavePlan {
  std::vector<WaveSite> sites;  ///< [node]; empty if there is a cycle.
  /// Of the longest way of a marker from an injection buffer to a channel of a delivery, in hops: so many
  /// cycles a wave takes over idle links of one cycle, as moves inside of a node take none.
  int longest_way = 0;
  /// Of what feeds what, if that has a cycle: then no wave can pass, as it would wait for itself.
  std::vector<ResourceId> cycle;
};

/// Walks the relation over all destinations, as find_verdict() does, with the same precondition.
///
/// Source: Felperin et al., "Routing Techniques for Massively Parallel Communication", Proc. IEEE 1991, which
///         names waves and does not describe them.
WavePlan plan_waves(const ResourceSpace& space, const RoutingFunction& routing, int queues);

/// The same of routers with a queue for each output link and VC, and one for each terminal: queue number n of
/// a site is that of the output channel which is its bit n. What is for a terminal, a marker too, goes
/// through its queue. Precondition: no more than kMaxVcs ports and VCs; all terminals send and receive.
WavePlan plan_link_waves(const ResourceSpace& space, const RoutingFunction& routing);

}  // namespace switchyard
