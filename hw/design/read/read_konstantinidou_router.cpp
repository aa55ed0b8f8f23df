#include <memory>
#include <string>
#include <utility>

#include "hw/analysis/wave_plan.h"
#include "hw/design/node_links.h"
#include "hw/design/read/packet_switched.h"
#include "hw/design/read/read_arbiter_start.h"
#include "hw/design/read/read_barriers.h"
#include "hw/design/read/read_limit.h"
#include "hw/design/read/readers.h"
#include "hw/router/packet/injection_gate.h"
#include "hw/router/queues/konstantinidou_router.h"

namespace switchyard {
namespace {

constexpr IntRange kQueueSize{1, 4096};
constexpr int kDefaultQueueSize = 4;

/// One number for all central queues, or a list with one per queue. `queues`: nothing if that is not known.
std::vector<int> read_queue_sizes(const ConfigNode& router, std::optional<int> queues) {
  const ConfigNode node = router.child(
      "queue_size",
      {"packets", "of each central queue", text_of(kQueueSize) + ", or a list with one number per queue",
       std::to_string(kDefaultQueueSize)},
      {shape_of(kQueueSize), list_of(kQueueSize)});
  const std::size_t count = queues.value_or(1);
  if (!node.is_list()) {
    const std::int64_t size = node.exists() ? node.as_integer(kQueueSize) : kDefaultQueueSize;
    return std::vector<int>(count, static_cast<int>(size));
  }
  std::vector<int> sizes;
  for (const std::int64_t size : router.integers("queue_size", kQueueSize))
    sizes.push_back(static_cast<int>(size));
  if (queues && *queues != 0 && node.sound() && sizes.size() != count) {
    node.fail("router.queue_size has " + std::to_string(sizes.size()) +
              " sizes, but the routing function has " + std::to_string(*queues) +
              " central queues: one number for all, or one for each");
  }
  return sizes;
}

KonstantinidouConfig read_config(const ConfigNode& root, std::optional<int> queues) {
  using Config = KonstantinidouConfig;

  const ConfigNode node = root.child("router");
  Config config;
  config.queue_size = read_queue_sizes(node, queues);
  config.input_buffer =
      node.integer<int>("input_buffer", {1, 64}, config.input_buffer, {"packets", "per link and class"});
  config.ejection_buffer = node.integer<int>("ejection_buffer", {1, 64}, config.ejection_buffer,
                                             {"packets", "that wait at a node to leave it"});
  config.ejection_rate = node.real("ejection_rate", {0.001, 1}, config.ejection_rate,
                                   {"packets per routing cycle", "that leave the network at a node"});
  config.queue_service = node.choice(
      "queue_service", Config::kServices, config.queue_service,
      {"", "which packet of a queue may leave: `any`, the oldest that can first, or its `head` alone"});
  config.barriers = read_barriers(node);
  config.phits_per_packet = node.integer<int>("phits_per_packet", {1, 64}, config.phits_per_packet,
                                              {"cycles", "that a packet takes over a link: a routing cycle"});
  config.departures_per_cycle =
      read_limit(node, "departures_per_cycle", {1, kMaxPorts}, "unlimited",
                 {"packets", "that leave the queues of a node over links, in a clock cycle"});
  config.admissions_per_cycle = read_limit(node, "admissions_per_cycle", kQueueSize, "unlimited",
                                           {"packets", "that enter a queue, in a clock cycle"});
  config.arbiter_start = read_arbiter_start(root, config.arbiter_start);
  const ConfigNode routing = root.child("routing");
  if (routing.is_map()) {
    config.selection = routing.choice(
        "selection", kSelections, config.selection,
        {"", "which of several candidates; `least_loaded`: of equals, the port taken least recently"});
  }
  return config;
}

/// With injection control if there is a lead.
std::unique_ptr<RouterCore> gated(std::unique_ptr<RouterCore> router, NodeId node, const Topology& topology,
                                  int injection_buffer, int lead) {
  if (lead == 0) return router;
  const PortMask links = linked_ports(link_latencies(topology, node));
  return std::make_unique<InjectionGate>(std::move(router), links, topology.terminal_port(), injection_buffer,
                                         lead);
}

using MakeRouter = std::function<std::unique_ptr<RouterCore>(const RouterPlace&, const BlockFactories&)>;

MakeRouter make_routers(const KonstantinidouConfig& config, int lead, std::shared_ptr<const WavePlan> waves) {
  return [config, lead, waves = std::move(waves)](const RouterPlace& place, const BlockFactories& blocks) {
    const auto& [node, topology, routing, seed] = place;
    auto router = std::make_unique<KonstantinidouRouter>(
        config, node, topology.port_count(), topology.terminals_at(node), seed, *routing,
        waves == nullptr ? nullptr : &waves->sites[node], blocks.make_queues);
    return gated(std::move(router), node, topology, config.input_buffer, lead);
  };
}

}  // namespace

std::optional<RouterPlan> read_konstantinidou_router(const ConfigNode& root, std::optional<int> queues) {
  const KonstantinidouConfig config = read_config(root, queues);
  const InjectionConfig injection = read_injection_policy(root);
  require_no_null_packets(root, "konstantinidou", injection);
  if (!root.child("router").sound() || !root.child("topology").child("duplex").sound()) return std::nullopt;
  const auto classes = static_cast<int>(config.queue_size.size());
  return RouterPlan{
      .traits = {.virtual_channels = classes,
                 .terminal = {classes, /*injection_vcs=*/1, config.input_buffer},
                 .timing = {.router = config.phits_per_packet,
                            .input_depth = config.input_buffer,
                            .output_depth = config.ejection_buffer,
                            .credit_turnaround = 0,
                            .internal_move = config.phits_per_packet},
                 .arbiter_start = config.arbiter_start,
                 .holding = Holding::OnePacket,
                 .queue_sizes = config.queue_size,
                 .packets = {.flits = 1},
                 .injection_control = injection.lead_if_controlled() != 0,
                 .link_rate = 1.0 / config.phits_per_packet,
                 .ejection_rate = config.ejection_rate * (1.0 / config.phits_per_packet),
                 .parameters = config},
      .make = make_routers(config, injection.lead_if_controlled(), /*waves=*/nullptr),
      .fit = [config, injection, classes](const RouterSurroundings& around, RouterPlan& fitted) {
        const int lead = injection.lead_if_controlled();
        if (lead != 0 && !around.topology.has_plain_terminals()) {
          around.root.child("injection")
              .fail("injection.policy = injection_control is for networks with one terminal at each node");
        }
        if (config.barriers == BarrierWave::Discipline::None) return;
        if (!around.topology.has_plain_terminals()) {
          const ConfigNode key = around.root.child("router").child("barriers");
          return key.fail(key.path() + " = " + key.as_string() +
                          ": waves through central queues are for networks with one terminal at each node");
        }
        const auto waves = plan_barriers(around, classes, [&](const ResourceSpace& space) {
          return plan_waves(space, *around.routing, classes);
        });
        fitted.make = make_routers(config, lead, waves);
        fitted.traits.waves = waves;
        fitted.traits.holds_behind_waves = config.barriers == BarrierWave::Discipline::Hold;
      }};
}

}  // namespace switchyard
