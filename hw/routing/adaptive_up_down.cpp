#include "hw/routing/adaptive_up_down.h"

#include "hw/base/bits.h"

namespace switchyard {

AdaptiveUpDown::AdaptiveUpDown(const Topology& topology, NodeId root, int vc_count)
    : terminal_(topology.terminal_port()),
      adaptive_(low_bits<VcMask>(vc_count) & ~low_bits<VcMask>(kEscapeVcs)),
      minimal_(topology),
      escape_(topology, root, kEscapeVcs) {}

void AdaptiveUpDown::route(const RouteQuery& query, RouteSet& routes) const {
  const bool enters = query.held_port < 0 || query.held_port == terminal_;
  const bool escapes = !enters && query.held_vc < kEscapeVcs;
  RouteQuery escape = query;
  if (!escapes) {
    RouteSet nearer;
    minimal_.route({query.here, query.destination, kCentralQueues, 0}, nearer);
    for (const RouteChoice& choice : nearer) routes.add(choice.port, adaptive_, Preference::Adaptive);
    escape.held_port = terminal_;  // It starts where the packet is.
  }
  RouteSet legal;
  escape_.route(escape, legal);
  for (const RouteChoice& choice : legal) routes.add(choice.port, choice.vcs, Preference::Escape);
}

}  // namespace switchyard
