#include <string>
#include <utility>

#include "hw/analysis/zero_load.h"
#include "hw/router/chaos/chaos_config.h"
#include "hw/router/queues/konstantinidou_config.h"
#include "hw/router/vc/duato_config.h"
#include "hw/topology/link_kinds.h"
#include "tlm/approximate/chaos_network.h"
#include "tlm/approximate/queue_network.h"
#include "tlm/approximate/vc_network.h"

namespace switchyard {
namespace {

void check(const Design& design, const DuatoConfig& config) {
  if (config.vc_reallocation == DuatoConfig::VcReallocation::Immediate)
    throw NoModel("router.vc_reallocation", "router.vc_reallocation = immediate");
  if (design.half_duplex() && config.output_depth == 0)
    throw NoModel("router.output_depth", "topology.duplex = half with router.output_depth = 0");
  for (const Channel& channel : design.topology->channels()) {
    const int loop = credit_loop(design.router.timing, channel.latency);
    const int least = design.half_duplex() ? loop : (loop + 1) / 2;
    if (config.input_depth >= least) continue;
    throw NoModel("router.input_depth", "router.input_depth = " + std::to_string(config.input_depth) +
                                            " with links of " + std::to_string(channel.latency) +
                                            " cycles, which " + (design.half_duplex() ? "half duplex " : "") +
                                            "need " + std::to_string(least) + " flits here");
  }
}

void check(const Design& design) {
  if (!design.topology->has_plain_terminals())
    throw NoModel("topology.kind", "terminals that are not one at each node");
  if (has_narrow_links(*design.topology))
    throw NoModel("topology.kind", "links that take a flit in several cycles");
  if (has_one_way_links(*design.topology)) throw NoModel("topology.kind", "links of one direction");
  if (!design.faults.links.empty() || !design.faults.nodes.empty())
    throw NoModel("faults", "faults that routing does not know of, or that come and go");
  if (design.router.injection_control || design.router.circulating_packets != 0)
    throw NoModel("injection.policy", "injection policies other than competition");
}

}  // namespace

std::unique_ptr<ApproximateNetwork> make_approximate_network(const Design& design, ArrivalHandler arrived,
                                                             DepartureHandler departed) {
  check(design);
  if (const auto* config = design.router.as<DuatoConfig>()) {
    check(design, *config);
    return std::make_unique<VcNetwork>(design, std::move(arrived), std::move(departed));
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
