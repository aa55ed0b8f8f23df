#include "hw/routing/adaptive_up_down.h"

#include "hw/base/bits.h"

namespace switchyard {

AdaptiveUpDown::AdaptiveUpDown(const Topology& topology, NodeId root, int vc_count)
    : topology_(topology),
      adaptive_(low_bits<VcMask>(vc_count) & ~low_bits<VcMask>(kEscapeVcs)),
      minimal_(topology),
      escape_(topology, root, kEscapeVcs) {}

void AdaptiveUpDown::route(const RouteQuery& query, RouteSet& routes) const {
  const bool escapes = !enters_here(topology_, query) && query.held_vc < kEscapeVcs;
  RouteQuery escape = query;
  if (!escapes) {
    RouteSet nearer;
    minimal_.route({query.here, query.destination, kCentralQueues, 0}, nearer);
    for (const RouteChoice& choice : nearer) routes.add(choice.port, adaptive_, Preference::Adaptive);
    escape.held_port = -1;  // It starts where the packet is.
  }
  RouteSet legal;
  escape_.route(escape, legal);
  for (const RouteChoice& choice : legal) routes.add(choice.port, choice.vcs, Preference::Escape);
}

}  // namespace switchyard
