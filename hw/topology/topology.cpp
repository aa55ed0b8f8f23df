#include "hw/topology/topology.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "hw/base/bits.h"

namespace switchyard {
namespace {

[[noreturn]] void fail(const char* where, const char* what, PortRef port) {
  throw std::logic_error("Topology::" + std::string(where) + ": " + what + ": node " +
                         std::to_string(port.node) + ", port " + std::to_string(port.port));
}

}  // namespace

Topology::Topology(std::string kind, NodeId node_count, int port_count)
    : kind_(std::move(kind)),
      node_count_(node_count),
      port_count_(port_count),
      from_(static_cast<std::size_t>(node_count) * port_count, -1),
      to_(from_) {}

bool Topology::exists(PortRef port) const {
  return port.node < node_count_ && port.port >= 0 && port.port < port_count_;
}

void Topology::attach(std::vector<Attachment> terminals) {
  attachments_ = std::move(terminals);
  exits_.clear();
  entry_ports_.assign(node_count_, 0);
  exit_ports_.assign(node_count_, 0);
  const auto check = [&](PortRef port) {
    if (!exists(port)) fail("attach", "no such port", port);
    if (is_linked(port) || terminal_ports(port.node).test(port.port)) fail("attach", "port used twice", port);
  };
  for (const auto& [entry, exit] : attachments_) {
    if (entry.node == kNoNode && exit.node == kNoNode) fail("attach", "a terminal at no port", entry);
    if (entry.node != kNoNode) check(entry);
    if (exit.node != kNoNode) check(exit);
    if (entry.node != kNoNode) entry_ports_[entry.node].set(entry.port);
    if (exit.node != kNoNode) exit_ports_[exit.node].set(exit.port);
    exits_.push_back(exit);
  }
}

void Topology::attach_to_every_node(int per_node, const std::vector<NodeId>& extra) {
  if (per_node == 1 && extra.empty()) return attach({});
  std::vector<Attachment> terminals;
  const PortId first = port_count_ - ports_for_terminals(per_node, extra);
  for (NodeId node = 0; node < node_count_; ++node) {
    for (PortId port = first; port < first + per_node; ++port)
      terminals.push_back({{node, port}, {node, port}});
  }
  for (auto node = extra.begin(); node != extra.end(); ++node) {
    const auto before = static_cast<PortId>(std::count(extra.begin(), node, *node));
    const PortRef port{*node, first + per_node + before};
    terminals.push_back({port, port});
  }
  attach(std::move(terminals));
}

int Topology::ports_for_terminals(int per_node, const std::vector<NodeId>& extra) {
  std::ptrdiff_t most = 0;
  for (const NodeId node : extra) most = std::max(most, std::count(extra.begin(), extra.end(), node));
  return per_node + static_cast<int>(most);
}

TerminalId Topology::terminal_count() const {
  return has_plain_terminals() ? node_count_ : static_cast<TerminalId>(attachments_.size());
}

Attachment Topology::attachment(TerminalId terminal) const {
  if (!has_plain_terminals()) return attachments_[terminal];
  const PortRef port{terminal, terminal_port()};
  return {port, port};
}

Exits Topology::exits() const {
  return has_plain_terminals() ? Exits(terminal_port()) : Exits(exits_.data());
}

std::vector<NodeId> Topology::nodes_with(const std::vector<PortMask>& ports) const {
  std::vector<NodeId> nodes;
  for (NodeId node = 0; node < node_count_; ++node) {
    if (has_plain_terminals() || ports[node] != 0) nodes.push_back(node);
  }
  return nodes;
}

PortMask Topology::entry_ports(NodeId node) const {
  return has_plain_terminals() ? bit<PortMask>(terminal_port()) : entry_ports_[node];
}

PortMask Topology::exit_ports(NodeId node) const {
  return has_plain_terminals() ? bit<PortMask>(terminal_port()) : exit_ports_[node];
}

int Topology::terminals_per_node() const {
  if (has_plain_terminals()) return 1;
  const int first = entry_ports(0).count();
  for (NodeId node = 0; node < node_count_; ++node) {
    if (entry_ports(node) != exit_ports(node) || entry_ports(node).count() != first) return 0;
  }
  const bool split = std::any_of(attachments_.begin(), attachments_.end(),
                                 [](const Attachment& terminal) { return terminal.is_split(); });
  return split ? 0 : first;
}

bool Topology::all_terminals_send_and_receive() const {
  return std::all_of(attachments_.begin(), attachments_.end(),
                     [](const Attachment& terminal) { return terminal.sends() && terminal.receives(); });
}

TerminalId Topology::terminal_at(PortRef port) const {
  if (has_plain_terminals()) return port.port == terminal_port() ? port.node : kNoTerminal;
  for (TerminalId t = 0; t < attachments_.size(); ++t) {
    if (attachments_[t].entry == port || attachments_[t].exit == port) return t;
  }
  return kNoTerminal;
}

PortRef Topology::far_end(PortRef port) const {
  if (!is_open(port)) return peer(port);
  return channel_to(port) < 0 ? PortRef{} : feeder(port);
}

void Topology::connect(PortRef a, PortRef b, const LinkConfig& link) {
  for (const PortRef& end : {a, b}) {
    if (!exists(end) || terminal_ports(end.node).test(end.port)) fail("connect", "no such network port", end);
    if (is_linked(end)) fail("connect", "port connected twice", end);
  }
  add({a, b, link.latency, link.cycles_per_flit});
  if (!link.one_way) add({b, a, link.latency, link.cycles_per_flit});
}

void Topology::add(const Channel& channel) {
  from_[index(channel.from)] = to_[index(channel.to)] = static_cast<int>(channels_.size());
  channels_.push_back(channel);
}

std::string Topology::name_of_node(NodeId node) const {
  return names_.nodes.empty() ? std::to_string(node) : names_.nodes[node];
}

std::string Topology::name_of_terminal(TerminalId terminal) const {
  return names_.terminals.empty() ? std::to_string(terminal) : names_.terminals[terminal];
}

Topology Topology::without(const std::vector<PortRef>& links) const {
  std::vector<bool> gone(channels_.size());
  for (const PortRef& end : links) {
    for (const int channel : {channel_from(end), channel_to(end)}) {
      if (channel >= 0) gone[channel] = true;
    }
  }
  Topology rest = *this;
  rest.channels_.clear();
  std::fill(rest.from_.begin(), rest.from_.end(), -1);
  rest.to_ = rest.from_;
  rest.whole_ = whole_ && std::find(gone.begin(), gone.end(), true) == gone.end();
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    if (!gone[i]) rest.add(channels_[i]);
  }
  return rest;
}

}  // namespace switchyard
