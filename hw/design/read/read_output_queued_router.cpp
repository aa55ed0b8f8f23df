#include <memory>
#include <string>
#include <vector>

#include "hw/design/proof/verdict.h"
#include "hw/design/read/read_barriers.h"
#include "hw/design/read/readers.h"
#include "hw/router/output_queued/output_queued_router.h"

namespace switchyard {
namespace {

using Config = OutputQueuedConfig;

Config read_config(const ConfigNode& root) {
  constexpr IntRange kQueueSize{1, 65536};
  const ConfigNode node = root.child("router");
  Config config;
  config.virtual_channels = node.integer<int>("virtual_channels", {1, kMaxVcs}, config.virtual_channels,
                                              {"VCs", "per link and direction"});
  config.shared_queues = node.boolean(
      "shared_queues", config.shared_queues,
      {"", "one queue for each link, instead of one for each of its virtual channels, which take turns"});
  const ConfigNode size =
      node.child("queue_size", {"packets", "of each queue", text_of(kQueueSize) + ", unbounded", "unbounded"},
                 {shape_of(kQueueSize), word_shape("unbounded")});
  if (size.exists())
    config.queue_size = static_cast<int>(size.as_integer_or("unbounded", kQueueSize).value_or(0));
  config.input_buffer = node.integer<int>(
      "input_buffer", {1, 64}, config.input_buffer,
      {"packets", "per link and virtual channel, before the queues; full rate takes 2 `link_latency`"});
  config.discipline =
      node.choice("discipline", Config::kDisciplines, config.discipline,
                  {"",
                   "which packet of a queue leaves first: by the time that it came, the hops that it has to "
                   "go, at random, or by the phase of its routing"});
  config.barriers = read_barriers(node);
  return config;
}

/// A fault if a discipline asks for what the routing function does not know.
void require_ranks(const ConfigNode& root, const Config& config, const RoutingFunction& routing) {
  using Discipline = Config::Discipline;
  const Discipline discipline = config.discipline;
  const auto refuse = [&](const std::string& why) {
    const ConfigNode key = root.child("router").child("discipline");
    key.fail("router.discipline = " + key.as_string() + " " + why +
             ", which routing.kind = " + root.child("routing").child("kind").as_string() + " does not have");
  };
  if (discipline == Discipline::FarthestFirst || discipline == Discipline::NearestFirst) {
    if (!routing.hops_to_go({}, /*packet=*/0)) refuse("needs a way that is fixed when a packet sets out");
  } else if (discipline == Discipline::FirstPhaseFirst || discipline == Discipline::SecondPhaseFirst) {
    if (!routing.phase_of(/*vc=*/0)) refuse("needs two phases of routing");
  }
}

/// A fault if there are more channels than a wave counts, or VCs share the queue that a marker is to follow.
void require_few_channels(const ConfigNode& root, const Config& config, const Topology& topology) {
  const ConfigNode key = root.child("router").child("barriers");
  const int channels = topology.port_count() * config.virtual_channels;
  if (channels > kMaxVcs)
    key.fail("router.barriers = " + key.as_string() + ": a node has " + std::to_string(channels) +
             " ports times VCs, and waves pass at most " + std::to_string(kMaxVcs));
  if (config.shared_queues && config.virtual_channels > 1)
    key.fail("router.barriers = " + key.as_string() +
             ": router.shared_queues = true has one queue for several VCs");
}

using MakeRouter = std::function<std::unique_ptr<RouterCore>(const RouterPlace&, const BlockFactories&)>;

MakeRouter make_routers(const Config& config, std::shared_ptr<const WavePlan> waves) {
  return [config, waves = std::move(waves)](const RouterPlace& place, const BlockFactories&) {
    const auto& [node, topology, routing, seed] = place;
    return std::make_unique<OutputQueuedRouter>(config, node, topology, seed, *routing,
                                                waves == nullptr ? nullptr : &waves->sites[node]);
  };
}

}  // namespace

std::optional<RouterPlan> read_output_queued_router(const ConfigNode& root, std::optional<int>) {
  const Config config = read_config(root);
  if (!root.child("router").sound()) return std::nullopt;
  const bool bounded = config.queue_size != 0;
  RouterPlan plan{.traits = {.virtual_channels = config.virtual_channels,
                             .terminal = {config.virtual_channels, /*injection_vcs=*/1, config.input_buffer},
                             .timing = {.router = 0,
                                        .input_depth = config.input_buffer,
                                        .output_depth = 0,
                                        .credit_turnaround = 0},
                             .holding = config.shared_queues ? Holding::LinkQueue : Holding::OnePacket,
                             .link_queues = LinkQueues{config.shared_queues ? 1 : config.virtual_channels,
                                                       config.queue_size},
                             .packets = {.flits = 1},
                             .has_blocks = false,
                             .parameters = config},
                  .make = make_routers(config, /*waves=*/nullptr)};
  if (!bounded) plan.own_verdict = nothing_waits;
  plan.fit = [config](const RouterSurroundings& network, RouterPlan& fitted) {
    require_ranks(network.root, config, *network.routing);
    if (config.barriers == BarrierWave::Discipline::None) return;
    require_few_channels(network.root, config, network.topology);
    if (!network.root.child("router").sound()) return;
    const auto waves = plan_barriers(network, config.virtual_channels, [&](const ResourceSpace& space) {
      return plan_link_waves(space, *network.routing);
    });
    fitted.make = make_routers(config, waves);
    fitted.traits.waves = waves;
    fitted.traits.holds_behind_waves = config.barriers == BarrierWave::Discipline::Hold;
  };
  return plan;
}

}  // namespace switchyard
