#include <algorithm>
#include <string>

#include "hw/design/node_links.h"
#include "hw/design/read/packet_switched.h"
#include "hw/design/read/readers.h"
#include "hw/router/exchange/exchange_router.h"
#include "hw/topology/metrics.h"

namespace switchyard {
namespace {

/// With the buffers still 0 if there is no `buffers`.
ExchangeConfig read_config(const ConfigNode& root) {
  const ConfigNode node = root.child("router");
  ExchangeConfig config;
  config.buffers =
      node.integer<int>("buffers", {1, 64}, 0,
                        {"packets", "that a node holds; at least one per link", "", "links of the node + 1"});
  config.priority = node.choice(
      "priority", ExchangeConfig::kPriorities, config.priority,
      {"",
       "which packet gets the link that it wants: the oldest, the one with the fewest hops to go, or any"});
  read_packet_terminal(root, config);
  return config;
}

/// Those that are kept for null packets at home come on top of what the links need.
void require_buffers(const ConfigNode& root, const Topology& topology, const ExchangeConfig& config) {
  const int links = most_links(topology);
  const int kept = config.injection.kept_places();
  if (config.buffers - kept >= links) return;
  const std::string on_top = kept == 0 ? "" : " on top of injection.buffers = " + std::to_string(kept);
  root.child("router").child("buffers").fail(
      "router.buffers = " + std::to_string(config.buffers) + ", but exchange needs at least one per link" +
      on_top + ", and a node has " + std::to_string(links) +
      ": with fewer, an exchange may find no buffer that is free of others");
}

/// One more than the links need, so that the oldest packet is never the only one to give away.
int default_buffers(const Topology& topology, const InjectionConfig& injection) {
  return most_links(topology) + 1 + injection.kept_places();
}

}  // namespace

std::optional<RouterPlan> read_exchange_router(const ConfigNode& root, std::optional<int>) {
  const ExchangeConfig config = read_config(root);
  if (!root.sound()) return std::nullopt;
  const auto complete = [config](const Topology& topology) {
    ExchangeConfig completed = config;
    if (config.buffers == 0) completed.buffers = default_buffers(topology, config.injection);
    completed.injection.nodes = topology.node_count();
    return completed;
  };
  RouterPlan plan{
      .traits = {.virtual_channels = 2,
                 .terminal = {/*virtual_channels=*/2, /*injection_vcs=*/1, config.injection_flits()},
                 .timing = {.router = 1, .input_depth = 1, .output_depth = 0, .credit_turnaround = 0},
                 .arbiter_start = config.arbiter_start,
                 .holding = Holding::OnePacket,
                 .packets = {.flits = 1},
                 .injection_control = config.injection.lead_if_controlled() != 0,
                 .circulating_packets = config.injection.circulating()},
      .make = [complete](const RouterPlace& place, const BlockFactories& blocks) {
        const auto& [node, topology, routing, seed] = place;
        return std::make_unique<ExchangeRouter>(complete(topology), node, link_latencies(topology, node),
                                                hops_from(topology, node), seed, *routing,
                                                blocks.make_exchange);
      }};
  plan.fit = [complete](const RouterSurroundings& network, RouterPlan& fitted) {
    const ExchangeConfig completed = complete(network.topology);
    const int shared = completed.buffers - completed.injection.kept_places();
    fitted.traits.queue_sizes = {completed.buffers};
    fitted.traits.derouting = Derouting{.buffers_per_node = shared, .buffers_per_link = 0};
    fitted.traits.parameters = completed;
    require_buffers(network.root, network.topology, completed);
    require_way_of_tokens(network.root, network.topology, completed.injection);
  };
  return plan;
}

}  // namespace switchyard
