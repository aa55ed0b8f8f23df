#pragma once

#include <memory>

#include "testbench/traffic/catalog.h"
#include "testbench/traffic/pattern.h"
#include "testbench/traffic/permutations.h"

namespace switchyard {

/// Every node sends to one partner; a node that is its own partner is silent.
class FixedPattern final : public Pattern {
 public:
  explicit FixedPattern(Partners partners) : partners_(std::move(partners)) {}

  std::optional<NodeId> destination(NodeId source, RandomStream&) const override {
    const NodeId partner = partners_[source];
    return partner == source ? std::nullopt : std::optional(partner);
  }
  double probability(NodeId source, NodeId destination) const override {
    return partners_[source] == destination && source != destination ? 1 : 0;
  }

 private:
  Partners partners_;
};

/// One pattern for each function of permutations.h. A fault at `pattern` if the topology does not have what
/// the permutation needs.
std::shared_ptr<const Pattern> build_complement(const TrafficContext& context);
std::shared_ptr<const Pattern> build_transpose(const TrafficContext& context);
std::shared_ptr<const Pattern> build_bit_reversal(const TrafficContext& context);
std::shared_ptr<const Pattern> build_shuffle(const TrafficContext& context);
std::shared_ptr<const Pattern> build_tornado(const TrafficContext& context);
std::shared_ptr<const Pattern> build_neighbour(const TrafficContext& context);
std::shared_ptr<const Pattern> build_random_permutation(const TrafficContext& context);

}  // namespace switchyard
