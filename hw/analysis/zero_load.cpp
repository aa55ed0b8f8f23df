#include "hw/analysis/zero_load.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace switchyard {
namespace {

constexpr int kTerminalLatency = 1;

/// Cycles from the first to the last of `flits` over a loop that returns a credit after `loop` cycles.
int serialisation(int flits, int depth, int loop) {
  const int rest = flits - 1;
  return depth >= loop ? rest : rest / depth * loop + rest % depth;
}

}  // namespace

int credit_loop(const PipelineTiming& timing, int link_latency) {
  return (timing.half_duplex ? 3 : 2) * link_latency + timing.credit_turnaround + timing.send_overhead;
}

Cycle zero_load_latency(const PipelineTiming& timing, const std::vector<int>& link_latencies, int flits) {
  int head = 2 * kTerminalLatency + timing.router;
  const int injection_loop = 2 * kTerminalLatency + timing.credit_turnaround;
  const int ejection_loop = 2 * kTerminalLatency + timing.send_overhead;
  int tail = std::max(serialisation(flits, timing.input_depth, injection_loop),
                      serialisation(flits, timing.input_depth, ejection_loop));
  for (const int link : link_latencies) {
    head += timing.router + link + (timing.half_duplex ? link - 1 : 0);
    tail = std::max(tail, serialisation(flits, timing.input_depth, credit_loop(timing, link)));
  }
  return static_cast<Cycle>(head + tail);
}

std::vector<int> path_latencies(const Topology& topology, const RoutingFunction& routing, NodeId source,
                                NodeId destination) {
  std::vector<int> latencies;
  RouteQuery query{source, destination, topology.terminal_port(), 0};
  while (query.here != destination) {
    if (latencies.size() > 4 * static_cast<std::size_t>(topology.node_count())) {
      throw std::logic_error("path_latencies: the routing function leads in a circle");
    }
    RouteSet routes;
    routing.route(query, routes);
    if (routes.empty()) throw std::logic_error("path_latencies: no way on");
    const RouteChoice& choice = *routes.begin();
    const int channel = topology.channel_from({query.here, choice.port});
    const Channel& link = topology.channels()[static_cast<std::size_t>(channel)];
    latencies.push_back(link.latency);
    query = {link.to.node, destination, link.to.port, std::countr_zero(choice.vcs)};
  }
  return latencies;
}

}  // namespace switchyard
