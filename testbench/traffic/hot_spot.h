#pragma once

#include <memory>
#include <vector>

#include "testbench/traffic/catalog.h"
#include "testbench/traffic/uniform.h"

namespace switchyard {

/// Uniform traffic of which a fraction is drawn to a few hot nodes.
///
/// With probability `fraction` a packet goes to one of the hot nodes other than its source, each as likely;
/// else, and if the source is the only hot node, to any other node, hot or not.
///
/// Config:  hot_nodes (a list of node ids), hot_fraction (0..1).
/// Source:  Pfister, Norton, "Hot Spot Contention and Combining in Multistage Interconnection Networks",
///          IEEE ToC 1985.
class HotSpotPattern final : public Pattern {
 public:
  /// `hot_nodes`: at least one, all different.
  HotSpotPattern(UniformPattern uniform, std::vector<NodeId> hot_nodes, double fraction);

  std::optional<NodeId> destination(NodeId source, RandomStream& stream) const override;
  double probability(NodeId source, NodeId destination) const override;

 private:
  UniformPattern uniform_;
  std::vector<NodeId> hot_nodes_;  ///< In ascending order.
  double fraction_;
};

std::shared_ptr<const Pattern> build_hot_spot(const TrafficContext& context);

}  // namespace switchyard
