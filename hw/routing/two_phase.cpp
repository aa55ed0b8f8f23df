#include "hw/routing/two_phase.h"

#include <algorithm>

#include "hw/base/random_stream.h"
#include "hw/routing/dimension_order.h"
#include "hw/routing/vc_classes.h"

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

TwoPhase::TwoPhase(const Grid& grid, const IntermediateNodes& intermediate, int vc_count)
    : grid_(grid), intermediate_(intermediate) {
  for (int phase = 0; phase < kClasses; ++phase) vcs_[phase] = vcs_of_class(phase, kClasses, vc_count);
  if (intermediate.rule != IntermediateNodes::Rule::Fixed || intermediate.random_bits < 0) return;
  RandomStream random(intermediate.seed, /*node=*/0, Purpose::Intermediate);
  fixed_bits_ = draw_bits(grid.dimensions(), intermediate.random_bits, random);
}

NodeId TwoPhase::intermediate_of(PacketId packet) const {
  using Rule = IntermediateNodes::Rule;
  const NodeId nodes = grid_.node_count();
  const NodeId source = packet % nodes;
  RandomStream random(intermediate_.seed, packet, Purpose::Intermediate);
  if (intermediate_.in_column) {
    const auto rows = static_cast<NodeId>(grid_.radix(grid_.dimensions() - 1));
    const NodeId row = nodes / rows;
    return source % row + random.below(rows) * row;
  }
  const NodeId any = random.below(nodes);
  const int count = intermediate_.random_bits;
  if (count < 0) return any;
  NodeId replaced = 0;
  switch (intermediate_.rule) {
    case Rule::First: replaced = low_bits<NodeId>(count); break;
    case Rule::Last: replaced = low_bits<NodeId>(count) << (grid_.dimensions() - count); break;
    case Rule::Drawn: replaced = draw_bits(grid_.dimensions(), count, random); break;
    case Rule::Fixed: replaced = fixed_bits_; break;
  }
  return (source & ~replaced) | (any & replaced);
}

/// Ports that lead on in dimension order: the way that the packet came, or any of a higher dimension.
PortMask TwoPhase::ways_on(const RouteQuery& query) const {
  PortMask ways = 0;
  const int last = enters(query) ? -1 : grid_.dimension_of(query.held_port);
  for (int d = std::max(last, 0); d < grid_.dimensions(); ++d) {
    const bool has_turned = d == last;
    const int at = grid_.coordinate(query.here, d);
    // What has come in through the port downwards goes up. In a hypercube it has taken its only hop.
    const bool one_port = grid_.up_port(d) == grid_.down_port(d);
    if (one_port) {
      ways.set(grid_.up_port(d), !has_turned);
      continue;
    }
    const bool goes_up = query.held_port == grid_.down_port(d);
    if (at + 1 < grid_.radix(d) && (!has_turned || goes_up)) ways.set(grid_.up_port(d));
    if (at > 0 && (!has_turned || !goes_up)) ways.set(grid_.down_port(d));
  }
  return ways;
}

void TwoPhase::add_hop(NodeId here, NodeId to, int phase, RouteSet& routes) const {
  routes.add(port_of(grid_, dimension_order_hop(grid_, here, to)), vcs_[phase], Preference::Static);
}

void TwoPhase::route(const RouteQuery& query, RouteSet& routes) const {
  if (!is_in_first_phase(query)) return add_hop(query.here, query.destination, 1, routes);
  const PortId second = port_of(grid_, dimension_order_hop(grid_, query.here, query.destination));
  PortMask first = ways_on(query);
  routes.add(second, first.test(second) ? vcs_[0] | vcs_[1] : vcs_[1], Preference::Static);
  first.clear(second);
  for (const PortId port : first) routes.add(port, vcs_[0], Preference::Static);
}

void TwoPhase::route_packet(const RouteQuery& query, PacketId packet, RouteSet& routes) const {
  const NodeId intermediate = intermediate_of(packet);
  if (is_in_first_phase(query) && query.here != intermediate)
    return add_hop(query.here, intermediate, 0, routes);
  add_hop(query.here, query.destination, 1, routes);
}

}  // namespace switchyard
