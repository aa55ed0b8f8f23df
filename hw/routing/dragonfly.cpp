#include "hw/routing/dragonfly.h"

#include "hw/routing/vc_classes.h"

namespace switchyard {

DragonflyRouting::DragonflyRouting(const Dragonfly& shape, Paths paths, int vc_count)
    : shape_(shape), paths_(paths) {
  const int local_classes = classes(paths);
  for (int c = 0; c < local_classes; ++c) local_[c] = vcs_of_class(c, local_classes, vc_count);
  for (int c = 0; c + 1 < local_classes; ++c) global_[c] = vcs_of_class(c, local_classes - 1, vc_count);
}

int DragonflyRouting::global_hops(const RouteQuery& query) const {
  if (query.held_port < 0 || query.held_port >= shape_.network_ports()) return 0;
  const auto held = bit<VcMask>(query.held_vc);
  if (shape_.is_global(query.held_port)) return (held & global_[1]) != 0 ? 2 : 1;
  return (held & local_[0]) != 0 ? 0 : 1;  // Behind a local hop of class 2 is the destination.
}

void DragonflyRouting::route(const RouteQuery& query, RouteSet& routes) const {
  const int hops = global_hops(query);
  const PortId minimal = minimal_port(query);
  const auto add_minimal = [&] {
    const VcMask vcs = shape_.is_global(minimal) ? global_[hops] : local_[hops];
    routes.add(minimal, vcs, Preference::Adaptive);
  };
  const bool at_source = hops == 0 && shape_.group(query.here) != shape_.group(query.destination);
  if (paths_ == Paths::Minimal || !at_source) return add_minimal();
  if (paths_ == Paths::Valiant) return add_detours(query, kNone, Preference::Adaptive, routes);
  if (minimal != kNone) add_minimal();
  add_detours(query, minimal, Preference::Detour, routes);
}

PortId DragonflyRouting::minimal_port(const RouteQuery& query) const {
  const int group = shape_.group(query.here);
  const int router = shape_.router(query.here);
  const int to = shape_.group(query.destination);
  if (group == to) return shape_.local_port(router, shape_.router(query.destination));
  const int link = shape_.link_between(group, to);
  const int owner = shape_.router_of_link(link);
  if (owner == router) return shape_.port_of_link(link);
  return came_over_local_link(query) ? kNone : shape_.local_port(router, owner);
}

void DragonflyRouting::add_detours(const RouteQuery& query, PortId except, Preference preference,
                                   RouteSet& routes) const {
  const int router = shape_.router(query.here);
  for (int i = 0; i < shape_.links_of_router(router); ++i) {
    const PortId port = shape_.local_ports() + i;
    routes.add(port, global_[0], preference, port != except);
  }
  if (came_over_local_link(query)) return;
  for (PortId port = 0; port < shape_.local_ports(); ++port) {
    const bool leads_on = shape_.links_of_router(shape_.router_behind(router, port)) != 0;
    routes.add(port, local_[0], preference, leads_on && port != except);
  }
}

std::size_t DragonflyRouting::max_choices() const {
  return paths_ == Paths::Minimal ? 1 : static_cast<std::size_t>(shape_.network_ports());
}

}  // namespace switchyard
