#include "testbench/cosim/router/vc_route_table.h"

#include <fmt/format.h>

#include <string>

#include "hw/router/vc/duato_config.h"
#include "hw/router/vc/vc_policies.h"
#include "testbench/cosim/router/vc_router_pins.h"

namespace switchyard {
namespace {

/// What the router makes of RoutingFunction::route(), as DuatoRouter::compute_routes() does.
RouteSet choices_of(const Design& design, NodeId node, PortId port, VcId vc, TerminalId destination) {
  const Topology& topology = *design.topology;
  const RoutingFunction& routing = *design.routing;
  const DuatoConfig& config = *design.router.as<DuatoConfig>();
  const NodeTerminals terminals = topology.terminals_at(node);
  const PortRef exit = terminals.exits.of(destination);
  RouteSet routes;
  routing.route_unless_arrived({node, exit.node, port, vc}, routes);
  if (exit.node == node && routes.empty())
    routes.add(exit.port, low_bits<VcMask>(config.virtual_channels) & routing.delivery_vcs(vc),
               Preference::Adaptive);
  if (!terminals.entries.test(port) || config.throttle_vcs == kNoLimit || exit.node == node) return routes;
  RouteSet open;
  for (const RouteChoice& choice : routes) {
    if (choice.preference != Preference::Escape)
      open.add(choice.port, throttled(choice.vcs, config.throttle_vcs), choice.preference);
  }
  return open;
}

/// `visit(port, vc, destination)` for all that a head flit at this node can be in and go to.
template <class Visit>
void for_each_head_flit(const Design& design, NodeId node, TerminalId destinations, Visit&& visit) {
  for (PortId port = 0; port < design.topology->port_count(); ++port) {
    const bool comes =
        design.topology->channel_to({node, port}) >= 0 || design.topology->entry_ports(node).test(port);
    for (VcId vc = 0; vc < design.router.virtual_channels; ++vc) {
      for (TerminalId destination = 0; destination < destinations; ++destination) {
        const bool exists = destination < design.topology->terminal_count() &&
                            design.topology->attachment(destination).receives();
        visit(port, vc, destination, comes && exists);
      }
    }
  }
}

/// `kind` is routing.kind; `first` says that the first port of those that are open is taken.
void demand_choices(const RouteSet& routes, bool first, const std::string& kind) {
  PortId last = -1;
  bool escapes = false;
  for (const RouteChoice& choice : routes) {
    if (choice.preference == Preference::Detour)
      refuse_vc_router("it needs routing without detours, not " + kind);
    if (!escapes && choice.preference == Preference::Escape) last = -1;
    escapes = choice.preference == Preference::Escape;
    if (escapes && choice.vcs.count() != 1)
      refuse_vc_router("it needs routing with escapes of one VC of a port, not " + kind);
    if ((escapes || first) && choice.port < last)
      refuse_vc_router(fmt::format("it needs {}routing that offers lower ports first, not {}",
                                   escapes ? "" : "routing.selection = least_loaded, or ", kind));
    last = choice.port;
  }
}

}  // namespace

void demand_route_tables(const Design& design) {
  const bool first = design.router.as<DuatoConfig>()->selection == DuatoConfig::Selection::First;
  for (NodeId node = 0; node < design.topology->node_count(); ++node) {
    for_each_head_flit(design, node, design.topology->terminal_count(),
                       [&](PortId port, VcId vc, TerminalId destination, bool exists) {
                         if (exists)
                           demand_choices(choices_of(design, node, port, vc, destination), first,
                                          design.routing_kind);
                       });
  }
}

StrapPins vc_route_table(const Design& design, NodeId node, int table_nodes) {
  const int ports = design.topology->port_count();
  const int vcs = design.router.virtual_channels;
  StrapPins table;
  for_each_head_flit(design, node, static_cast<TerminalId>(table_nodes),
                     [&](PortId port, VcId vc, TerminalId destination, bool exists) {
                       std::uint64_t adaptive = 0;
                       std::uint64_t escape = 0;
                       if (exists) {
                         for (const RouteChoice& choice : choices_of(design, node, port, vc, destination)) {
                           auto& kind = choice.preference == Preference::Escape ? escape : adaptive;
                           for (const VcId to : choice.vcs)
                             kind |= std::uint64_t{1} << (choice.port * vcs + to);
                         }
                       }
                       table.append_bits(adaptive, ports * vcs);
                       table.append_bits(escape, ports * vcs);
                     });
  return table;
}

}  // namespace switchyard
