#include "testbench/cosim/router/queue_router_pins.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "hw/alloc/lfsr.h"
#include "hw/router/queues/konstantinidou_config.h"
#include "hw/router/queues/queue_starts.h"
#include "hw/routing/hanging.h"
#include "hw/routing/three_queue.h"
#include "hw/routing/two_queue.h"
#include "testbench/cosim/router/grid_straps.h"

namespace switchyard {
namespace {

constexpr int kLargestPhits = 15;
constexpr double kFractionsOfACycle = 1 << 16;

/// queue_site_t::relation, as rtl/pkg/net_pkg.sv has the numbers.
enum class Relation : std::uint32_t { Hanging, ThreeQueue, TwoQueue, ByTable };

void demand(const std::string& what, bool holds) {
  if (!holds) refuse_queue_router("it needs " + what);
}

const KonstantinidouConfig& config_of(const Design& design) {
  return *design.router.as<KonstantinidouConfig>();
}

/// 0 if the RTL's relations know no such network.
int radix_of(const Topology& topology) { return topology.kind() == "torus" ? 0 : equal_radix(topology); }

Relation relation_of(const Design& design) {
  if (radix_of(*design.topology) == 0) return Relation::ByTable;
  const RoutingFunction* const routing = design.routing.get();
  if (dynamic_cast<const Hanging*>(routing) != nullptr) return Relation::Hanging;
  if (dynamic_cast<const ThreeQueue*>(routing) != nullptr) return Relation::ThreeQueue;
  if (dynamic_cast<const TwoQueue*>(routing) != nullptr) return Relation::TwoQueue;
  return Relation::ByTable;
}

int queue_count(const Design& design) { return static_cast<int>(config_of(design).queue_size.size()); }

QueueCandidates candidates(const Design& design, NodeId here, VcId queue, NodeId destination) {
  if (here == destination) return {};
  return design.routing->queue_candidates(here, destination, queue, design.topology->port_count());
}

bool has_escapes(const Design& design) {
  const NodeId nodes = design.topology->node_count();
  for (NodeId here = 0; here < nodes; ++here)
    for (VcId queue = 0; queue < queue_count(design); ++queue)
      for (NodeId destination = 0; destination < nodes; ++destination)
        if (candidates(design, here, queue, destination).escape != 0) return true;
  return false;
}

}  // namespace

void refuse_queue_router(const std::string& why) {
  throw std::invalid_argument("rtl/queues/queue_router.sv cannot carry this network: " + why);
}

bool QueueRouterShape::can_be(const QueueRouterShape& wanted) const {
  const bool routes = wanted.radix != 0 ? radix == wanted.radix : table_nodes >= wanted.table_nodes;
  return routes && ports == wanted.ports && queues == wanted.queues && slots >= wanted.slots &&
         depth >= wanted.depth && ejection_slots >= wanted.ejection_slots &&
         limits.are(wanted.limits, wanted.slots);
}

std::string describe(const QueueRouterShape& shape) {
  const std::string radix = shape.radix == 0 ? "" : fmt::format(", radix {}", shape.radix);
  const std::string table =
      shape.table_nodes <= 1 ? "" : fmt::format(", a routing table for {} nodes", shape.table_nodes);
  return fmt::format("{} ports, {} queues of {}, input_buffer {}, ejection_buffer {}{}{}{}", shape.ports,
                     shape.queues, shape.slots, shape.depth, shape.ejection_slots, radix, table,
                     describe(shape.limits, shape.ports, shape.slots));
}

QueueRouterShape queue_router_shape(const Design& design) {
  const KonstantinidouConfig& config = config_of(design);
  demand("no faults", design.faults.empty());
  demand("injection.policy = competition", !design.router.injection_control);
  demand("routing.selection = random or first", config.selection != Selection::LeastLoaded);
  demand("router.barriers = none", config.barriers == BarrierWave::Discipline::None);
  demand(fmt::format("router.phits_per_packet of no more than {}", kLargestPhits),
         config.phits_per_packet <= kLargestPhits);
  QueueRouterShape shape{.ports = design.topology->port_count(),
                         .queues = queue_count(design),
                         .slots = *std::max_element(config.queue_size.begin(), config.queue_size.end()),
                         .depth = config.input_buffer,
                         .ejection_slots = config.ejection_buffer};
  shape.limits = QueueLimits::of(config, shape.ports, shape.slots);
  demand("two central queues at least", shape.queues > 1);
  if (relation_of(design) == Relation::ByTable) {
    shape.table_nodes = static_cast<int>(design.topology->node_count());
    demand("a routing relation without escapes, as it is not on a hypercube", !has_escapes(design));
  } else {
    shape.radix = radix_of(*design.topology);
  }
  return shape;
}

RouterPlaces queue_router_places(int ports, int queues) { return {"queue_router.", ports, queues}; }

QueueRouterStraps queue_router_straps(const Design& design, NodeId node, const QueueRouterShape& built) {
  const KonstantinidouConfig& config = config_of(design);
  const Relation relation = relation_of(design);
  const int ports = design.topology->port_count();
  const int queues = queue_count(design);
  QueueRouterStraps straps;
  straps.site.append_bits(node, 32);
  straps.site.append_bits(Lfsr::of_node(design.seed, node).state(), 24);
  straps.site.append_bits(static_cast<std::uint64_t>(relation), 2);
  straps.site.append_bits(config.selection == Selection::Random, 1);
  straps.site.append_bits(config.queue_service == KonstantinidouConfig::Service::Head, 1);
  straps.site.append_bits(config.phits_per_packet, 4);
  straps.site.append_bits(config.input_buffer, 8);
  straps.site.append_bits(config.ejection_buffer, 8);
  straps.site.append_bits(std::llround(kFractionsOfACycle * config.phits_per_packet / config.ejection_rate),
                          32);
  for (const int size : config.queue_size) straps.capacity.append(size, built.slots + 1);
  for (VcId queue = 0; queue < queues && relation == Relation::ByTable; ++queue) {
    for (int destination = 0; destination < built.table_nodes; ++destination) {
      const bool is_node = destination < static_cast<int>(design.topology->node_count());
      const QueueCandidates ways = is_node ? candidates(design, node, queue, destination) : QueueCandidates{};
      straps.table.append_bits(ways.preferred, built.vcs());
    }
  }
  const QueueStarts starts = QueueStarts::draw(design.starts_at(node), ports, queues);
  straps.start.append(starts.ejections, ports * queues);
  straps.start.append(starts.sources, ports + queues);
  straps.start.append(starts.first_queue, queues);
  return straps;
}

RouterRtl queue_router_rtl(const Design& design, NodeId node) {
  QueueRouterShape shape = queue_router_shape(design);
  shape.slots = std::max(shape.slots, 2);
  shape.ejection_slots = std::max(shape.ejection_slots, 2);
  if (shape.radix == 0) shape.radix = 2;
  if (shape.table_nodes == 0) shape.table_nodes = 1;
  QueueRouterStraps straps = queue_router_straps(design, node, shape);
  straps.table.fill(static_cast<std::size_t>(shape.queues) * shape.table_nodes * shape.vcs());
  return {.module = "queue_router",
          .sources = "queues/queue_router.f",
          .parameters = {{"NumPorts", shape.ports},
                         {"NumQueues", shape.queues},
                         {"Slots", shape.slots},
                         {"Depth", shape.depth},
                         {"EjectionSlots", shape.ejection_slots},
                         {"Radix", shape.radix},
                         {"TableNodes", shape.table_nodes},
                         {"Departures", shape.limits.departures},
                         {"Admissions", shape.limits.admissions}},
          .straps = {{"site", straps.site},
                     {"capacity", straps.capacity},
                     {"table", straps.table},
                     {"start", straps.start}},
          .virtual_channels = shape.queues};
}

}  // namespace switchyard
