#include <bit>
#include <string>

#include "hw/design/read/readers.h"
#include "hw/routing/four_queue.h"
#include "hw/routing/hanging.h"
#include "hw/routing/minimal.h"
#include "hw/routing/three_queue.h"
#include "hw/routing/two_queue.h"

namespace switchyard {
namespace {

/// A fault, unless the topology is one of those that the relation is made for.
bool require_topology(const ConfigNode& root, const Topology& topology, const std::string& routing,
                      const std::vector<std::string>& kinds) {
  std::string names;
  for (const std::string& kind : kinds) {
    if (topology.kind() == kind) return true;
    names += (names.empty() ? "" : " or ") + kind;
  }
  root.child("routing").child("kind").fail("routing.kind = " + routing + " needs a " + names +
                                           ", not topology.kind = " + topology.kind());
  return false;
}

int dimensions_of(const Topology& topology) { return std::bit_width(topology.node_count()) - 1; }

}  // namespace

std::unique_ptr<RoutingFunction> read_hanging(const ConfigNode& root, const Topology& topology, int) {
  if (!require_topology(root, topology, "hanging", {"hypercube"}) || !root.sound()) return nullptr;
  return std::make_unique<Hanging>(dimensions_of(topology));
}

std::unique_ptr<RoutingFunction> read_three_queue(const ConfigNode& root, const Topology& topology, int) {
  if (!require_topology(root, topology, "three_queue", {"hypercube"}) || !root.sound()) return nullptr;
  return std::make_unique<ThreeQueue>(dimensions_of(topology));
}

std::unique_ptr<RoutingFunction> read_two_queue(const ConfigNode& root, const Topology& topology, int) {
  if (!require_topology(root, topology, "two_queue", {"hypercube", "mesh"}) || !root.sound()) return nullptr;
  return std::make_unique<TwoQueue>(*topology.grid());
}

std::unique_ptr<RoutingFunction> read_four_queue(const ConfigNode& root, const Topology& topology, int) {
  if (!require_topology(root, topology, "four_queue", {"shuffle_exchange"}) || !root.sound()) return nullptr;
  return std::make_unique<FourQueue>(dimensions_of(topology));
}

std::unique_ptr<RoutingFunction> read_minimal(const ConfigNode& root, const Topology& topology, int) {
  if (!root.sound()) return nullptr;
  return std::make_unique<Minimal>(topology);
}

}  // namespace switchyard
