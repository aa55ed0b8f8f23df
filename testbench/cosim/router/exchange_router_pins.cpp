#include "testbench/cosim/router/exchange_router_pins.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "hw/alloc/lfsr.h"
#include "hw/design/node_links.h"
#include "hw/router/exchange/exchange_config.h"
#include "hw/topology/metrics.h"

namespace switchyard {
namespace {

constexpr int kVcs = 2;           ///< Requests and replies.
constexpr int kDistanceBits = 8;  ///< Of a row of the table.

void demand(const std::string& what, bool holds) {
  if (!holds) refuse_exchange_router("it needs " + what);
}

const ExchangeConfig& config_of(const Design& design) { return *design.router.as<ExchangeConfig>(); }

StrapPins site_of(const Design& design, NodeId node) {
  const ExchangeConfig& config = config_of(design);
  StrapPins site;
  site.append_bits(Lfsr::of_node(design.seed, node).state(), 24);
  site.append_bits(static_cast<std::uint64_t>(config.priority), 2);
  site.append_bits(config.ejection_buffer, 8);
  site.append_bits(config.injection_flits(), 16);
  return site;
}

StrapPins table_of(const Design& design, NodeId node, const ExchangeRouterShape& built) {
  const std::vector<int> hops = hops_from(*design.topology, node);
  StrapPins table;
  for (NodeId destination = 0; destination < static_cast<NodeId>(built.table_nodes); ++destination) {
    const bool is_node = destination < design.topology->node_count();
    table.append_bits(
        is_node ? design.routing->queue_candidates(node, destination, 0, built.ports).preferred : 0,
        built.links());
    table.append_bits(is_node ? hops[destination] : 0, kDistanceBits);
  }
  return table;
}

}  // namespace

void refuse_exchange_router(const std::string& why) {
  throw std::invalid_argument("rtl/exchange/exchange_router.sv cannot carry this network: " + why);
}

bool ExchangeRouterShape::can_be(const ExchangeRouterShape& wanted) const {
  return ports == wanted.ports && buffers >= wanted.buffers && injection_flits >= wanted.injection_flits &&
         ejection_slots >= wanted.ejection_slots && table_nodes >= wanted.table_nodes;
}

std::string describe(const ExchangeRouterShape& shape) {
  return fmt::format("{} ports, {} buffers, injection_buffer {}, ejection_buffer {}, {} nodes", shape.ports,
                     shape.buffers, shape.injection_flits, shape.ejection_slots, shape.table_nodes);
}

ExchangeRouterShape exchange_router_shape(const Design& design) {
  const ExchangeConfig& config = config_of(design);
  demand("no faults", design.faults.empty());
  demand("injection.policy = competition", config.injection.policy == InjectionConfig::Policy::Competition);
  const ExchangeRouterShape shape{.ports = design.topology->port_count(),
                                  .buffers = config.buffers,
                                  .injection_flits = config.injection_flits(),
                                  .ejection_slots = config.ejection_buffer,
                                  .table_nodes = static_cast<int>(design.topology->node_count())};
  demand("two links at least", shape.links() > 1);
  const std::vector<int> hops = hops_from(*design.topology, 0);
  const int most = *std::max_element(hops.begin(), hops.end());
  demand("no more than 127 hops from node 0 to any other", most < 1 << (kDistanceBits - 1));
  return shape;
}

RouterPlaces exchange_router_places(int ports) { return {"exchange_router.", ports, kVcs}; }

ExchangeRouterStraps exchange_router_straps(const Design& design, NodeId node,
                                            const ExchangeRouterShape& built) {
  const ExchangeConfig& config = config_of(design);
  const std::vector<int> latencies = link_latencies(*design.topology, node);
  ExchangeRouterStraps straps;
  straps.site = site_of(design, node);
  for (int buffer = 0; buffer < built.buffers; ++buffer)
    straps.buffers.append_bits(buffer < config.buffers, 1);
  for (int link = 0; link < built.links(); ++link) straps.links.append_bits(latencies[link] != 0, 1);
  straps.table = table_of(design, node, built);
  straps.start.append(design.starts_at(node).of(ArbiterStarts::kRouter, built.links()), built.links());
  return straps;
}

RouterRtl exchange_router_rtl(const Design& design, NodeId node) {
  ExchangeRouterShape shape = exchange_router_shape(design);
  shape.ejection_slots = std::max(shape.ejection_slots, 2);
  const ExchangeRouterStraps straps = exchange_router_straps(design, node, shape);
  return {.module = "exchange_router",
          .sources = "exchange/exchange_router.f",
          .parameters = {{"NumPorts", shape.ports},
                         {"Buffers", shape.buffers},
                         {"InjectionFlits", shape.injection_flits},
                         {"EjectionSlots", shape.ejection_slots},
                         {"TableNodes", shape.table_nodes}},
          .straps = {{"site", straps.site},
                     {"buffers", straps.buffers},
                     {"links", straps.links},
                     {"table", straps.table},
                     {"start", straps.start}},
          .virtual_channels = kVcs};
}

}  // namespace switchyard
