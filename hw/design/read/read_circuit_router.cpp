#include <algorithm>
#include <string>

#include "hw/design/proof/verdict.h"
#include "hw/design/read/read_arbiter_start.h"
#include "hw/design/read/readers.h"
#include "hw/router/circuit/circuit_router.h"

namespace switchyard {
namespace {

CircuitConfig read_config(const ConfigNode& root) {
  const ConfigNode node = root.child("router");
  CircuitConfig config;
  config.blocking = node.choice(
      "blocking", CircuitConfig::kBlockings, config.blocking,
      {"",
       "what a header does whose output is taken: `hold`: it keeps its path and waits; `drop`: its path is "
       "released, and it sets out again"});
  config.answer = node.choice(
      "answer", CircuitConfig::kAnswers, config.answer,
      {"", "when flits follow the header: `registered`: when its answer has come back; `none`: at once"});
  config.entry_buffer = node.integer<int>("entry_buffer", {2, 1024}, config.entry_buffer,
                                          {"flits", "behind the header, where it enters the network"});
  config.retry_delay = node.integer<int>(
      "retry_delay", {2, 65536}, config.retry_delay,
      {"cycles", "with `blocking: drop`, from a refusal to the next try at most; drawn from 1 on"});
  config.arbiter_start = read_arbiter_start(root, config.arbiter_start);
  if (config.drops() && !config.answers()) {
    node.child("answer").fail(
        "router.answer = none contradicts router.blocking = drop: flits would have left that a refusal "
        "brings "
        "back; use registered");
  }
  return config;
}

CircuitConfig complete(CircuitConfig config, const Topology& topology) {
  int longest = 1;
  for (const Channel& channel : topology.channels()) longest = std::max(longest, channel.delay());
  config.round_trip = 2 * longest;
  return config;
}

/// What makes the routers. `config`: complete.
auto maker(const CircuitConfig& config) {
  return [config](const RouterPlace& place, const BlockFactories& blocks) {
    const auto& [node, topology, routing, seed] = place;
    return std::make_unique<CircuitRouter>(config, node, topology.port_count(), topology.terminals_at(node),
                                           seed, *routing, blocks.make_circuit);
  };
}

/// A circuit is one path: there is nothing to choose on the way.
void require_one_way_on(const ConfigNode& root, const RoutingFunction& routing) {
  if (routing.max_choices() == 1) return;
  const ConfigNode kind = root.child("routing").child("kind");
  kind.fail(
      "routing.kind = " + kind.as_string() + " has up to " + std::to_string(routing.max_choices()) +
      " ways on for a packet, but a header of router.kind = circuit follows one: use a routing function "
      "that names one output for each destination");
}

}  // namespace

std::optional<RouterPlan> read_circuit_router(const ConfigNode& root, std::optional<int>) {
  const CircuitConfig config = read_config(root);
  if (!root.sound()) return std::nullopt;
  RouterPlan plan{.traits = {.virtual_channels = 1,
                             .terminal = {/*virtual_channels=*/config.drops() ? 2 : 1, /*injection_vcs=*/1,
                                          config.entry_buffer},
                             .timing = {.router = 0,
                                        .output_depth = 0,
                                        .credit_turnaround = 0,
                                        .path_setup = config.answers()},
                             .arbiter_start = config.arbiter_start,
                             .holding = config.answers() ? Holding::OwnVcs : Holding::SharedVcs,
                             .has_blocks = true,
                             .refuses = config.drops()},
                  .make = maker(config)};
  // Without what it wants a header is answered or refused.
  if (config.drops()) plan.own_verdict = nothing_waits;
  plan.fit = [config](const RouterSurroundings& network, RouterPlan& fitted) {
    const CircuitConfig completed = complete(config, network.topology);
    fitted.traits.timing.input_depth = completed.round_trip;
    fitted.traits.parameters = completed;
    fitted.make = maker(completed);
    require_one_way_on(network.root, *network.routing);
  };
  return plan;
}

}  // namespace switchyard
