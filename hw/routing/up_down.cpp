#include "hw/routing/up_down.h"

#include <deque>
#include <limits>

#include "hw/base/bits.h"
#include "hw/topology/metrics.h"

namespace switchyard {
namespace {
constexpr std::uint16_t kUnreached = std::numeric_limits<std::uint16_t>::max();

/// Hops from `root`, or, in parts of the graph that are not connected with it, from their smallest node.
std::vector<int> levels_from(const Topology& topology, NodeId root) {
  std::vector<int> levels = hops_from(topology, root);
  for (NodeId node = 0; node < topology.node_count(); ++node) {
    if (levels[node] >= 0) continue;
    const std::vector<int> hops = hops_from(topology, node);
    for (NodeId other = 0; other < topology.node_count(); ++other) {
      if (hops[other] >= 0) levels[other] = hops[other];
    }
  }
  return levels;
}
}  // namespace

UpDown::UpDown(const Topology& topology, NodeId root, int vc_count)
    : topology_(topology),
      vcs_(low_bits<VcMask>(vc_count)),
      level_(levels_from(topology, root)),
      to_go_(static_cast<std::size_t>(topology.node_count()) * topology.node_count() * 2, kUnreached) {
  for (NodeId node = 0; node < topology.node_count(); ++node) measure_paths_to(node);
}

bool UpDown::leads_up(NodeId from, NodeId to) const {
  return level_[to] != level_[from] ? level_[to] < level_[from] : to < from;
}

void UpDown::measure_paths_to(NodeId destination) {
  struct State {
    NodeId node;
    bool down_only;
  };
  std::deque<State> frontier;
  const auto reach = [&](NodeId node, bool down_only, std::uint16_t hops) {
    std::uint16_t& known = to_go_[index(node, down_only, destination)];
    if (known != kUnreached) return;
    known = hops;
    frontier.push_back({node, down_only});
  };
  reach(destination, false, 0);
  reach(destination, true, 0);
  while (!frontier.empty()) {  // Backwards over the legal moves into `state`.
    const State state = frontier.front();
    frontier.pop_front();
    const auto hops = static_cast<std::uint16_t>(to_go_[index(state.node, state.down_only, destination)] + 1);
    for (PortId port = 0; port < topology_.port_count(); ++port) {
      if (topology_.is_open({state.node, port})) continue;
      const NodeId before = topology_.peer({state.node, port}).node;  // Links have two directions.
      if (leads_up(before, state.node)) {
        if (!state.down_only) reach(before, false, hops);
      } else if (state.down_only) {
        reach(before, true, hops);
        reach(before, false, hops);
      }
    }
  }
}

void UpDown::route(const RouteQuery& query, RouteSet& routes) const {
  const bool down_only = !enters_here(topology_, query) &&
                         !leads_up(topology_.peer({query.here, query.held_port}).node, query.here);
  const int left = to_go(query.here, down_only, query.destination);
  for (PortId port = 0; port < topology_.port_count(); ++port) {
    if (topology_.is_open({query.here, port})) continue;
    const NodeId next = topology_.peer({query.here, port}).node;
    const bool up = leads_up(query.here, next);
    if (up && down_only) continue;
    if (to_go(next, !up, query.destination) + 1 == left) routes.add(port, vcs_, Preference::Adaptive);
  }
}

}  // namespace switchyard
