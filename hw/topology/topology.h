#pragma once

#include <any>
#include <string>
#include <utility>
#include <vector>

#include "hw/base/port_ref.h"
#include "hw/base/terminals.h"
#include "hw/base/types.h"

namespace switchyard {

/// What a link is like.
struct LinkConfig {
  int latency = 1;  ///< Cycles from a registered output to the far input, >= 1, where a flit fits the link.
  int cycles_per_flit = 1;  ///< A narrow link takes one flit in so many cycles.
  bool one_way = false;     ///< Flits go from the first port to the second only; their credits come back.
};

/// One direction of a link.
struct Channel {
  PortRef from;
  PortRef to;
  int latency = 1;          ///< Cycles, >= 1; see LinkConfig.
  int cycles_per_flit = 1;  ///< Between flits.

  /// Cycles from a registered output to the far input: a flit has come when all of it has.
  int delay() const { return latency + cycles_per_flit - 1; }
};

/// What the user calls the nodes and terminals, [node] and [terminal]; empty: they have numbers only.
struct Names {
  std::vector<std::string> nodes;
  std::vector<std::string> terminals;
};

/// A network's graph: nodes whose ports are joined by links, and terminals at ports.
///
/// Every node has `port_count()` ports. A link joins port a of one node with port b of another, by a channel
/// in each direction, or in one. A port may be open (the border of a mesh). A port that carries a terminal
/// has no link. Unless attach() says otherwise, terminal n is at the last port of node n.
///
/// Errors: std::logic_error if a port is used twice or does not exist.
class Topology {
 public:
  Topology(std::string kind, NodeId node_count, int port_count);

  /// Attaches these terminals, numbered from 0, instead of one at the last port of each node.
  /// Errors: std::logic_error also if one neither sends nor receives.
  void attach(std::vector<Attachment> terminals);
  /// Attaches terminals `per_node` n to `per_node` (n + 1) - 1 to the last ports of node n, one to each.
  /// `extra`: nodes that have one more, or as many as they are named. These are numbered behind all others,
  /// and at ports behind those of the others, of which there are as many as some node needs.
  void attach_to_every_node(int per_node, const std::vector<NodeId>& extra = {});
  /// Ports that this takes at each node.
  static int ports_for_terminals(int per_node, const std::vector<NodeId>& extra);
  void connect(PortRef a, PortRef b, const LinkConfig& link);
  void connect(PortRef a, PortRef b, int latency) { connect(a, b, LinkConfig{.latency = latency}); }
  /// The same network with the ports at both ends of these links open. `links`: either end of each.
  Topology without(const std::vector<PortRef>& links) const;

  const std::string& kind() const { return kind_; }
  NodeId node_count() const { return node_count_; }
  int port_count() const { return port_count_; }
  TerminalId terminal_count() const;
  Attachment attachment(TerminalId terminal) const;
  Exits exits() const;
  /// How many each node has, if all have as many, and each sends and receives at one port; else 0.
  int terminals_per_node() const;
  /// Whether no terminal only sends or only receives.
  bool all_terminals_send_and_receive() const;
  /// Whether terminal n is at the last port of node n, in and out, for every n.
  bool has_plain_terminals() const { return attachments_.empty(); }
  /// Precondition: has_plain_terminals().
  PortId terminal_port() const { return port_count_ - 1; }
  /// Ports of a node at which terminals send, or receive.
  PortMask entry_ports(NodeId node) const;
  PortMask exit_ports(NodeId node) const;
  NodeTerminals terminals_at(NodeId node) const { return {entry_ports(node), exit_ports(node), exits()}; }
  /// Which terminal sends, or receives, at this port; kNoTerminal if none does.
  TerminalId terminal_at(PortRef port) const;
  PortMask terminal_ports(NodeId node) const { return entry_ports(node) | exit_ports(node); }
  /// Nodes with terminals that send, or receive, in order.
  std::vector<NodeId> sources() const { return nodes_with(entry_ports_); }
  std::vector<NodeId> destinations() const { return nodes_with(exit_ports_); }
  const std::vector<Channel>& channels() const { return channels_; }

  /// Channel that leaves through, or arrives at, this port; -1 if the port is open.
  int channel_from(PortRef port) const { return from_[index(port)]; }
  int channel_to(PortRef port) const { return to_[index(port)]; }
  bool is_open(PortRef port) const { return channel_from(port) < 0; }
  /// Where the channel that leaves through this port leads. Precondition: not open.
  const PortRef& peer(PortRef port) const { return channels_[channel_from(port)].to; }
  /// Where the channel that arrives at this port comes from. Precondition: there is one.
  const PortRef& feeder(PortRef port) const { return channels_[channel_to(port)].from; }
  /// The far end of the link at this port, whichever way it leads; of no node if there is none.
  PortRef far_end(PortRef port) const;

  const Names& names() const { return names_; }
  void set_names(Names names) { names_ = std::move(names); }
  /// Its name, or its number.
  std::string name_of_node(NodeId node) const;
  std::string name_of_terminal(TerminalId terminal) const;

  /// What its builder knows of it: the Grid of a torus, mesh or hypercube, the FatTree of a fat tree, and so
  /// on. Null if it is no such network.
  template <class Shape>
  const Shape* shape() const {
    return std::any_cast<Shape>(&shape_);
  }
  void set_shape(std::any shape) { shape_ = std::move(shape); }
  /// False if links are gone (without), so that closed forms for its kind do not hold.
  bool is_whole() const { return whole_; }

 private:
  bool exists(PortRef port) const;
  bool is_linked(PortRef port) const { return channel_from(port) >= 0 || channel_to(port) >= 0; }
  void add(const Channel& channel);
  std::vector<NodeId> nodes_with(const std::vector<PortMask>& ports) const;
  std::size_t index(PortRef port) const {
    return static_cast<std::size_t>(port.node) * port_count_ + port.port;
  }

  std::string kind_;
  NodeId node_count_;
  int port_count_;
  std::vector<Attachment> attachments_;  ///< None: plain terminals.
  std::vector<PortRef> exits_;           ///< [terminal]
  std::vector<PortMask> entry_ports_;    ///< [node]
  std::vector<PortMask> exit_ports_;     ///< [node]
  std::vector<Channel> channels_;        ///< Both directions of a link are neighbours.
  std::vector<int> from_;
  std::vector<int> to_;
  Names names_;
  std::any shape_;
  bool whole_ = true;
};

}  // namespace switchyard
