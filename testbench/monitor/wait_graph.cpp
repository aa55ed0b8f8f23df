#include "testbench/monitor/wait_graph.h"

#include <fmt/format.h>

#include <algorithm>

namespace switchyard {

std::size_t WaitGraph::key(NodeId node, const LaneRef& lane) const {
  const auto ports = static_cast<std::size_t>(design_.topology->port_count());
  const auto vcs = static_cast<std::size_t>(design_.router.terminal.virtual_channels);
  const std::size_t first = static_cast<std::size_t>(node) * (2 * ports + 1);
  const std::size_t of_port = static_cast<std::size_t>(lane.port) * 2 + (lane.side == Side::Output ? 1 : 0);
  const std::size_t row = lane.side == Side::Central ? 2 * ports : of_port;
  return (first + row) * vcs + static_cast<std::size_t>(lane.vc);
}

void WaitGraph::add(NodeId node, const LaneView& view, bool moved_lately) {
  if (index_.empty()) {
    const LaneRef last{Side::Central, kCentralQueues, design_.router.terminal.virtual_channels - 1};
    index_.assign(key(design_.topology->node_count() - 1, last) + 1, -1);
  }
  index_[key(node, view.lane)] = static_cast<int>(vertices_.size());
  vertices_.push_back({waiting_lane(node, view, design_.topology->node_count()), moved_lately, {}});
}

int WaitGraph::vertex_of(NodeId node, const Want& want) const {
  if (want.where == Want::Where::Here) return index_[key(node, want.lane)];
  if (want.where == Want::Where::Repair) return -1;  // It may come.
  const Topology& topology = *design_.topology;
  if (want.lane.port == topology.terminal_port()) return -1;  // A terminal always takes and always gives.
  const bool far = want.where == Want::Where::Far;
  const int channel =
      far ? topology.channel_from({node, want.lane.port}) : topology.channel_to({node, want.lane.port});
  const Channel& link = topology.channels()[static_cast<std::size_t>(channel)];
  const PortRef other = far ? link.to : link.from;
  return index_[key(other.node, {want.lane.side, other.port, want.lane.vc})];
}

void WaitGraph::resolve(const Network& network) {
  std::vector<std::vector<int>> waited_for_by(vertices_.size());
  std::vector<int> live;
  for (std::size_t v = 0; v < vertices_.size(); ++v) {
    Vertex& vertex = vertices_[v];
    const std::vector<Want> wants = network.router(vertex.lane.node).wants(vertex.lane.lane);
    vertex.live = vertex.live || wants.empty();
    for (const Want& want : wants) {
      if (want.where == Want::Where::Repair && !at_fault_ && !vertex.live)
        at_fault_.emplace(vertex.lane, want.lane.port);
      const int other = vertex_of(vertex.lane.node, want);
      vertex.live = vertex.live || other < 0;
      if (other < 0) continue;
      vertex.waits_for.push_back(other);
      waited_for_by[static_cast<std::size_t>(other)].push_back(static_cast<int>(v));
    }
    if (vertex.live) live.push_back(static_cast<int>(v));
  }
  while (!live.empty()) {
    const auto moving = static_cast<std::size_t>(live.back());
    live.pop_back();
    for (const int waiter : waited_for_by[moving]) {
      Vertex& vertex = vertices_[static_cast<std::size_t>(waiter)];
      if (vertex.live) continue;
      vertex.live = true;
      live.push_back(waiter);
    }
  }
  for (const Vertex& vertex : vertices_) {
    if (!vertex.live) knot_.push_back(vertex.lane);
  }
}

std::vector<WaitingLane> WaitGraph::cycle() const {
  if (knot_.empty()) return {};
  std::vector<std::size_t> path;
  std::vector<int> position(vertices_.size(), -1);
  auto at = static_cast<std::size_t>(index_[key(knot_.front().node, knot_.front().lane)]);
  while (position[at] < 0) {  // Everything that a lane of the knot waits for is in the knot.
    position[at] = static_cast<int>(path.size());
    path.push_back(at);
    at = static_cast<std::size_t>(vertices_[at].waits_for.front());
  }
  std::vector<WaitingLane> cycle;
  for (auto i = static_cast<std::size_t>(position[at]); i < path.size(); ++i)
    cycle.push_back(vertices_[path[i]].lane);
  return cycle;
}

WaitingLane waiting_lane(NodeId node, const LaneView& view, NodeId node_count) {
  if (view.front == nullptr) return {node, view.lane};
  return {node, view.lane, view.front->packet, view.front->packet % node_count, view.front->destination,
          true};
}

std::string to_string(const WaitingLane& lane) {
  const LaneRef& ref = lane.lane;
  const std::string place = ref.side == Side::Central
                                ? fmt::format("central queue {}", ref.vc)
                                : fmt::format("port {}, {} lane {}", ref.port,
                                              ref.side == Side::Input ? "input" : "output", ref.vc);
  return fmt::format("node {}, {}, {}", lane.node, place,
                     lane.occupied
                         ? fmt::format("packet {} ({} -> {})", lane.packet, lane.source, lane.destination)
                         : "reserved");
}

}  // namespace switchyard
