#include "testbench/inspect/latency_estimate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>

#include "hw/analysis/latency_model.h"
#include "hw/analysis/zero_load.h"
#include "hw/router/vc/duato_config.h"
#include "hw/router/vc/vc_policies.h"
#include "testbench/file/json_text.h"
#include "testbench/traffic/demand.h"

namespace switchyard {
namespace {

using nlohmann::ordered_json;

/// The router, if it is one that the model is made for.
const DuatoConfig& router_of(const Design& design) {
  const auto* config = design.router.as<DuatoConfig>();
  if (config == nullptr) throw NoEstimate("router.kind", "router of kind " + design.router.kind);
  if (config->crossbar != DuatoConfig::Crossbar::Vcs)
    throw NoEstimate("router.crossbar", "crossbar of ports");
  if (config->vc_reallocation == DuatoConfig::VcReallocation::Immediate)
    throw NoEstimate("router.vc_reallocation", "VCs with several packets each");
  if (config->input_depth.listed(config->virtual_channels).size() != 1)
    throw NoEstimate("router.input_depth", "VCs of different depths");
  if (config->vc_allocations_per_cycle != kNoLimit)
    throw NoEstimate("router.vc_allocations_per_cycle", "limit of VC allocations");
  if (config->vc_allocator) throw NoEstimate("router.vc_allocator", "VC allocator");
  if (config->t_vc_allocation != 0) throw NoEstimate("router.t_vc_allocation", "stage of VC allocation");
  if (config->t_switch_allocation != 0)
    throw NoEstimate("router.t_switch_allocation", "stage of switch allocation");
  if (config->bypass) throw NoEstimate("router.bypass", "bypass");
  if (config->half_duplex) throw NoEstimate("topology.duplex", "half-duplex links");
  if (design.router.terminal.networks.count() != 1)
    throw NoEstimate("router.virtual_networks", "virtual networks");
  return *config;
}

void require_routing(const Design& design) {
  if (design.routing->routes_by_packet())
    throw NoEstimate("routing.kind", "packets that draw their way, as with " + design.routing_kind);
  const bool adaptive = design.routing->max_choices() > 1;
  if (adaptive && design.router.as<DuatoConfig>()->selection == Selection::First)
    throw NoEstimate("routing.selection", "selection of the first link that is free");
  if (!design.faults.empty()) throw NoEstimate("faults", "faults");
}

void require_topology(const Topology& topology) {
  constexpr TerminalId kMaxNodes = 4096;
  for (const Channel& channel : topology.channels()) {
    if (channel.cycles_per_flit != 1)
      throw NoEstimate("topology.kind", "links that take several cycles for a flit");
  }
  if (topology.node_count() > kMaxNodes)
    throw NoEstimate("topology.kind", fmt::format("networks of more than {} nodes", kMaxNodes));
}

void require_traffic(const Injection& injection) {
  if (injection.finite) throw NoEstimate("workload", "workloads");
  if (injection.demand == nullptr || !injection.memoryless)
    throw NoEstimate("traffic",
                     "traffic but that of one pattern by the process bernoulli, at all times the same");
  if (injection.mean_packet != injection.longest_packet)
    throw NoEstimate("traffic.packet_length", "packets of different lengths");
}

void require_passing(const Design& design, const DuatoConfig& router, int flits) {
  // They would queue within VCs.
  if (flits < router.t_routing)
    throw NoEstimate("router.t_routing", "packets that have fewer flits than cycles of routing");
  int loop = 0;
  for (const Channel& channel : design.topology->channels())
    loop = std::max(loop, credit_loop(design.router.timing, channel.delay()));
  const int depth = router.input_depth.largest();
  if (depth < std::min(loop, flits))  // They would stop again and again, for credits.
    throw NoEstimate("router.input_depth", "VCs that hold neither a packet nor what comes in a credit loop");
}

std::function<VcMask(VcMask)> open_to_entering(const DuatoConfig& router) {
  if (router.throttle_vcs == kNoLimit) return {};
  return [open = router.throttle_vcs](VcMask vcs) { return throttled(vcs, open); };
}

/// The terminals of each node.
struct Attached {
  explicit Attached(const Topology& topology)
      : senders(topology.node_count()), receivers(topology.node_count()) {
    for (TerminalId terminal = 0; terminal < topology.terminal_count(); ++terminal) {
      const auto [entry, exit] = topology.attachment(terminal);
      if (entry.node != kNoNode) senders[entry.node].push_back(terminal);
      if (exit.node != kNoNode) receivers[exit.node].push_back(terminal);
    }
  }
  std::vector<std::vector<TerminalId>> senders;
  std::vector<std::vector<TerminalId>> receivers;
};

/// The model takes those of a node for alike.
void require_alike(const std::vector<TerminalId>& receivers, TerminalId terminals, const Demand& demand) {
  if (receivers.size() < 2) return;
  constexpr double kMuch = 1.5;
  double most = 0;
  double all = 0;
  for (const TerminalId to : receivers) {
    double rate = 0;
    for (TerminalId from = 0; from < terminals; ++from) rate += demand.rate(from, to);
    most = std::max(most, rate);
    all += rate;
  }
  if (most * static_cast<double>(receivers.size()) > kMuch * all)
    throw NoEstimate("traffic.pattern", "terminals that get much more than others of their node");
}

QueueingNetwork network_of(const Experiment& experiment) {
  const Design& design = experiment.design;
  const DuatoConfig& router = router_of(design);
  const Demand& demand = *experiment.injection.demand;
  const double scale = static_cast<double>(design.topology->terminal_count()) / demand.senders();
  const Attached attached(*design.topology);
  for (const auto& receivers : attached.receivers)
    require_alike(receivers, design.topology->terminal_count(), demand);
  const auto shares = [&](NodeId source, NodeId destination) {
    double rate = 0;
    for (const TerminalId from : attached.senders[source])
      for (const TerminalId to : attached.receivers[destination]) rate += demand.rate(from, to);
    return scale * rate;
  };
  try {
    return {design.resources(),
            *design.routing,
            shares,
            {.virtual_channels = router.virtual_channels,
             .injection_vcs = router.injection_vcs,
             .open_to_entering = open_to_entering(router)}};
  } catch (const std::invalid_argument& without_model) {
    throw NoEstimate("routing.kind", without_model.what());
  }
}

LatencyModel::Config config_of(const Experiment& experiment) {
  const DuatoConfig& router = router_of(experiment.design);
  const int flits = experiment.injection.longest_packet;
  const int capacity = router.input_depth.largest() + router.output_depth;
  const int room = std::max(0, capacity - space_needed(router, flits));  // Beside that for a packet.
  return {.flits = flits,
          .hop = experiment.design.router.timing.router,
          .credit = 1,
          .catch_up = router.t_routing,
          .packets_per_vc = 1 + room / flits,
          .spare = room % flits,
          .vcs_behind = std::max(0.0, static_cast<double>(flits) / capacity - 1),
          .least_recent = router.selection == Selection::LeastLoaded};
}

void require_model(const Experiment& experiment) {
  const Design& design = experiment.design;
  const DuatoConfig& router = router_of(design);
  require_routing(design);
  require_traffic(experiment.injection);
  require_passing(design, router, experiment.injection.longest_packet);
  require_topology(*design.topology);
}

/// That of packets alone: each hop over a link of one delay adds the same.
double zero_load_of(const Design& design, int flits, const std::map<int, double>& mean_hops) {
  const auto over = [&](const std::vector<int>& delays) {
    ZeroLoadPath path;
    for (const int delay : delays) path.links.push_back({.delay = delay});
    return static_cast<double>(zero_load_latency(design.router.timing, path, flits));
  };
  const int first = mean_hops.begin()->first;
  const auto each = [&](int delay) { return over({first, delay}) - over({first}); };
  double latency = over({first}) - each(first);
  for (const auto& [delay, hops] : mean_hops) latency += hops * each(delay);
  return latency;
}

}  // namespace

LatencyEstimate estimate_latency(const Experiment& experiment, int points) {
  require_model(experiment);
  QueueingNetwork network = network_of(experiment);
  LatencyEstimate estimate;
  estimate.zero_load =
      zero_load_of(experiment.design, experiment.injection.longest_packet, network.mean_hops());
  const LatencyModel model(std::move(network), config_of(experiment));
  estimate.load = experiment.injection.load;
  const LatencyModel::Point last = model.saturation();
  estimate.saturation = last.load;
  std::vector<double> loads;
  for (int i = 1; i < points; ++i) loads.push_back(last.load * i / points);
  loads.insert(std::ranges::lower_bound(loads, estimate.load), estimate.load);
  const std::vector<std::optional<double>> waiting = model.waiting(loads);
  const std::size_t own = std::ranges::find(loads, estimate.load) - loads.begin();
  for (std::size_t i = 0; i < loads.size(); ++i) {
    if (!waiting[i]) continue;
    const double latency = estimate.zero_load + *waiting[i];
    if (i == own)
      estimate.latency = latency;
    else
      estimate.curve.push_back({loads[i], latency});
  }
  estimate.curve.push_back({last.load, estimate.zero_load + last.waiting});
  return estimate;
}

std::string to_text(const Experiment& experiment, const LatencyEstimate& estimate) {
  const int flits = experiment.injection.longest_packet;
  std::string text = experiment.design.name + '\n';
  text += fmt::format("  zero load         {:.2f} cycles for {} flits\n", estimate.zero_load, flits);
  text += fmt::format("  load {:<12.4f} ", estimate.load);
  text += estimate.latency ? fmt::format("{:.2f} cycles, the mean of all packets\n", *estimate.latency)
                           : std::string("beyond saturation\n");
  text += fmt::format("  saturation        {:.4f} flits/node/cycle\n", estimate.saturation);
  text += "  offered           packet latency\n";
  for (const auto& [load, latency] : estimate.curve)
    text += fmt::format("  {:<17.4f} {:.2f}\n", load, latency);
  return text;
}

std::string to_json(const Experiment& experiment, const LatencyEstimate& estimate) {
  ordered_json curve = ordered_json::array();
  for (const auto& [load, latency] : estimate.curve) curve.push_back({{"load", load}, {"latency", latency}});
  return json_text({{"name", experiment.design.name},
                    {"packet_length", experiment.injection.longest_packet},
                    {"zero_load_latency", estimate.zero_load},
                    {"load", estimate.load},
                    {"latency", estimate.latency ? ordered_json(*estimate.latency) : ordered_json(nullptr)},
                    {"saturation", estimate.saturation},
                    {"curve", std::move(curve)}});
}

}  // namespace switchyard
