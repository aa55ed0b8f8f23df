#include "testbench/traffic/fixed_pattern.h"

#include <bit>
#include <optional>
#include <string>

#include "hw/topology/grid.h"

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

/// Null, with a fault, if some terminals only send or only receive.
std::optional<std::shared_ptr<const Pattern>> rejected_for_terminals(const TrafficContext& context) {
  if (context.topology->all_terminals_send_and_receive()) return std::nullopt;
  return reject(context,
                "pairs all terminals, and some of this network only send or only receive: use uniform or "
                "hot_spot");
}

/// What partner nodes are for terminal n `per_node` + k of node n: it sends to terminal k of the partner.
Partners at_each_place(const Partners& nodes, int per_node) {
  Partners terminals;
  for (const NodeId partner : nodes) {
    for (int k = 0; k < per_node; ++k) terminals.push_back(partner * per_node + k);
  }
  return terminals;
}

std::shared_ptr<const Pattern> build_on_grid(const TrafficContext& context,
                                             Partners (*permute)(const Grid&)) {
  if (context.topology == nullptr) return nullptr;
  if (const auto rejected = rejected_for_terminals(context)) return *rejected;
  const Grid* grid = context.topology->shape<Grid>();
  if (grid && context.topology->terminals_per_node() != 0)
    return fixed(at_each_place(permute(*grid), context.topology->terminals_per_node()));
  return reject(context, grid ? "moves coordinates: all nodes must have as many terminals"
                              : "moves coordinates: the topology must be a torus, mesh or hypercube, not " +
                                    context.topology->kind());
}

std::shared_ptr<const Pattern> build_on_bits(const TrafficContext& context, Partners (*permute)(NodeId)) {
  if (context.topology == nullptr) return nullptr;
  if (const auto rejected = rejected_for_terminals(context)) return *rejected;
  const NodeId nodes = context.topology->terminal_count();
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
  if (context.topology == nullptr) return nullptr;
  if (const auto rejected = rejected_for_terminals(context)) return *rejected;
  return fixed(complement(context.topology->terminal_count()));
}

std::shared_ptr<const Pattern> build_transpose(const TrafficContext& context) {
  if (context.topology != nullptr && context.topology->shape<Grid>() &&
      !can_transpose(*context.topology->shape<Grid>())) {
    return reject(context, "swaps the halves of the coordinates: both need the same radices, not " +
                               radix_text(*context.topology->shape<Grid>()));
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
  if (const auto rejected = rejected_for_terminals(context)) return *rejected;
  return fixed(random_permutation(context.topology->terminal_count(), context.seed));
}

}  // namespace switchyard
