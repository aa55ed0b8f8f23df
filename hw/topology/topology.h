#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hw/base/types.h"
#include "hw/topology/butterfly.h"
#include "hw/topology/grid.h"

namespace switchyard {

/// One end of a link.
struct PortRef {
  NodeId node = kNoNode;
  PortId port = -1;
  friend auto operator<=>(const PortRef&, const PortRef&) = default;
};

/// One direction of a link.
struct Channel {
  PortRef from;
  PortRef to;
  int latency = 1;  ///< Cycles from a registered output to the far input, >= 1.
};

/// A network's graph: nodes whose ports are joined by links of two opposite channels.
///
/// Every node has `port_count()` ports; the last is the terminal port, which carries no channel.
/// A link joins port a of one node with port b of another, in both directions. A port may be open
/// (the border of a mesh).
///
/// Errors: std::logic_error if a port is connected twice, does not exist, or is the terminal port.
class Topology {
 public:
  Topology(std::string kind, NodeId node_count, int port_count);

  void connect(PortRef a, PortRef b, int latency);
  /// The same network with the ports at both ends of these links open. `links`: either end of each.
  Topology without(const std::vector<PortRef>& links) const;

  const std::string& kind() const { return kind_; }
  NodeId node_count() const { return node_count_; }
  int port_count() const { return port_count_; }
  PortId terminal_port() const { return port_count_ - 1; }
  const std::vector<Channel>& channels() const { return channels_; }

  /// Channel that leaves through, or arrives at, this port; -1 if the port is open.
  int channel_from(PortRef port) const { return from_[index(port)]; }
  int channel_to(PortRef port) const { return to_[index(port)]; }
  bool is_open(PortRef port) const { return channel_from(port) < 0; }
  /// The far end of the link at this port. Precondition: not open.
  const PortRef& peer(PortRef port) const { return channels_[channel_from(port)].to; }

  /// Coordinates, if the topology is a grid (torus, mesh, hypercube).
  const std::optional<Grid>& grid() const { return grid_; }
  void set_grid(Grid grid) { grid_ = std::move(grid); }
  /// Rows and columns, if it is a butterfly.
  const std::optional<Butterfly>& butterfly() const { return butterfly_; }
  void set_butterfly(Butterfly butterfly) { butterfly_ = std::move(butterfly); }
  /// False if links are gone (without), so that closed forms for its kind do not hold.
  bool is_whole() const { return whole_; }

 private:
  std::size_t index(PortRef port) const {
    return static_cast<std::size_t>(port.node) * port_count_ + port.port;
  }

  std::string kind_;
  NodeId node_count_;
  int port_count_;
  std::vector<Channel> channels_;
  std::vector<int> from_;
  std::vector<int> to_;
  std::optional<Grid> grid_;
  std::optional<Butterfly> butterfly_;
  bool whole_ = true;
};

}  // namespace switchyard
