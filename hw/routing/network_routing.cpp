#include "hw/routing/network_routing.h"

#include <algorithm>
#include <utility>

namespace switchyard {
namespace {

/// The choices of one virtual network, as VCs of the whole port.
void add_shifted(const RouteSet& choices, VcId first, RouteSet& routes) {
  for (const RouteChoice& choice : choices) {
    const auto vcs = static_cast<VcMask::Word>(static_cast<VcMask::Word>(choice.vcs) << first);
    routes.add(choice.port, vcs, choice.preference);
  }
}

}  // namespace

NetworkRouting::NetworkRouting(const VirtualNetworks& networks,
                               std::vector<std::shared_ptr<const RoutingFunction>> routing)
    : routing_(std::move(routing)) {
  for (int network = 0; network < networks.count(); ++network) {
    const Inside inside{routing_[static_cast<std::size_t>(network)].get(), networks.first(network),
                        networks.vcs(network)};
    inside_.insert(inside_.end(), static_cast<std::size_t>(networks.size(network)), inside);
  }
}

RouteQuery NetworkRouting::seen_inside(const RouteQuery& query, const Inside& inside) {
  RouteQuery seen = query;
  seen.held_vc -= inside.first;
  return seen;
}

void NetworkRouting::route(const RouteQuery& query, RouteSet& routes) const {
  const Inside& inside = inside_[query.held_vc];
  RouteSet choices;
  inside.routing->route(seen_inside(query, inside), choices);
  add_shifted(choices, inside.first, routes);
}

void NetworkRouting::route_packet(const RouteQuery& query, PacketId packet, RouteSet& routes) const {
  const Inside& inside = inside_[query.held_vc];
  RouteSet choices;
  inside.routing->route_packet(seen_inside(query, inside), packet, choices);
  add_shifted(choices, inside.first, routes);
}

std::optional<int> NetworkRouting::hops_to_go(const RouteQuery& query, PacketId packet) const {
  const Inside& inside = inside_[query.held_vc];
  return inside.routing->hops_to_go(seen_inside(query, inside), packet);
}

std::optional<int> NetworkRouting::phase_of(VcId vc) const {
  return inside_[vc].routing->phase_of(vc - inside_[vc].first);
}

std::size_t NetworkRouting::max_choices() const {
  std::size_t most = 0;
  for (const auto& routing : routing_) most = std::max(most, routing->max_choices());
  return most;
}

bool NetworkRouting::any(bool (RoutingFunction::*asks)() const) const {
  return std::ranges::any_of(routing_, [&](const auto& routing) { return (routing.get()->*asks)(); });
}

}  // namespace switchyard
