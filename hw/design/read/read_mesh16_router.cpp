#include <algorithm>
#include <array>
#include <string>

#include "hw/design/read/read_arbiter_start.h"
#include "hw/design/read/readers.h"
#include "hw/router/mesh/mesh16_router.h"
#include "hw/topology/grid.h"

namespace switchyard {
namespace {

constexpr int kMaxBuffers = 1024;

enum class Sorting : std::uint8_t { Shearsort, SchnorrShamir };
const std::array<std::string, 2> kSortings{"shearsort", "schnorr_shamir"};

void reject_faults(const ConfigNode& root) {
  const ConfigNode faults = root.child("faults");
  if (faults.exists())
    faults.fail(
        "faults has no meaning for router.kind = mesh16: its packets have one way each, and so has its "
        "snake");
}

/// A fault, unless the topology is a square mesh with links of one cycle.
void require_square_mesh(const ConfigNode& root, const Topology& topology) {
  const ConfigNode node = root.child("topology");
  const bool square = topology.kind() == "mesh" && topology.shape<Grid>()->dimensions() == 2 &&
                      topology.shape<Grid>()->radix(0) == topology.shape<Grid>()->radix(1);
  if (!square) {
    node.child(topology.kind() == "mesh" ? "radix" : "kind")
        .fail("topology is not a square mesh, for which router.kind = mesh16 is: two equal radices");
    return;
  }
  const auto& channels = topology.channels();
  if (std::all_of(channels.begin(), channels.end(), [](const Channel& c) { return c.latency == 1; })) return;
  node.child("link_latency")
      .fail(
          "topology.link_latency is not 1, but an invitation of router.kind = mesh16 holds for the next "
          "cycle");
}

std::shared_ptr<const SnakeSort> read_sort(const ConfigNode& node, Sorting sorting, int side) {
  if (sorting == Sorting::Shearsort) return std::make_shared<SnakeSort>(SnakeSort::shearsort(side));
  std::optional<SnakeSort> sort = SnakeSort::schnorr_shamir(side);
  if (sort) return std::make_shared<SnakeSort>(*std::move(sort));
  node.child("sorting").fail(
      "router.sorting = schnorr_shamir needs a side that is divisible by some q^2 and not "
      "less than q^3, such as a multiple of 4 from 8 on, but topology.radix is " +
      std::to_string(side));
  return nullptr;
}

}  // namespace

std::optional<RouterPlan> read_mesh16_router(const ConfigNode& root, std::optional<int>) {
  const ConfigNode node = root.child("router");
  Mesh16Config config;
  config.queue = node.integer<int>("queue", {2, kMaxBuffers}, config.queue,
                                   {"packets", "per buffer type; 2 makes sixteen buffers"});
  config.banks =
      node.integer<int>("banks", {1, 2}, config.banks,
                        {"banks", "of buffers: one for both colours in turn, or two for both at once"});
  config.arbiter_start = read_arbiter_start(root, config.arbiter_start);
  const auto sorting = node.choice("sorting", kSortings, Sorting::Shearsort, {"", "how the mesh sorts"});
  reject_faults(root);
  if (!node.sound()) return std::nullopt;
  RouterPlan plan{.traits = {.virtual_channels = TurnBuffers::kVcs,
                             .terminal = {kMeshVcs, /*injection_vcs=*/1, /*input_depth=*/1},
                             .timing = {.router = 1,
                                        .input_depth = config.queue - 1,
                                        .output_depth = 0,
                                        .credit_turnaround = 0},
                             .arbiter_start = config.arbiter_start,
                             .holding = Holding::OnePacket,
                             .packets = {.flits = 1},
                             .own_use = "runs programs of its own"},
                  .own_routing_kind = "turn_buffers"};
  plan.fit = [config, sorting](const RouterSurroundings& network, RouterPlan& fitted) {
    require_square_mesh(network.root, network.topology);
    if (!network.root.child("topology").sound()) return;
    const Grid& grid = *network.topology.shape<Grid>();
    Mesh16Config complete = config;
    complete.side = grid.radix(0);
    complete.sort = read_sort(network.root.child("router"), sorting, grid.radix(0));
    fitted.traits.parameters = complete;
    fitted.own_routing = std::make_shared<TurnBuffers>(grid);
    fitted.make = [complete](const RouterPlace& place, const BlockFactories& blocks) {
      const auto side = static_cast<NodeId>(complete.side);
      const MeshPlace at{static_cast<int>(place.node % side), static_cast<int>(place.node / side)};
      return std::make_unique<Mesh16Router>(complete, at, place.seed, blocks.make_buffers);
    };
  };
  return plan;
}

}  // namespace switchyard
