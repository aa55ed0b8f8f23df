#include "hw/routing/intermediate_nodes.h"

#include "hw/base/bits.h"
#include "hw/base/random_stream.h"

namespace switchyard {
namespace {

/// So many of the lowest `dimensions` bits, each set as likely as any other.
NodeId draw_bits(int dimensions, int count, RandomStream& random) {
  NodeId bits = 0;
  for (int left = dimensions; count > 0; --left) {
    if (random.below(static_cast<std::uint32_t>(left)) >= static_cast<std::uint32_t>(count)) continue;
    bits |= bit<NodeId>(left - 1);
    --count;
  }
  return bits;
}

}  // namespace

IntermediateNodes::IntermediateNodes(const Config& config, NodeId node_count, int dimensions)
    : config_(config), node_count_(node_count), dimensions_(dimensions) {
  if (config.rule != Rule::Fixed || config.random_bits < 0) return;
  RandomStream random(config.seed, /*node=*/0, Purpose::Intermediate);
  fixed_bits_ = draw_bits(dimensions, config.random_bits, random);
}

NodeId IntermediateNodes::of(PacketId packet, const ObliviousRoute& route) const {
  const NodeId source = packet % node_count_;
  RandomStream random(config_.seed, packet, Purpose::Intermediate);
  if (config_.in_column) return route.draw_in_column(source, random);
  const NodeId any = random.below(node_count_);
  const int count = config_.random_bits;
  if (count < 0) return any;
  NodeId replaced = 0;
  switch (config_.rule) {
    case Rule::First: replaced = low_bits<NodeId>(count); break;
    case Rule::Last: replaced = low_bits<NodeId>(count) << (dimensions_ - count); break;
    case Rule::Drawn: replaced = draw_bits(dimensions_, count, random); break;
    case Rule::Fixed: replaced = fixed_bits_; break;
  }
  return (source & ~replaced) | (any & replaced);
}

}  // namespace switchyard
