#include <string>
#include <utility>

#include "hw/analysis/zero_load.h"
#include "hw/router/chaos/chaos_config.h"
#include "hw/router/queues/konstantinidou_config.h"
#include "hw/router/vc/duato_config.h"
#include "tlm/approximate/chaos_network.h"
#include "tlm/approximate/path_network.h"
#include "tlm/approximate/queue_network.h"

namespace switchyard {
namespace {

/// Of the VCs at the far end.
void check_depth(const Design& design, int depth, const Channel& channel) {
  const int loop = credit_loop(design.router.timing, channel.delay());
  const int under_way = (loop + channel.cycles_per_flit - 1) / channel.cycles_per_flit;
  const int least = design.half_duplex() ? under_way : (under_way + 1) / 2;
  if (depth >= least) return;
  throw NoModel("router.input_depth", "router.input_depth = " + std::to_string(depth) + " with links of " +
                                          std::to_string(channel.latency) + " cycles, which " +
                                          (design.half_duplex() ? "half duplex " : "") + "need " +
                                          std::to_string(least) + " flits here");
}

void check(const Design& design, const DuatoConfig& config) {
  if (config.vc_reallocation == DuatoConfig::VcReallocation::Immediate)
    throw NoModel("router.vc_reallocation", "router.vc_reallocation = immediate");
  if (design.routing->routes_by_packet())
    throw NoModel("routing.kind",
                  "routing.kind = " + design.routing_kind + ", which draws a way for each packet");
  if (config.t_routing == 0) throw NoModel("router.t_routing", "router.t_routing = 0");
  if (config.t_crossbar == 0) throw NoModel("router.t_crossbar", "router.t_crossbar = 0");
  for (const auto& [key, cycles] : {std::pair{"router.t_vc_allocation", config.t_vc_allocation},
                                    std::pair{"router.t_switch_allocation", config.t_switch_allocation}}) {
    if (cycles != 0) throw NoModel(key, key + (" = " + std::to_string(cycles)));
  }
  if (design.router.terminal.networks.count() > 1)
    throw NoModel("router.virtual_networks", "virtual networks");
  if (config.head_flit_order == DuatoConfig::HeadFlitOrder::InTransitFirst)
    throw NoModel("router.head_flit_order", "router.head_flit_order = in_transit_first");
  if (design.half_duplex() && config.output_depth == 0)
    throw NoModel("router.output_depth", "topology.duplex = half with router.output_depth = 0");
  if (!config.input_depth.alike())
    throw NoModel("router.input_depth", "router.input_depth of each VC its own");
  const int depth = config.input_depth.largest();
  for (const Channel& channel : design.topology->channels()) check_depth(design, depth, channel);
  check_depth(design, depth, /*of a terminal=*/Channel{});
}

void check(const Design& design) {
  if (!design.faults.links.empty() || !design.faults.nodes.empty())
    throw NoModel("faults", "faults that routing does not know of, or that come and go");
  if (design.router.waves != nullptr) throw NoModel("router.barriers", "barrier waves");
  if (design.router.injection_control || design.router.circulating_packets != 0)
    throw NoModel("injection.policy", "injection policies other than competition");
}

}  // namespace

std::unique_ptr<ApproximateNetwork> make_approximate_network(const Design& design, ArrivalHandler arrived,
                                                             DepartureHandler departed) {
  check(design);
  if (const auto* config = design.router.as<DuatoConfig>()) {
    check(design, *config);
    return std::make_unique<PathNetwork>(design, std::move(arrived), std::move(departed));
  }
  if (design.router.as<KonstantinidouConfig>() != nullptr)
    return std::make_unique<QueueNetwork>(design, std::move(arrived), std::move(departed));
  if (design.router.as<ChaosConfig>() != nullptr) {
    if (design.half_duplex()) throw NoModel("topology.duplex", "half-duplex links between chaos routers");
    return std::make_unique<ChaosNetwork>(design, std::move(arrived), std::move(departed));
  }
  throw NoModel("router.kind", "router.kind = " + design.router.kind);
}

}  // namespace switchyard
