#include "hw/routing/routing_function.h"

namespace switchyard {

QueueWays RoutingFunction::queue_ways(NodeId here, NodeId destination, VcId queue, int ports) const {
  RouteSet routes;
  route({here, destination, kCentralQueues, queue}, routes);
  QueueWays ways;
  for (const RouteChoice& choice : routes) {
    const PortId port = choice.port == kCentralQueues ? ports - 1 : choice.port;
    std::uint64_t& lanes = choice.preference == Preference::Escape ? ways.escape : ways.ways;
    for_each_bit(choice.vcs, [&](VcId vc) { lanes |= lane_of_class(vc, port, ports); });
  }
  return ways;
}

}  // namespace switchyard
