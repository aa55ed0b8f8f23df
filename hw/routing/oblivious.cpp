#include "hw/routing/oblivious.h"

#include <stdexcept>

#include "hw/base/port_array.h"
#include "hw/routing/vc_classes.h"

namespace switchyard {

using Hop = ObliviousRoute::Hop;

ObliviousRouting::ObliviousRouting(const Topology& topology, const Config& config, int vc_count)
    : topology_(topology), config_(config), route_(make_oblivious_route(topology, config.order)) {
  if (route_ == nullptr) throw std::logic_error("ObliviousRouting: no routes on a " + topology.kind());
  const int count = classes(*route_, config.intermediate.has_value());
  for (int c = 0; c < count; ++c) {
    vcs_[c] = vcs_of_class(c, count, vc_count);
    for_each_bit(vcs_[c], [&](VcId vc) { class_of_[vc] = static_cast<std::uint8_t>(c); });
  }
}

ObliviousRouting::State ObliviousRouting::state_of(const RouteQuery& query) const {
  const bool enters = query.held_port < 0 || query.held_port >= topology_.terminal_port();
  if (enters) return {{query.here}};
  const int stages = route_->stages();
  const int c = class_of_[query.held_vc];
  return {{query.here, query.held_port, c % stages}, c / stages};
}

/// Its next hop, and the phase of that.
Hop ObliviousRouting::next(State& state, NodeId destination, PacketId packet) const {
  for (;; ++state.phase, state.place = {state.place.here}) {
    const bool last = state.phase == last_phase();
    const RandomStream orders(config_.seed + state.phase, packet, Purpose::Order);
    const Hop hop = route_->next(state.place, last ? destination : intermediate_of(packet), orders);
    if (last || !hop.arrived()) return hop;
  }
}

void ObliviousRouting::route_packet(const RouteQuery& query, PacketId packet, RouteSet& routes) const {
  State state = state_of(query);
  const Hop hop = next(state, query.destination, packet);
  if (!hop.arrived()) routes.add(hop.port, vcs(state.phase, hop.stage), Preference::Static);
}

void ObliviousRouting::route(const RouteQuery& query, RouteSet& routes) const {
  const State state = state_of(query);
  PortArray<VcMask> ways;
  ways.fill(0);
  const auto add = [&](const Hop& hop, int phase) { ways[hop.port] |= vcs(phase, hop.stage); };
  const bool drawn = config_.order != ObliviousRoute::Order::LowestFirst;
  for (int phase = state.phase; phase <= last_phase(); ++phase) {
    const ObliviousRoute::Place place =
        phase == state.phase ? state.place : ObliviousRoute::Place{query.here};
    if (phase != state.phase && !route_->may_end(state.place)) break;
    if (phase == last_phase() && !drawn) {
      const Hop hop = route_->next(place, query.destination, RandomStream(0, 0, Purpose::Order));
      if (!hop.arrived()) add(hop, phase);
    } else if (phase == last_phase()) {
      for_each_bit(query.here ^ query.destination, [&](PortId d) { add({d}, phase); });
    } else {
      for (const Hop& hop : route_->hops(place)) add(hop, phase);
    }
  }
  for (PortId port = 0; port < topology_.terminal_port(); ++port) {
    if (ways[port] != 0) routes.add(port, ways[port], Preference::Static);
  }
}

std::optional<int> ObliviousRouting::hops_to_go(const RouteQuery& query, PacketId packet) const {
  State state = state_of(query);
  int hops = 0;
  for (Hop hop; !(hop = next(state, query.destination, packet)).arrived(); ++hops) {
    const PortRef& far = topology_.peer({state.place.here, hop.port});
    state.place = {far.node, far.port, hop.stage};
  }
  return hops;
}

}  // namespace switchyard
