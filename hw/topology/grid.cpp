#include "hw/topology/grid.h"

#include <algorithm>

#include "hw/base/bits.h"

namespace switchyard {

Grid::Grid(std::vector<int> radix, bool wraps, bool single_port)
    : radix_(std::move(radix)), wraps_(wraps), single_port_(single_port) {
  for (const int k : radix_) node_count_ *= static_cast<NodeId>(k);
  coordinates_.reserve(node_count_ * radix_.size());
  for (NodeId node = 0; node < node_count_; ++node) {
    NodeId rest = node;
    for (const int k : radix_) {
      coordinates_.push_back(static_cast<std::uint16_t>(rest % static_cast<NodeId>(k)));
      rest /= static_cast<NodeId>(k);
    }
  }
}

NodeId Grid::node_at(const std::vector<int>& coordinates) const {
  NodeId node = 0;
  for (std::size_t d = radix_.size(); d-- > 0;) {
    node = node * static_cast<NodeId>(radix_[d]) + static_cast<NodeId>(coordinates[d]);
  }
  return node;
}

int Grid::distance(NodeId a, NodeId b) const {
  if (single_port_) return count_bits(a ^ b);
  int sum = 0;
  for (int d = 0; d < dimensions(); ++d) {
    const Offset offset = this->offset(a, b, d);
    sum += std::max(offset.up, offset.down);
  }
  return sum;
}

}  // namespace switchyard
