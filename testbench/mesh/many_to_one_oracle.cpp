#include "testbench/mesh/many_to_one_oracle.h"

#include <algorithm>

namespace switchyard {

ManyToOneOracle::ManyToOneOracle(int side, const std::vector<NodeId>& destinations)
    : side_(side), counts_(destinations.size()) {
  for (const NodeId destination : destinations) most_ = std::max(most_, ++counts_[destination]);
}

std::vector<NodeId> ManyToOneOracle::sorted(const std::vector<std::uint32_t>& counts, bool row_major) const {
  std::vector<NodeId> order;  // Of the packets.
  for (std::size_t major = 0; major < side_; ++major) {
    for (std::size_t minor = 0; minor < side_; ++minor) {
      const std::size_t node = row_major ? major * side_ + minor : minor * side_ + major;
      order.insert(order.end(), counts[node], static_cast<NodeId>(node));
    }
  }
  order.resize(counts.size(), kNoNode);
  std::vector<NodeId> at(counts.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::size_t line = i / side_;
    const std::size_t place = line % 2 == 0 ? i % side_ : side_ - 1 - i % side_;
    at[row_major ? place * side_ + line : line * side_ + place] = order[i];
  }
  return at;
}

std::vector<std::uint32_t> ManyToOneOracle::black(std::uint32_t black) const {
  std::vector<std::uint32_t> painted(counts_.size());
  for (std::size_t row = 0; row < side_; ++row) {
    std::uint32_t left = black;
    for (std::size_t node = row * side_; node < (row + 1) * side_; ++node) {
      painted[node] = std::min(left, counts_[node]);
      left -= painted[node];
    }
  }
  return painted;
}

std::vector<std::uint32_t> ManyToOneOracle::combined() const {
  std::vector<std::uint32_t> ones(counts_.size());
  for (std::size_t node = 0; node < counts_.size(); ++node) ones[node] = std::min(counts_[node], 1U);
  return ones;
}

}  // namespace switchyard
