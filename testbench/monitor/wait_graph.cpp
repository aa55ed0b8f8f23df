#include "testbench/monitor/wait_graph.h"

#include <fmt/format.h>

#include <algorithm>

namespace switchyard {

std::size_t WaitGraph::key(NodeId node, const BufferRef& buffer) const {
  const std::size_t ports = design_.topology->port_count();
  const std::size_t vcs = design_.router.terminal.virtual_channels;
  const std::size_t first = static_cast<std::size_t>(node) * (2 * ports + 1);
  const std::size_t of_port = buffer.port * 2 + (buffer.side == Side::Output ? 1 : 0);
  const std::size_t row = buffer.side == Side::Central ? 2 * ports : of_port;
  return (first + row) * vcs + buffer.vc;
}

void WaitGraph::add(NodeId node, const BufferView& view, bool moved_lately) {
  if (index_.empty()) {
    const BufferRef last{Side::Central, kCentralQueues, design_.router.terminal.virtual_channels - 1};
    index_.assign(key(design_.topology->node_count() - 1, last) + 1, -1);
  }
  index_[key(node, view.buffer)] = static_cast<int>(vertices_.size());
  vertices_.push_back({waiting_buffer(node, view, design_.topology->terminal_count()), moved_lately, {}});
}

std::vector<int> WaitGraph::vertices_of(NodeId node, const WaitFor& wait) const {
  const auto in_use = [&](NodeId of, const BufferRef& buffer) {
    const int vertex = index_[key(of, buffer)];
    return vertex < 0 ? std::vector<int>{} : std::vector<int>{vertex};
  };
  if (wait.where == WaitFor::Where::Here) return in_use(node, wait.buffer);
  if (wait.where == WaitFor::Where::Repair) return {};  // It may come.
  const Topology& topology = *design_.topology;
  const bool far = wait.where == WaitFor::Where::Far;
  if (topology.terminal_ports(node).test(wait.buffer.port))
    return far ? beyond_terminal({node, wait.buffer.port}, wait.buffer.vc) : std::vector<int>{};
  const int channel =
      far ? topology.channel_from({node, wait.buffer.port}) : topology.channel_to({node, wait.buffer.port});
  const Channel& link = topology.channels()[channel];
  const PortRef other = far ? link.to : link.from;
  return in_use(other.node, {wait.buffer.side, other.port, wait.buffer.vc});
}

std::vector<int> WaitGraph::beyond_terminal(const PortRef& exit, VcId vc) const {
  if (!reply_waits_) return {};
  const TerminalId terminal = design_.topology->terminal_at(exit);
  const std::optional<VcMask> replies = reply_waits_(terminal, vc);
  if (!replies) return {};
  const PortRef entry = design_.topology->attachment(terminal).entry;
  std::vector<int> vertices;
  bool all_in_use = true;
  for_each_bit(*replies, [&](VcId of_reply) {
    vertices.push_back(index_[key(entry.node, {Side::Input, entry.port, of_reply})]);
    all_in_use = all_in_use && vertices.back() >= 0;
  });
  return all_in_use ? vertices : std::vector<int>{};
}

void WaitGraph::resolve(const Network& network) {
  std::vector<std::vector<int>> waited_for_by(vertices_.size());
  std::vector<int> live;
  for (std::size_t v = 0; v < vertices_.size(); ++v) {
    Vertex& vertex = vertices_[v];
    const std::vector<WaitFor> waits = network.router(vertex.buffer.node).waits_for(vertex.buffer.buffer);
    vertex.live = vertex.live || waits.empty();
    for (const WaitFor& wait : waits) {
      if (wait.where == WaitFor::Where::Repair && !at_fault_ && !vertex.live)
        at_fault_.emplace(vertex.buffer, wait.buffer.port);
      const std::vector<int> others = vertices_of(vertex.buffer.node, wait);
      vertex.live = vertex.live || others.empty();
      for (const int other : others) {
        vertex.waits_for.push_back(other);
        waited_for_by[other].push_back(static_cast<int>(v));
      }
    }
    if (vertex.live) live.push_back(static_cast<int>(v));
  }
  while (!live.empty()) {
    const std::size_t moving = live.back();
    live.pop_back();
    for (const int waiter : waited_for_by[moving]) {
      Vertex& vertex = vertices_[waiter];
      if (vertex.live) continue;
      vertex.live = true;
      live.push_back(waiter);
    }
  }
  for (const Vertex& vertex : vertices_) {
    if (!vertex.live) knot_.push_back(vertex.buffer);
  }
}

std::vector<WaitingBuffer> WaitGraph::cycle() const {
  if (knot_.empty()) return {};
  std::vector<std::size_t> path;
  std::vector<int> position(vertices_.size(), -1);
  std::size_t at = index_[key(knot_.front().node, knot_.front().buffer)];
  while (position[at] < 0) {  // Everything that a buffer of the knot waits for is in the knot.
    position[at] = static_cast<int>(path.size());
    path.push_back(at);
    at = vertices_[at].waits_for.front();
  }
  std::vector<WaitingBuffer> cycle;
  for (std::size_t i = position[at]; i < path.size(); ++i) cycle.push_back(vertices_[path[i]].buffer);
  return cycle;
}

WaitingBuffer waiting_buffer(NodeId node, const BufferView& view, NodeId node_count) {
  if (view.front == nullptr) return {node, view.buffer};
  return {node, view.buffer, view.front->packet, view.front->packet % node_count, view.front->destination,
          true};
}

std::string to_string(const WaitingBuffer& buffer) {
  const BufferRef& ref = buffer.buffer;
  const std::string place =
      ref.side == Side::Central
          ? fmt::format("central queue {}", ref.vc)
          : fmt::format("port {}, {} VC {}", ref.port, ref.side == Side::Input ? "input" : "output", ref.vc);
  return fmt::format(
      "node {}, {}, {}", buffer.node, place,
      buffer.occupied ? fmt::format("packet {} ({} -> {})", buffer.packet, buffer.source, buffer.destination)
                      : "reserved");
}

}  // namespace switchyard
