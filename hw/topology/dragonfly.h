#pragma once

#include "hw/base/types.h"

namespace switchyard {

/// Groups, routers and ports of a dragonfly: `groups` groups of `routers` routers.
///
/// Router r of group i is node `routers` i + r. Within a group every router is joined with every other: port
/// q of router r leads to router q if q < r, else to router q + 1. Then come the ports of the global links,
/// then the terminals. The global links of a group are numbered: link j is at router j / h, at its global
/// port j % h. Link j < groups - 1 of group i leads to group i + j + 1 (mod groups), whose link groups - 2 -
/// j it is. The other ports are open.
class Dragonfly {
 public:
  /// `global_links`: h, ports for them at each router; `routers` h >= `groups` - 1 >= 1.
  Dragonfly(int routers, int global_links, int groups)
      : routers_(routers), global_links_(global_links), groups_(groups) {}

  int routers() const { return routers_; }
  int groups() const { return groups_; }
  NodeId node_count() const { return static_cast<NodeId>(routers_ * groups_); }
  int local_ports() const { return routers_ - 1; }
  int network_ports() const { return local_ports() + global_links_; }
  bool is_global(PortId port) const { return port >= local_ports() && port < network_ports(); }

  int group(NodeId node) const { return static_cast<int>(node) / routers_; }
  int router(NodeId node) const { return static_cast<int>(node) % routers_; }
  NodeId node_at(int group, int router) const { return static_cast<NodeId>(group * routers_ + router); }

  /// Of `router`, to another of its group.
  PortId local_port(int router, int to) const { return to < router ? to : to - 1; }
  /// Where a local port of `router` leads.
  int router_behind(int router, PortId port) const { return port < router ? port : port + 1; }

  /// Global links of a group that lead anywhere.
  int links_of_group() const { return groups_ - 1; }
  int router_of_link(int link) const { return link / global_links_; }
  PortId port_of_link(int link) const { return local_ports() + link % global_links_; }
  int group_behind(int group, int link) const { return (group + link + 1) % groups_; }
  /// The number of the same link at its other end.
  int far_link(int link) const { return groups_ - 2 - link; }
  /// The link from one group to another.
  int link_between(int from, int to) const { return (to - from + groups_) % groups_ - 1; }
  /// How many of the global ports of a router, from the first, have a link.
  int links_of_router(int router) const {
    const int left = links_of_group() - router * global_links_;
    return left < 0 ? 0 : left < global_links_ ? left : global_links_;
  }

 private:
  int routers_;
  int global_links_;
  int groups_;
};

}  // namespace switchyard
