#include "hw/topology/topology.h"

#include <algorithm>
#include <stdexcept>

namespace switchyard {

Topology::Topology(std::string kind, NodeId node_count, int port_count)
    : kind_(std::move(kind)),
      node_count_(node_count),
      port_count_(port_count),
      from_(static_cast<std::size_t>(node_count) * port_count, -1),
      to_(from_) {}

void Topology::connect(PortRef a, PortRef b, int latency) {
  for (const PortRef& end : {a, b}) {
    if (end.node >= node_count_ || end.port < 0 || end.port >= terminal_port()) {
      throw std::logic_error("Topology::connect: no such network port: node " + std::to_string(end.node) +
                             ", port " + std::to_string(end.port));
    }
    if (!is_open(end)) {
      throw std::logic_error("Topology::connect: port connected twice: node " + std::to_string(end.node) +
                             ", port " + std::to_string(end.port));
    }
  }
  for (const Channel& channel : {Channel{a, b, latency}, Channel{b, a, latency}}) {
    from_[index(channel.from)] = to_[index(channel.to)] = static_cast<int>(channels_.size());
    channels_.push_back(channel);
  }
}

Topology Topology::without(const std::vector<PortRef>& links) const {
  std::vector<bool> gone(channels_.size());
  for (const PortRef& end : links) {
    if (is_open(end)) continue;
    gone[channel_from(end)] = gone[channel_to(end)] = true;
  }
  Topology rest(kind_, node_count_, port_count_);
  rest.grid_ = grid_;
  rest.butterfly_ = butterfly_;
  rest.whole_ = whole_ && std::find(gone.begin(), gone.end(), true) == gone.end();
  for (std::size_t i = 0; i < channels_.size(); i += 2) {  // Both directions of a link are neighbours.
    if (!gone[i]) rest.connect(channels_[i].from, channels_[i].to, channels_[i].latency);
  }
  return rest;
}

}  // namespace switchyard
