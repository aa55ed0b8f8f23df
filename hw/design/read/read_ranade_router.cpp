#include <algorithm>
#include <array>
#include <string>

#include "hw/design/proof/ranade_verdict.h"
#include "hw/design/proof/require_paths.h"
#include "hw/design/read/readers.h"
#include "hw/router/combining/ranade_paths.h"
#include "hw/router/combining/ranade_router.h"
#include "hw/topology/butterfly.h"

namespace switchyard {
namespace {

constexpr std::int64_t kMaxWords = 1 << 24;  // With the sequential PRAM beside them 0.5 GB.

/// The parts of the configuration that depend on the size of the machine.
struct MemoryShape {
  std::uint32_t words = 0;  ///< 0: sixteen for each module that works.
  bool hashed = true;
  std::uint64_t seed = 1;
};

RanadeConfig read_config(const ConfigNode& node) {
  RanadeConfig config;
  config.queue = node.integer<int>("queue", {1, 64}, config.queue, {"messages", "per stream and switch"});
  config.directions = node.integer<int>("directions", {1, 65536}, config.directions,
                                        {"messages", "whose way back a switch remembers"});
  config.combining = node.boolean("combining", config.combining,
                                  {"", "whether requests to one address become one on their way"});
  config.ghosts =
      node.boolean("ghosts", config.ghosts, {"", "`false` shows why the machine needs them: it stalls"});
  return config;
}

MemoryShape read_memory(const ConfigNode& root) {
  static const std::array<std::string, 2> kHashings{"universal", "identity"};
  const ConfigNode node = root.child("router");
  MemoryShape memory;
  memory.words = node.integer<std::uint32_t>("words", {1, kMaxWords}, 0,
                                             {"words", "of the shared memory", "", "16 per node that works"});
  memory.hashed =
      node.choice("hashing", kHashings, 0, {"", "how addresses are spread over the modules"}) == 0;
  memory.seed = root.integer<std::uint64_t>("seed", {0, INT64_MAX}, 1);
  return memory;
}

/// A fault, unless the butterfly has wires for the phases.
void require_wires(const ConfigNode& root, const Topology& topology) {
  const int links = topology.shape<Butterfly>()->straight_links();
  if (links == 1 || links == RanadePhases::kStraightStreams) return;
  root.child("topology")
      .child("straight_links")
      .fail("topology.straight_links = " + std::to_string(links) +
            ", but router.kind = ranade needs one for all phases, or three: one per phase");
}

std::string to_text(const RanadePaths& paths) {
  NodeId around = 0;
  for (const NodeId row : paths.rows()) around += paths.heads_for()[row] != row ? 1 : 0;
  return std::to_string(paths.rows().size()) + " of " + std::to_string(paths.butterfly().row_count()) +
         " rows work, " + std::to_string(paths.processors()) + " processors and memory modules; the way to " +
         std::to_string(around) + (around == 1 ? " row" : " rows") + " leads around";
}

}  // namespace

std::optional<RouterPlan> read_ranade_router(const ConfigNode& root, std::optional<int>) {
  const RanadeConfig config = read_config(root.child("router"));
  const MemoryShape memory = read_memory(root);
  if (!root.child("router").sound()) return std::nullopt;
  RouterPlan plan{.traits = {.virtual_channels = RanadePhases::kStraightStreams,
                             .terminal = {RanadePhases::kStraightStreams, /*injection_vcs=*/1, config.queue},
                             .timing = {.router = 1,
                                        .input_depth = config.queue,
                                        .output_depth = 0,
                                        .credit_turnaround = 0},
                             .packets = {.flits = 1},
                             .own_use = "goes with combining_memory"},
                  .own_routing_kind = "ranade",
                  .own_verdict = verdict_of_ranade};
  plan.fit = [config, memory](const RouterSurroundings& network, RouterPlan& fitted) {
    require_wires(network.root, network.topology);
    if (!network.root.child("topology").sound()) return;
    const auto paths = std::make_shared<const RanadePaths>(network.topology);
    const std::uint32_t words = memory.words != 0 ? memory.words : 16 * paths->processors();
    RanadeConfig complete = config;
    complete.paths = paths;
    complete.map = std::make_shared<AddressMap>(paths->butterfly().columns(), paths->rows(), words,
                                                memory.hashed, memory.seed);
    fitted.traits.parameters = complete;
    if (!network.faults.empty()) fitted.traits.left_by_faults = to_text(*paths);
    fitted.make = [complete](const RouterPlace& place, const BlockFactories& blocks) {
      return std::make_unique<RanadeRouter>(complete, place.node, blocks.make_merge);
    };
    require_paths(network.root, network.whole_topology, network.faults, *paths);
  };
  return plan;
}

}  // namespace switchyard
