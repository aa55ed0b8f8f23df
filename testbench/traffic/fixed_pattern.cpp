#include "testbench/traffic/fixed_pattern.h"

#include <bit>
#include <string>

namespace switchyard {
namespace {

std::shared_ptr<const Pattern> fixed(Partners partners) {
  return std::make_shared<FixedPattern>(std::move(partners));
}

std::shared_ptr<const Pattern> reject(const TrafficContext& context, const std::string& why) {
  const ConfigNode pattern = context.config.child("pattern");
  pattern.fail(pattern.path() + " = '" + pattern.as_string() + "' " + why);
  return nullptr;
}

std::shared_ptr<const Pattern> build_on_grid(const TrafficContext& context,
                                             Partners (*permute)(const Grid&)) {
  if (context.topology == nullptr) return nullptr;
  if (const std::optional<Grid>& grid = context.topology->grid()) return fixed(permute(*grid));
  return reject(context, "moves coordinates: the topology must be a torus, mesh or hypercube, not " +
                             context.topology->kind());
}

std::shared_ptr<const Pattern> build_on_bits(const TrafficContext& context, Partners (*permute)(NodeId)) {
  if (context.topology == nullptr) return nullptr;
  const NodeId nodes = context.topology->node_count();
  if (std::has_single_bit(nodes)) return fixed(permute(nodes));
  return reject(context, "moves address bits: the number of nodes must be a power of two, not " +
                             std::to_string(nodes));
}

std::string radix_text(const Grid& grid) {
  std::string text;
  for (const int k : grid.radices()) text += (text.empty() ? "" : ", ") + std::to_string(k);
  return '[' + text + ']';
}

}  // namespace

std::shared_ptr<const Pattern> build_complement(const TrafficContext& context) {
  return context.topology == nullptr ? nullptr : fixed(complement(context.topology->node_count()));
}

std::shared_ptr<const Pattern> build_transpose(const TrafficContext& context) {
  if (context.topology != nullptr && context.topology->grid() && !can_transpose(*context.topology->grid())) {
    return reject(context, "swaps the halves of the coordinates: both need the same radices, not " +
                               radix_text(*context.topology->grid()));
  }
  return build_on_grid(context, transpose);
}

std::shared_ptr<const Pattern> build_bit_reversal(const TrafficContext& context) {
  return build_on_bits(context, bit_reversal);
}

std::shared_ptr<const Pattern> build_shuffle(const TrafficContext& context) {
  return build_on_bits(context, shuffle);
}

std::shared_ptr<const Pattern> build_tornado(const TrafficContext& context) {
  return build_on_grid(context, tornado);
}

std::shared_ptr<const Pattern> build_neighbour(const TrafficContext& context) {
  return build_on_grid(context, neighbour);
}

std::shared_ptr<const Pattern> build_random_permutation(const TrafficContext& context) {
  if (context.topology == nullptr) return nullptr;
  return fixed(random_permutation(context.topology->node_count(), context.seed));
}

}  // namespace switchyard
