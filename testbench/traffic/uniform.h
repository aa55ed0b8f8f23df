#pragma once

#include <memory>

#include "testbench/traffic/catalog.h"
#include "testbench/traffic/pattern.h"

namespace switchyard {

/// Every other node with the same probability.
class UniformPattern final : public Pattern {
 public:
  explicit UniformPattern(NodeId node_count) : node_count_(node_count) {}

  std::optional<NodeId> destination(NodeId source, RandomStream& stream) const override {
    if (node_count_ < 2) return std::nullopt;
    const NodeId other = stream.below(node_count_ - 1);  // Counts the nodes without the source.
    return other < source ? other : other + 1;
  }
  double probability(NodeId source, NodeId destination) const override {
    return source == destination ? 0 : 1.0 / (node_count_ - 1);
  }

 private:
  NodeId node_count_;
};

std::shared_ptr<const Pattern> build_uniform(const TrafficContext& context);

}  // namespace switchyard
