#include "testbench/cosim/router/vc_router_pins.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "hw/design/node_links.h"
#include "hw/router/vc/duato_config.h"
#include "hw/routing/dimension_order.h"
#include "hw/routing/duato.h"
#include "testbench/cosim/router/grid_straps.h"
#include "testbench/cosim/router/vc_route_table.h"

namespace switchyard {
namespace {

void demand(const std::string& what, bool holds) {
  if (!holds) refuse_vc_router("it needs " + what);
}

/// Null if the routing function is another one.
const DimensionOrder* dimension_order(const Design& design) {
  return dynamic_cast<const DimensionOrder*>(design.routing.get());
}
bool is_duato(const Design& design) { return dynamic_cast<const Duato*>(design.routing.get()) != nullptr; }

/// Whether rtl/router/route_compute.sv has the routes: those of a whole grid.
bool computes_routes(const Design& design) {
  const Grid* const grid = design.topology->shape<Grid>();
  if (grid == nullptr || !design.topology->is_whole() || !design.topology->has_plain_terminals())
    return false;
  if (design.router.terminal.networks.count() != 1) return false;
  for (const int radix : grid->radices()) {
    if (radix != grid->radix(0)) return false;
  }
  const DimensionOrder* const ordered = dimension_order(design);
  return is_duato(design) || (ordered != nullptr && ordered->counts_upwards());
}

int longest_link(const Topology& topology) {
  int longest = 1;
  for (const Channel& channel : topology.channels()) longest = std::max(longest, channel.latency);
  return longest;
}

/// `key` is router.switch_allocator or router.vc_allocator.
void demand_rtl_of(const AllocatorConfig& allocator, const std::string& key) {
  demand("another " + key + ".kind than maximum", allocator.kind != AllocatorConfig::Kind::Maximum);
  demand("other " + key + ".arbiters than age", allocator.arbiters != AllocatorConfig::Arbiter::Age);
}

}  // namespace

void refuse_vc_router(const std::string& why) {
  throw std::invalid_argument("rtl/router/vc_router.sv cannot carry this network: " + why);
}

bool VcRouterShape::can_be(const VcRouterShape& wanted) const {
  VcRouterShape same = *this;
  if (wanted.table_nodes > 1 && wanted.table_nodes < table_nodes) same.table_nodes = wanted.table_nodes;
  if (wanted.latency > 0 && wanted.latency < latency) same.latency = wanted.latency;
  return same == wanted;
}

std::string describe(const VcRouterShape& shape) {
  const VcRouterStages& stages = shape.stages;
  std::string others =
      shape.vc_allocator ? ", head flits matched by " + allocator_text(*shape.vc_allocator) : "";
  if (stages != VcRouterStages{})
    others += fmt::format(", {} + {} + {} cycles of routing, VC allocation and crossing{}{}", stages.routing,
                          stages.vc_allocation, stages.crossing, stages.speculative ? ", speculative" : "",
                          stages.bypass ? ", bypass" : "");
  if (shape.output_depth != 0) others += fmt::format(", output_depth {}", shape.output_depth);
  if (shape.latency != 0)
    others +=
        fmt::format(", half-duplex links of up to {} cycle{}", shape.latency, shape.latency == 1 ? "" : "s");
  const std::string routing = shape.table_nodes > 1
                                  ? fmt::format("a routing table for {} terminals", shape.table_nodes)
                                  : fmt::format("radix {}", shape.radix);
  return fmt::format("{} ports x {} virtual channels, input_depth {}, {}, {}{}", shape.ports,
                     shape.virtual_channels, shape.depth, routing, allocator_text(shape.allocator), others);
}

VcRouterShape vc_router_shape(const Design& design) {
  demand("router.kind = duato, not " + design.router.kind, design.router.as<DuatoConfig>() != nullptr);
  const DuatoConfig& config = *design.router.as<DuatoConfig>();
  demand("router.crossbar = ports", config.crossbar == DuatoConfig::Crossbar::Ports);
  demand_rtl_of(config.switch_allocator, "router.switch_allocator");
  if (config.vc_allocator) demand_rtl_of(*config.vc_allocator, "router.vc_allocator");
  demand("one router.input_depth for all VCs", config.input_depth.alike());
  const bool finds_whole_packets = config.switching == DuatoConfig::Switching::CutThrough &&
                                   config.vc_reallocation == DuatoConfig::VcReallocation::WholePacket;
  demand("router.output_depth = 0 with topology.duplex = half, and with cut_through and whole_packet",
         config.output_depth == 0 || (!config.half_duplex && !finds_whole_packets));
  demand("router.vc_allocations_per_cycle = 1, or a router.vc_allocator",
         config.vc_allocations_per_cycle == 1 || config.vc_allocator);
  demand("router.head_flit_order = turns, or a router.vc_allocator",
         config.head_flit_order == DuatoConfig::HeadFlitOrder::Turns || config.vc_allocator);
  demand("router.t_routing of 0 or 1", config.t_routing <= 1);
  demand("router.t_vc_allocation of 0 or 1", config.t_vc_allocation <= 1);
  demand("routing.selection = first or least_loaded", config.selection != DuatoConfig::Selection::Random);
  demand("no router.priorities", !config.has_priorities());
  demand("one terminal at the last port of each node, with topology.duplex = half",
         !config.half_duplex || design.topology->has_plain_terminals());
  const bool computes = computes_routes(design);
  const int terminals = static_cast<int>(design.topology->terminal_count());
  if (!computes) {
    demand("routing that draws no way for a packet, not " + design.routing_kind,
           !design.routing->routes_by_packet());
    demand(fmt::format("no more than {} terminals for a routing table", kMaxTableNodes),
           terminals <= kMaxTableNodes);
    demand_route_tables(design);
  }
  return {.ports = design.topology->port_count(),
          .virtual_channels = config.virtual_channels,
          .depth = config.input_depth.largest(),
          .radix = computes ? design.topology->shape<Grid>()->radix(0) : 2,
          .allocator = config.switch_allocator,
          .stages = {.routing = config.t_routing,
                     .vc_allocation = config.t_vc_allocation,
                     .crossing = config.crossing_cycles(),
                     .speculative = config.speculative,
                     .bypass = config.bypass},
          .vc_allocator = config.vc_allocator,
          .table_nodes = computes ? 1 : terminals,
          .output_depth = config.output_depth,
          .latency = config.half_duplex ? longest_link(*design.topology) : 0};
}

RouterPlaces vc_router_places(int ports, int virtual_channels) {
  RouterPlaces places("vc_router.", ports, virtual_channels);
  places.request = places.layout.add("vc_router.request_o", ports - 1);
  places.busy = places.layout.add("vc_router.busy_o", 1);
  return places;
}

StrapPins vc_router_site(const Design& design, NodeId node) {
  const DuatoConfig& config = *design.router.as<DuatoConfig>();
  const DimensionOrder* const ordered = dimension_order(design);
  // The values of the fields are named in rtl/pkg/net_pkg.sv.
  StrapPins site;
  site.append_bits(node, 32);
  const bool on_grid = design.topology->shape<Grid>() != nullptr;
  site.append_bits(on_grid ? static_cast<std::uint64_t>(grid_strap(*design.topology)) : 0, 2);
  site.append_bits(is_duato(design), 1);
  site.append_bits(ordered != nullptr && ordered->dateline(), 1);
  site.append_bits(config.selection == DuatoConfig::Selection::LeastLoaded, 1);
  site.append_bits(static_cast<std::uint64_t>(config.vc_reallocation), 2);
  site.append_bits(config.throttle_vcs == kNoLimit ? 0 : config.throttle_vcs, 5);
  return site;
}

StrapPins vc_router_table(const Design& design, NodeId node, int table_nodes) {
  if (table_nodes > 1) return vc_route_table(design, node, table_nodes);
  StrapPins none;
  none.fill(static_cast<std::size_t>(design.topology->port_count()) * design.router.virtual_channels);
  return none;
}

StrapPins vc_router_duplex(const Design& design, NodeId node, int latency) {
  const int links = design.topology->port_count() - 1;
  StrapPins pins;
  if (latency == 0) {
    pins.fill(static_cast<std::size_t>(links));
    return pins;
  }
  const std::vector<int> latencies = link_latencies(*design.topology, node);
  const std::vector<bool> first =
      first_on_links(*design.topology, node, design.router.arbiter_start, design.seed);
  for (int link = 0; link < links; ++link) {
    pins.append_bits(first[link], 1);
    pins.append(latencies[link], latency + 1);
  }
  return pins;
}

StrapPins vc_router_starts(const Design& design, NodeId node) {
  const DuatoConfig& config = *design.router.as<DuatoConfig>();
  const int ports = design.topology->port_count();
  const int vcs = config.virtual_channels;
  SwitchStarts starts = SwitchStarts::draw(design.starts_at(node), ports, vcs);
  StrapPins pins;
  pins.append(starts.input_vcs, vcs);
  pins.append(starts.allocator_inputs, ports);
  pins.append(starts.allocator_outputs, ports);
  pins.append(starts.va_port, ports);
  pins.append(starts.va_vcs, vcs);
  pins.append(starts.selection, ports);
  pins.append(starts.allocator_first, ports);
  if (config.vc_allocator) {
    starts.draw_vc_matching(design.starts_at(node), ports * vcs);
    pins.append(starts.va_inputs, ports * vcs);
    pins.append(starts.va_outputs, ports * vcs);
    pins.append(starts.va_first, ports * vcs);
  }
  if (config.output_depth != 0) pins.append(starts.links, vcs);
  return pins;
}

RouterRtl vc_router_rtl(const Design& design, NodeId node) {
  const VcRouterShape shape = vc_router_shape(design);
  const AllocatorConfig matching = shape.vc_allocator.value_or(AllocatorConfig{});
  demand("no faults", design.faults.empty());
  StrapPins no_faults;
  no_faults.fill(static_cast<std::size_t>(shape.ports));
  return {.module = "vc_router",
          .sources = "router/vc_router.f",
          .parameters = {{"NumPorts", shape.ports},
                         {"NumVcs", shape.virtual_channels},
                         {"Depth", shape.depth},
                         {"Radix", shape.radix},
                         {"Allocator", static_cast<int>(shape.allocator.kind)},
                         {"Arbiters", static_cast<int>(shape.allocator.arbiters)},
                         {"Iterations", shape.allocator.iterations},
                         {"RoutingCycles", shape.stages.routing},
                         {"VcAllocationCycles", shape.stages.vc_allocation},
                         {"CrossbarCycles", shape.stages.crossing},
                         {"Speculative", shape.stages.speculative ? 1 : 0},
                         {"VcAllocator", shape.vc_allocator ? static_cast<int>(matching.kind) : kOneHeadFlit},
                         {"VcArbiters", static_cast<int>(matching.arbiters)},
                         {"VcIterations", matching.iterations},
                         {"TableNodes", shape.table_nodes},
                         {"MaxLatency", shape.latency},
                         {"Bypass", shape.stages.bypass ? 1 : 0},
                         {"OutputDepth", shape.output_depth}},
          .straps = {{"site", vc_router_site(design, node)},
                     {"table", vc_router_table(design, node, shape.table_nodes)},
                     {"duplex", vc_router_duplex(design, node, shape.latency)},
                     {"start", vc_router_starts(design, node)},
                     {"faulty", no_faults}},
          .virtual_channels = shape.virtual_channels,
          .has_busy = true,
          .has_requests = true};
}

}  // namespace switchyard
