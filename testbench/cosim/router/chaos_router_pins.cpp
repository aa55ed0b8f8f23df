#include "testbench/cosim/router/chaos_router_pins.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "hw/alloc/lfsr.h"
#include "hw/design/node_links.h"
#include "hw/router/chaos/chaos_config.h"
#include "testbench/cosim/router/grid_straps.h"

namespace switchyard {
namespace {

void demand(const std::string& what, bool holds) {
  if (!holds) refuse_chaos_router("it needs " + what);
}

const ChaosConfig& config_of(const Design& design) { return *design.router.as<ChaosConfig>(); }

StrapPins site_of(const Design& design, NodeId node, bool by_table, GridStrap topology) {
  const ChaosConfig& config = config_of(design);
  StrapPins site;
  site.append_bits(node, 32);
  site.append_bits(Lfsr::of_node(design.seed, node).state(), 24);
  site.append_bits(static_cast<std::uint64_t>(topology), 2);
  site.append_bits(by_table, 1);
  site.append_bits(static_cast<std::uint64_t>(config.variant), 2);
  site.append_bits(config.empty_visits == ChaosConfig::EmptyVisits::Counted, 1);
  site.append_bits(design.half_duplex(), 1);
  site.append_bits(config.queue_size, 8);
  site.append_bits(config.visits_per_cycle, 8);
  site.append_bits(config.ejection_buffer, 8);
  site.append_bits(config.injection_flits(), 16);
  return site;
}

StrapPins table_of(const Design& design, NodeId node, const ChaosRouterShape& built) {
  StrapPins table;
  for (NodeId destination = 0; destination < static_cast<NodeId>(built.table_nodes); ++destination) {
    const bool is_node = destination < design.topology->node_count();
    table.append_bits(
        is_node ? design.routing->queue_candidates(node, destination, 0, built.ports).preferred : 0,
        built.links());
  }
  return table;
}

}  // namespace

void refuse_chaos_router(const std::string& why) {
  throw std::invalid_argument("rtl/chaos/chaos_router.sv cannot carry this network: " + why);
}

bool ChaosRouterShape::can_be(const ChaosRouterShape& wanted) const {
  const bool routes = !routes_by_table(wanted) || table_nodes >= wanted.table_nodes;
  return routes && ports == wanted.ports && slots >= wanted.slots && flits >= wanted.flits &&
         injection_flits >= wanted.injection_flits && ejection_slots >= wanted.ejection_slots &&
         visits >= wanted.visits && latency >= wanted.latency;
}

std::string describe(const ChaosRouterShape& shape) {
  const std::string radix = shape.radix == 0 ? "" : fmt::format(", radix {}", shape.radix);
  const std::string table =
      shape.table_nodes <= 1 ? "" : fmt::format(", a routing table for {} nodes", shape.table_nodes);
  return fmt::format(
      "{} ports, queue_size {}, packet_flits {}, an injection buffer of {} flits, ejection_buffer {}, "
      "visits_per_cycle {}, links of {} {}{}{}",
      shape.ports, shape.slots, shape.flits, shape.injection_flits, shape.ejection_slots, shape.visits,
      shape.latency, shape.latency == 1 ? "cycle" : "cycles", radix, table);
}

ChaosRouterShape chaos_router_shape(const Design& design) {
  const ChaosConfig& config = config_of(design);
  demand("no faults", design.faults.empty());
  demand("injection.policy = competition", config.injection.policy == InjectionConfig::Policy::Competition);
  ChaosRouterShape shape{.ports = design.topology->port_count(),
                         .slots = config.queue_size,
                         .flits = config.packet_flits,
                         .injection_flits = config.injection_flits(),
                         .ejection_slots = config.ejection_buffer,
                         .visits = config.visits_per_cycle,
                         .radix = equal_radix(*design.topology),
                         .table_nodes = static_cast<int>(design.topology->node_count())};
  for (const Channel& channel : design.topology->channels())
    shape.latency = std::max(shape.latency, channel.latency);
  demand("two links at least", shape.links() > 1);
  return shape;
}

RouterPlaces chaos_router_places(int ports) {
  RouterPlaces places("chaos_router.", ports, 1);
  places.request = places.layout.add("chaos_router.request_o", ports - 1);
  return places;
}

ChaosRouterStraps chaos_router_straps(const Design& design, NodeId node, const ChaosRouterShape& built) {
  const bool by_table = built.routes_by_table(chaos_router_shape(design));
  const GridStrap other = built.radix == 2 ? GridStrap::Hypercube : GridStrap::Mesh;
  const std::vector<int> latencies = link_latencies(*design.topology, node);
  const std::vector<bool> first =
      first_on_links(*design.topology, node, design.router.arbiter_start, design.seed);
  ChaosRouterStraps straps;
  straps.site = site_of(design, node, by_table, by_table ? other : grid_strap(*design.topology));
  for (int link = 0; link < built.links(); ++link) {
    straps.latency.append(latencies[link], built.latency + 1);
    straps.first.append_bits(first[link], 1);
  }
  if (by_table) straps.table = table_of(design, node, built);
  straps.start.append(design.starts_at(node).of(ArbiterStarts::kRouter, built.links()), built.links());
  return straps;
}

RouterRtl chaos_router_rtl(const Design& design, NodeId node) {
  constexpr int kAnyRadix = 3;  // Where it routes by table.
  ChaosRouterShape shape = chaos_router_shape(design);
  shape.ejection_slots = std::max(shape.ejection_slots, 2);
  if (shape.radix == 0) {
    shape.radix = kAnyRadix;
  } else {
    shape.table_nodes = 1;
  }
  ChaosRouterStraps straps = chaos_router_straps(design, node, shape);
  straps.table.fill(static_cast<std::size_t>(shape.table_nodes) * shape.links());
  return {.module = "chaos_router",
          .sources = "chaos/chaos_router.f",
          .parameters = {{"NumPorts", shape.ports},
                         {"Slots", shape.slots},
                         {"Flits", shape.flits},
                         {"InjectionFlits", shape.injection_flits},
                         {"EjectionSlots", shape.ejection_slots},
                         {"Visits", shape.visits},
                         {"MaxLatency", shape.latency},
                         {"Radix", shape.radix},
                         {"TableNodes", shape.table_nodes}},
          .straps = {{"site", straps.site},
                     {"latency", straps.latency},
                     {"first", straps.first},
                     {"table", straps.table},
                     {"start", straps.start}},
          .has_requests = true};
}

}  // namespace switchyard
