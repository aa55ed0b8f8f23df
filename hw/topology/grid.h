#pragma once

#include <vector>

#include "hw/base/types.h"

namespace switchyard {

/// How far and which way a packet has to go in one dimension.
struct Offset {
  int up = 0;    ///< Hops if it goes up; 0 if up is not minimal (or it is there already).
  int down = 0;  ///< Hops if it goes down; both are set when the distances tie.
};

/// Coordinates of a k-ary n-cube: any radix per dimension, with or without wrap-around.
///
/// Node ids count dimension 0 fastest. Dimension d uses port 2d upwards and port 2d + 1 downwards;
/// in a hypercube (`single_port`) port d leads to the other node of dimension d, whichever way.
class Grid {
 public:
  Grid(std::vector<int> radix, bool wraps, bool single_port);

  int dimensions() const { return static_cast<int>(radix_.size()); }
  int radix(int d) const { return radix_[d]; }
  const std::vector<int>& radices() const { return radix_; }
  bool wraps() const { return wraps_; }
  NodeId node_count() const { return node_count_; }
  int network_ports() const { return dimensions() * (single_port_ ? 1 : 2); }

  int coordinate(NodeId node, int d) const { return coordinates_[node * radix_.size() + d]; }
  NodeId node_at(const std::vector<int>& coordinates) const;

  PortId up_port(int d) const { return single_port_ ? d : 2 * d; }
  PortId down_port(int d) const { return single_port_ ? d : 2 * d + 1; }
  /// The dimension that a network port belongs to.
  int dimension_of(PortId port) const { return single_port_ ? port : port / 2; }

  /// Minimal ways from `here` to `destination` in dimension d.
  Offset offset(NodeId here, NodeId destination, int d) const {
    return offset_between(coordinate(here, d), coordinate(destination, d), d);
  }
  Offset offset_between(int from, int to, int d) const {
    const int distance = to - from;
    if (!wraps_) return {distance > 0 ? distance : 0, distance < 0 ? -distance : 0};
    const int k = radix(d);
    const int up = distance >= 0 ? distance : distance + k;
    const int down = up == 0 ? 0 : k - up;
    return {up <= down ? up : 0, down <= up ? down : 0};
  }

  int distance(NodeId a, NodeId b) const;

 private:
  std::vector<int> radix_;
  bool wraps_;
  bool single_port_;
  NodeId node_count_ = 1;
  std::vector<std::uint16_t> coordinates_;  ///< [node][dimension]
};

}  // namespace switchyard
