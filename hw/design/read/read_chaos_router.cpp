#include <string>

#include "hw/design/node_links.h"
#include "hw/design/read/packet_switched.h"
#include "hw/design/read/read_half_duplex.h"
#include "hw/design/read/readers.h"
#include "hw/router/chaos/chaos_router.h"

namespace switchyard {
namespace {

int read_queue_size(const ConfigNode& router, int fallback) {
  constexpr IntRange kSizes{1, 4096};
  constexpr IntRange kLegal{ChaosConfig::kLeastQueue, kSizes.max};
  const ConfigNode node = router.child(
      "queue_size", {"packets", "of the queue of a node", text_of(kLegal), std::to_string(fallback)},
      {shape_of(kLegal)});
  if (!node.exists()) return fallback;
  const auto size = node.as_integer<int>(kSizes);
  if (node.sound() && size < ChaosConfig::kLeastQueue) {
    node.fail("router.queue_size = " + std::to_string(size) +
              ", but chaos needs at least 2: with one packet in the queue there is no choice of whom to "
              "deroute, and two packets can send each other the wrong way for ever");
  }
  return size;
}

/// Null packets at home must leave enough of the queue to choose from.
void require_shared_places(const ConfigNode& root, const ChaosConfig& config) {
  const int kept = config.injection.kept_places();
  if (kept == 0 || config.queue_size - kept >= ChaosConfig::kLeastQueue) return;
  const ConfigNode node = root.child("injection");
  (node.child("buffers").exists() ? node.child("buffers") : node)
      .fail("injection.buffers = " + std::to_string(kept) +
            " of router.queue_size = " + std::to_string(config.queue_size) + " leaves fewer than " +
            std::to_string(ChaosConfig::kLeastQueue) +
            " places for packets of others: with fewer there is no choice of whom to deroute");
}

ChaosConfig read_config(const ConfigNode& root) {
  const ConfigNode node = root.child("router");
  ChaosConfig config;
  config.queue_size = read_queue_size(node, config.queue_size);
  config.visits_per_cycle = node.integer<int>("visits_per_cycle", {1, kMaxPorts}, config.visits_per_cycle,
                                              {"channels", "that a node serves in a cycle"});
  config.variant =
      node.choice("variant", ChaosConfig::kVariants, config.variant,
                  {"",
                   "whom a full queue deroutes: a random packet (`chaos`), the youngest (`priority`) or the "
                   "last (`natural`)"});
  config.empty_visits =
      node.choice("empty_visits", ChaosConfig::kEmptyVisits, config.empty_visits,
                  {"", "whether a visit to a channel that finds nothing to do takes its turn: `counted`"});
  config.packet_flits = node.integer<int>("packet_flits", {1, 4096}, config.packet_flits,
                                          {"flits", "of a frame, and so of the longest packet"});
  read_packet_terminal(root, config);
  require_shared_places(root, config);
  return config;
}

}  // namespace

std::optional<RouterPlan> read_chaos_router(const ConfigNode& root, std::optional<int>) {
  const ChaosConfig config = read_config(root);
  const bool half_duplex = read_half_duplex(root);
  require_free_request_wires(root, config.injection, half_duplex);
  if (!root.sound()) return std::nullopt;
  const int shared_places = config.queue_size - config.injection.kept_places();
  RouterPlan plan{
      .traits = {.virtual_channels = 1,
                 .terminal = {/*virtual_channels=*/1, /*injection_vcs=*/1, config.injection_flits()},
                 .timing = {.router = 1,
                            .input_depth = config.packet_flits,
                            .output_depth = config.packet_flits,
                            .credit_turnaround = 0,
                            .half_duplex = half_duplex,
                            .late_request = 1},
                 .arbiter_start = config.arbiter_start,
                 .holding = Holding::OnePacket,
                 .derouting = Derouting{.buffers_per_node = shared_places, .buffers_per_link = 2},
                 .queue_sizes = {config.queue_size},
                 .packets = {.flits = config.packet_flits, .key = "packet_flits"},
                 .injection_control = config.injection.lead_if_controlled() != 0,
                 .circulating_packets = config.injection.circulating(),
                 .parameters = config},
      .make = [config, half_duplex](const RouterPlace& place, const BlockFactories& blocks) {
        const auto& [node, topology, routing, seed] = place;
        ChaosConfig complete = config;
        complete.injection.nodes = topology.node_count();
        return std::make_unique<ChaosRouter>(
            complete, node, link_latencies(topology, node), seed, *routing,
            half_duplex_links(topology, node, half_duplex, complete.arbiter_start, seed), blocks.make_visits);
      }};
  plan.fit = [config](const RouterSurroundings& network, RouterPlan&) {
    require_way_of_tokens(network.root, network.topology, config.injection);
  };
  return plan;
}

}  // namespace switchyard
