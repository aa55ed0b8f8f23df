#pragma once

#include <cstdint>
#include <vector>

#include "hw/base/types.h"

namespace switchyard {

/// Rows, columns and ports of an n-butterfly with wrap-around: n 2^n nodes (column, row).
///
/// Node (c, r) is n r + c. Its up links lead to column c + 1 (mod n): the straight ones to the same row, the
/// cross link to the row that differs in bit c. Down links are their other ends. Straight links may be
/// several side by side. With one column a straight link is a loop.
class Butterfly {
 public:
  Butterfly(int dimensions, int straight_links);

  int dimensions() const { return n_; }
  int straight_links() const { return straight_links_; }
  NodeId node_count() const { return static_cast<NodeId>(n_) << n_; }

  int column(NodeId node) const { return static_cast<int>(node % static_cast<NodeId>(n_)); }
  NodeId row(NodeId node) const { return node / static_cast<NodeId>(n_); }
  NodeId node_at(int column, NodeId row) const {
    return row * static_cast<NodeId>(n_) + static_cast<NodeId>(column);
  }

  PortId up_straight(int link = 0) const { return link; }
  PortId up_cross() const { return straight_links_; }
  PortId down_straight(int link = 0) const { return straight_links_ + 1 + link; }
  PortId down_cross() const { return 2 * straight_links_ + 1; }
  int network_ports() const { return 2 * straight_links_ + 2; }

  /// Hops of a shortest path. All nodes are alike, so one table from node 0 knows every pair.
  int distance(NodeId a, NodeId b) const;
  /// From node 0 to every node.
  const std::vector<std::uint8_t>& hops() const { return hops_; }

 private:
  int n_;
  int straight_links_;
  std::vector<std::uint8_t> hops_;  ///< [node]
};

}  // namespace switchyard
