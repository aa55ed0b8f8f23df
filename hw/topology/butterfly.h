#pragma once

#include <cstdint>
#include <vector>

#include "hw/base/types.h"

namespace switchyard {

/// Rows, columns and ports of an n-butterfly with wrap-around: nodes (column, row) in 2^n rows.
///
/// There are n columns, or one more: the extra column n, whose up links repeat the pattern of column 0. Of C
/// columns node (c, r) is C r + c. Its up links lead to column c + 1 (mod C): the straight ones to the same
/// row, the cross link to the row that differs in bit c, and in bit 0 from the extra column. Down links are
/// their other ends. Straight links may be several side by side. With one column a straight link is a loop.
class Butterfly {
 public:
  Butterfly(int dimensions, int straight_links, bool extra_column = false);

  int dimensions() const { return n_; }
  bool has_extra_column() const { return columns_ != n_; }
  int columns() const { return columns_; }
  NodeId row_count() const { return NodeId{1} << n_; }
  int straight_links() const { return straight_links_; }
  NodeId node_count() const { return static_cast<NodeId>(columns_) << n_; }

  int column(NodeId node) const { return node % static_cast<NodeId>(columns_); }
  NodeId row(NodeId node) const { return node / static_cast<NodeId>(columns_); }
  NodeId node_at(int column, NodeId row) const {
    return row * static_cast<NodeId>(columns_) + static_cast<NodeId>(column);
  }
  /// The bit in which the rows of the two ends of the column's up cross links differ.
  NodeId cross_bit(int column) const { return NodeId{1} << (column == n_ ? 0 : column); }

  PortId up_straight(int link = 0) const { return link; }
  PortId up_cross() const { return straight_links_; }
  PortId down_straight(int link = 0) const { return straight_links_ + 1 + link; }
  PortId down_cross() const { return 2 * straight_links_ + 1; }
  int network_ports() const { return 2 * straight_links_ + 2; }

  /// Hops of a shortest path. All rows are alike, so a table from the nodes of row 0 knows every pair.
  int distance(NodeId a, NodeId b) const {
    return hops_[static_cast<NodeId>(column(a)) * node_count() + node_at(column(b), row(a) ^ row(b))];
  }
  /// From every node of row 0 to every node.
  const std::vector<std::uint8_t>& hops() const { return hops_; }

 private:
  int n_;
  int columns_;
  int straight_links_;
  std::vector<std::uint8_t> hops_;  ///< [column of the one * nodes + the other]
};

}  // namespace switchyard
