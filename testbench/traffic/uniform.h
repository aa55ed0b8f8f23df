#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "hw/topology/topology.h"
#include "testbench/traffic/catalog.h"
#include "testbench/traffic/pattern.h"

namespace switchyard {

/// Every other terminal that receives with the same probability.
class UniformPattern final : public Pattern {
 public:
  /// All terminals send and receive.
  explicit UniformPattern(TerminalId terminals) : receiver_count_(terminals) {}
  explicit UniformPattern(const Topology& topology);

  std::optional<TerminalId> destination(TerminalId source, RandomStream& stream) const override {
    const auto [others, own] = others_of(source);
    if (others == 0) return std::nullopt;
    const TerminalId drawn = stream.below(others);  // Counts the receivers without the source.
    return receiver(drawn < own ? drawn : drawn + 1);
  }
  double probability(TerminalId source, TerminalId destination) const override;
  bool sends(TerminalId source) const { return sends_.empty() || sends_[source]; }

 private:
  /// How many others receive, and the place of the source among those that receive: the last, if it does not.
  std::pair<TerminalId, TerminalId> others_of(TerminalId source) const {
    if (places_.empty()) return {receiver_count_ - 1, source};
    if (!sends_[source]) return {0, 0};
    const TerminalId place = places_[source];
    return {receiver_count_ - (place == receiver_count_ ? 0 : 1), place};
  }
  TerminalId receiver(TerminalId place) const { return places_.empty() ? place : receivers_[place]; }

  TerminalId receiver_count_;
  // Empty if all send and receive.
  std::vector<bool> sends_;            ///< [terminal]
  std::vector<TerminalId> receivers_;  ///< In order.
  std::vector<TerminalId> places_;     ///< [terminal]: among them; receiver_count_ if it does not receive.
};

std::shared_ptr<const Pattern> build_uniform(const TrafficContext& context);

}  // namespace switchyard
