#include "hw/routing/routing_function.h"

namespace switchyard {

QueueCandidates RoutingFunction::queue_candidates(NodeId here, NodeId destination, VcId queue,
                                                  int ports) const {
  RouteSet routes;
  route({here, destination, kCentralQueues, queue}, routes);
  QueueCandidates candidates;
  for (const RouteChoice& choice : routes) {
    const PortId port = choice.port == kCentralQueues ? ports - 1 : choice.port;
    std::uint64_t& mask = choice.preference == Preference::Escape ? candidates.escape : candidates.preferred;
    for_each_bit(choice.vcs, [&](VcId vc) { mask |= class_bit(vc, port, ports); });
  }
  return candidates;
}

}  // namespace switchyard
