#include <memory>
#include <string>

#include "hw/design/read/readers.h"
#include "hw/router/splitter/coloured_router.h"
#include "hw/router/splitter/splitter_router.h"
#include "hw/topology/multibutterfly.h"

namespace switchyard {
namespace {

using Config = SplitterConfig;

Config read_config(const ConfigNode& root) {
  const ConfigNode node = root.child("router");
  Config config;
  config.choice = node.choice("choice", Config::kChoices, config.choice,
                              {"",
                               "`adaptive`: the oldest packet takes any link to its side, then the next; "
                               "`colours`: a switch holds one packet, and links have their turns by colour"});
  config.input_buffer = node.integer<int>(
      "input_buffer", {1, 64}, config.input_buffer,
      {"packets", "of each link, with `choice: adaptive`; full rate takes 2 `link_latency`"});
  config.service = node.choice("service", Config::kServices, config.service,
                               {"",
                                "which packets of a buffer may leave, with `choice: adaptive`: `any`, or the "
                                "one at its `head`"});
  if (config.choice != Config::Choice::Colours) return config;
  for (const char* key : {"input_buffer", "service"}) {
    const ConfigNode given = node.child(key);
    if (given.exists())
      given.fail(given.path() + " has no meaning for router.choice = colours: a switch holds one packet");
  }
  return config;
}

using MakeRouter = std::function<std::unique_ptr<RouterCore>(const RouterPlace&, const BlockFactories&)>;

MakeRouter adaptive(const Config& config) {
  return [config](const RouterPlace& place, const BlockFactories&) {
    const auto& [node, topology, routing, seed] = place;
    return std::make_unique<SplitterRouter>(config, node, topology, seed, *routing);
  };
}

MakeRouter coloured(int link_latency) {
  return [link_latency](const RouterPlace& place, const BlockFactories&) {
    return std::make_unique<ColouredRouter>(place.node, place.topology, link_latency, *place.routing);
  };
}

/// A fault if the links of a splitter have no colours.
void require_colours(const ConfigNode& topology, const MultibutterflyConfig& shape) {
  const auto refuse = [&](const ConfigNode& key) {
    key.fail(key.path() + " = " + key.as_string() +
             ": such splitters have no colours, which router.choice = colours needs");
  };
  if (shape.splitters == Splitters::Apart) refuse(topology.child("splitters"));
  if (!shape.parallel_links) refuse(topology.child("parallel_links"));
}

}  // namespace

std::optional<RouterPlan> read_splitter_router(const ConfigNode& root, std::optional<int>) {
  const Config config = read_config(root);
  if (!root.child("router").sound()) return std::nullopt;
  const bool colours = config.choice == Config::Choice::Colours;
  const int places = colours ? 1 : config.input_buffer;
  RouterPlan plan{
      .traits = {.virtual_channels = 1,
                 .terminal = {/*virtual_channels=*/colours ? 2 : 1, /*injection_vcs=*/1, places},
                 .timing = {.router = 0, .input_depth = places, .output_depth = 0, .credit_turnaround = 0},
                 .holding = Holding::OnePacket,
                 .packets = {.flits = 1},
                 .has_blocks = false,
                 .parameters = config},
      .make = adaptive(config)};
  if (!colours) return plan;
  plan.fit = [](const RouterSurroundings& network, RouterPlan& fitted) {
    const MultibutterflyConfig& shape = network.topology.shape<Multibutterfly>()->config();
    require_colours(network.root.child("topology"), shape);
    fitted.make = coloured(shape.link_latency);
    fitted.traits.slot_period = ColouredRouter::period(2 * shape.multiplicity, shape.link_latency);
  };
  return plan;
}

}  // namespace switchyard
