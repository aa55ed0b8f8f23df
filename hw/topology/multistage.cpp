#include "hw/topology/multistage.h"

#include <bit>

#include "hw/topology/builders.h"

namespace switchyard {

Multistage::Multistage(const MultistageConfig& config)
    : config_(config),
      digit_bits_(std::countr_zero(static_cast<unsigned>(config.switch_size))),
      stages_(std::countr_zero(config.terminals) / digit_bits_),
      switch_bits_(digit_bits_ * (stages_ - 1)),
      left_(config.terminals),
      right_(config.terminals),
      last_output_(config.terminals),
      tags_(switches_per_stage()) {
  const Wiring wiring = config.wiring;
  const bool left_reversed = wiring == Wiring::Baseline || wiring == Wiring::ReverseBaseline ||
                             wiring == Wiring::Flip || wiring == Wiring::Cube;
  const bool right_reversed = wiring != Wiring::Flip && wiring != Wiring::Cube;
  const bool natural = config.labels == TerminalLabels::Natural;
  for (NodeId line = 0; line < config.terminals; ++line)
    last_output_[wired(stages_, line)] = output(stages_ - 1, line);
  for (NodeId label = 0; label < config.terminals; ++label) {
    const NodeId left = left_reversed ? reversed(label) : label;
    const NodeId right = right_reversed ? reversed(label) : label;
    left_[label] = natural ? label : left;
    right_[label] = natural ? label : right;
    tags_[last_output_[right].node - node_at(stages_ - 1, 0)] = label;
  }
}

NodeId Multistage::wired(int i, NodeId position) const {
  const int k = stages_;
  const bool inner = i != 0 && i != k;
  switch (config_.wiring) {
    case Wiring::Baseline: return inner ? rotated(position, k - i + 1, /*right=*/true) : position;
    case Wiring::ReverseBaseline: return inner ? rotated(position, i + 1, /*right=*/false) : position;
    case Wiring::Omega: return i == k ? position : rotated(position, k, /*right=*/false);
    case Wiring::Flip: return i == 0 ? position : rotated(position, k, /*right=*/true);
    // A stage exchanges one digit: it is brought to the lowest place before it, and back behind it.
    case Wiring::Butterfly: {
      const NodeId back = i == 0 ? position : swapped(position, k - i);
      return i == k ? back : swapped(back, k - 1 - i);
    }
    case Wiring::Cube: {
      const NodeId back = i == 0 ? position : swapped(position, i - 1);
      return i == k ? back : swapped(back, i);
    }
  }
  return position;
}

NodeId Multistage::reversed(NodeId number) const {
  NodeId result = 0;
  for (int which = 0; which < stages_; ++which)
    result = result << digit_bits_ | static_cast<NodeId>(digit(number, which));
  return result;
}

/// Digits 0 and `which` exchanged.
NodeId Multistage::swapped(NodeId number, int which) const {
  const auto difference = static_cast<NodeId>(digit(number, 0) ^ digit(number, which));
  return which == 0 ? number : number ^ (difference | difference << (digit_bits_ * which));
}

/// The low digits, `low` of them, rotated by one digit.
NodeId Multistage::rotated(NodeId number, int low, bool right) const {
  const int top = digit_bits_ * (low - 1);
  const NodeId mask = (NodeId{1} << (top + digit_bits_)) - 1;
  const NodeId part = number & mask;
  const NodeId rest = number & ~mask;
  const auto lowest = static_cast<NodeId>(switch_size() - 1);
  return rest |
         (right ? part >> digit_bits_ | (part & lowest) << top : (part << digit_bits_ & mask) | part >> top);
}

Topology build_multistage(const MultistageConfig& config) {
  const Multistage shape(config);
  Topology network("multistage", shape.node_count(), shape.port_count());
  const LinkConfig link{.latency = config.link_latency, .one_way = true};
  for (int stage = 1; stage < shape.stages(); ++stage) {
    for (NodeId line = 0; line < config.terminals; ++line)
      network.connect(shape.output(stage - 1, line), shape.input(stage, shape.wired(stage, line)), link);
  }
  std::vector<Attachment> terminals;
  for (TerminalId t = 0; t < config.terminals; ++t) terminals.push_back(shape.attachment(t));
  network.attach(std::move(terminals));
  network.set_shape(shape);
  return network;
}

}  // namespace switchyard
