#include "hw/topology/topology.h"

#include <stdexcept>

namespace switchyard {

Topology::Topology(std::string kind, NodeId node_count, int port_count)
    : kind_(std::move(kind)),
      node_count_(node_count),
      port_count_(port_count),
      from_(static_cast<std::size_t>(node_count) * static_cast<std::size_t>(port_count), -1),
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

}  // namespace switchyard
