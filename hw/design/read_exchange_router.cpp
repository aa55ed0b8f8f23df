#include <algorithm>
#include <array>
#include <string>

#include "hw/design/node_links.h"
#include "hw/design/packet_switched.h"
#include "hw/design/readers.h"
#include "hw/router/exchange_router.h"
#include "hw/topology/metrics.h"

namespace switchyard {
namespace {

/// With the buffers still 0 if there is no `buffers`.
ExchangeConfig read_config(const ConfigNode& root) {
  static const std::array<std::string, 3> kPriorities{"age", "distance", "none"};

  const ConfigNode node = root.child("router");
  ExchangeConfig config;
  config.buffers = static_cast<int>(node.integer("buffers", {1, 64}, 0));
  config.priority = static_cast<ExchangeConfig::Priority>(
      node.choice("priority", kPriorities, static_cast<std::size_t>(config.priority)));
  read_packet_terminal(root, config);
  return config;
}

void require_buffers(const ConfigNode& root, const Topology& topology, int buffers) {
  const int links = most_links(topology);
  if (buffers >= links) return;
  root.child("router").child("buffers").fail(
      "router.buffers = " + std::to_string(buffers) +
      ", but exchange needs at least one per link, and a node has " + std::to_string(links) +
      ": with fewer, an exchange may find no buffer that is free of others");
}

}  // namespace

std::optional<RouterPlan> read_exchange_router(const ConfigNode& root, std::optional<int>) {
  ExchangeConfig config = read_config(root);
  require_full_duplex(root, "exchange");
  if (!root.sound()) return std::nullopt;
  const auto buffers_at = [config](const Topology& topology) {
    return config.buffers != 0 ? config.buffers : most_links(topology) + 1;
  };
  RouterPlan plan{
      .virtual_channels = 2,
      .duato = std::nullopt,
      .holding = Holding::OnePacket,
      .terminal = {/*virtual_channels=*/2, /*injection_lanes=*/1, config.injection_flits()},
      .timing = {.router = 1, .input_depth = 1, .output_depth = 0, .credit_turnaround = 0},
      .has_blocks = false,
      .longest_packet = 1,
      .make = [config, buffers_at](NodeId node, const Topology& topology, const RoutingFunction& routing,
                                   std::uint64_t seed, const SwitchFactory&) {
        ExchangeConfig complete = config;
        complete.buffers = buffers_at(topology);
        return std::make_unique<ExchangeRouter>(complete, node, link_latencies(topology, node),
                                                hops_from(topology, node), seed, routing);
      }};
  plan.fit = [config, buffers_at](const ConfigNode& root_node, const Topology& topology, RouterPlan& fitted) {
    fitted.queue_sizes = {buffers_at(topology)};
    fitted.derouting = Derouting{.buffers_per_node = buffers_at(topology), .buffers_per_link = 0};
    require_buffers(root_node, topology, buffers_at(topology));
  };
  return plan;
}

}  // namespace switchyard
