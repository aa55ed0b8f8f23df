#include <array>
#include <string>

#include "hw/design/packet_switched.h"
#include "hw/design/readers.h"
#include "hw/router/chaos_router.h"

namespace switchyard {
namespace {

int read_queue_size(const ConfigNode& router, int fallback) {
  const ConfigNode node = router.child("queue_size");
  if (!node.exists()) return fallback;
  const auto size = static_cast<int>(node.as_integer({1, 4096}));
  if (node.sound() && size < ChaosConfig::kLeastQueue) {
    node.fail("router.queue_size = " + std::to_string(size) +
              ", but chaos needs at least 2: with one packet in the queue there is no choice of whom to "
              "deroute, and two packets can send each other the wrong way for ever");
  }
  return size;
}

ChaosConfig read_config(const ConfigNode& root) {
  static const std::array<std::string, 3> kVariants{"chaos", "priority", "natural"};
  static const std::array<std::string, 2> kEmptyVisits{"free", "counted"};

  const ConfigNode node = root.child("router");
  ChaosConfig config;
  config.queue_size = read_queue_size(node, config.queue_size);
  config.visits_per_cycle =
      static_cast<int>(node.integer("visits_per_cycle", {1, kMaxPorts}, config.visits_per_cycle));
  config.variant = static_cast<ChaosConfig::Variant>(
      node.choice("variant", kVariants, static_cast<std::size_t>(config.variant)));
  config.empty_visits = static_cast<ChaosConfig::EmptyVisits>(
      node.choice("empty_visits", kEmptyVisits, static_cast<std::size_t>(config.empty_visits)));
  read_packet_terminal(root, config);
  return config;
}

}  // namespace

std::optional<RouterPlan> read_chaos_router(const ConfigNode& root, std::optional<int>) {
  const ChaosConfig config = read_config(root);
  require_grid(root, "chaos");
  require_full_duplex(root, "chaos");
  if (!root.sound()) return std::nullopt;
  return RouterPlan{.virtual_channels = 1,
                    .duato = std::nullopt,
                    .holding = Holding::OnePacket,
                    .derouting = Derouting{.buffers_per_node = config.queue_size, .buffers_per_link = 2},
                    .terminal = {/*virtual_channels=*/1, /*injection_lanes=*/1, config.injection_buffer},
                    .timing = {.router = 1, .input_depth = 1, .output_depth = 1, .credit_turnaround = 0},
                    .queue_sizes = {config.queue_size},
                    .has_blocks = false,
                    .longest_packet = 1,
                    .make = [config](NodeId node, const Topology& topology, const RoutingFunction& routing,
                                     std::uint64_t seed, const SwitchFactory&) {
                      return std::make_unique<ChaosRouter>(config, node, link_latencies(topology, node), seed,
                                                           routing);
                    }};
}

}  // namespace switchyard
