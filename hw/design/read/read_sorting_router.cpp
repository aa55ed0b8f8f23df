#include <algorithm>
#include <array>
#include <string>

#include "hw/design/proof/verdict.h"
#include "hw/design/read/readers.h"
#include "hw/router/sorting/sorting_router.h"

namespace switchyard {
namespace {

using Index = ExchangeNetwork::Index;
const std::array<std::string, 2> kIndices{"row_major", "shuffled"};

/// A fault, unless the topology is one on which processors can exchange over every bit, with links of one
/// cycle.
std::optional<ExchangeNetwork> read_network(const ConfigNode& root, const Topology& topology, Index index) {
  const ConfigNode node = root.child("topology");
  const std::optional<ExchangeNetwork> network = ExchangeNetwork::of(topology, index);
  if (!network) {
    node.child(node.child("radix").exists() ? "radix" : "kind")
        .fail(
            "router.kind = sorting needs 2, 4, 8, ... or 4096 nodes with a terminal each; of a mesh or "
            "torus, "
            "equal radices");
    return std::nullopt;
  }
  const ConfigNode key = root.child("router").child("index");
  const bool is_grid = topology.kind() == "mesh" || topology.kind() == "torus";
  if (key.exists() && !is_grid)
    key.fail("router.index has no meaning for topology.kind = " + topology.kind() +
             ", whose links are those of the bits");
  const auto& channels = topology.channels();
  if (std::all_of(channels.begin(), channels.end(), [](const Channel& c) { return c.latency == 1; }))
    return network;
  node.child("link_latency")
      .fail("topology.link_latency is not 1, but every step of router.kind = sorting takes one cycle");
  return std::nullopt;
}

void reject_faults(const ConfigNode& root) {
  const ConfigNode faults = root.child("faults");
  if (faults.exists())
    faults.fail("faults has no meaning for router.kind = sorting: every processor takes part in every step");
}

}  // namespace

std::optional<RouterPlan> read_sorting_router(const ConfigNode& root, std::optional<int>) {
  const ConfigNode node = root.child("router");
  const auto index = node.choice("index", kIndices, Index::RowMajor,
                                 {"",
                                  "the bits of a processor's number on a mesh or torus: dimension by "
                                  "dimension, or in turn (`shuffled`), so "
                                  "that low bits are near in all dimensions"});
  reject_faults(root);
  if (!node.sound()) return std::nullopt;
  RouterPlan plan{
      .traits = {.virtual_channels = kSortingVcs,
                 .terminal = {kSortingVcs, /*injection_vcs=*/1, /*input_depth=*/1},
                 .timing = {.router = 0, .input_depth = 1, .output_depth = 0, .credit_turnaround = 0},
                 .packets = {.flits = 1},
                 .own_use = "runs programs of its own"},
      .own_routing_kind = "sorting"};
  plan.own_verdict = nothing_waits;
  plan.fit = [index](const RouterSurroundings& surroundings, RouterPlan& fitted) {
    const auto network = read_network(surroundings.root, surroundings.topology, index);
    if (!network) return;
    const auto plans = std::make_shared<const SortingPlans>(*network);
    fitted.traits.parameters = plans;
    fitted.make = [plans](const RouterPlace& place, const BlockFactories& blocks) {
      return std::make_unique<SortingRouter>(plans, place.topology, place.node, blocks.make_compare);
    };
  };
  return plan;
}

}  // namespace switchyard
