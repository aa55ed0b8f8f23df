#include <bit>
#include <string>

#include "hw/design/read/readers.h"
#include "hw/routing/destination_tag.h"
#include "hw/routing/four_queue.h"
#include "hw/routing/hanging.h"
#include "hw/routing/minimal.h"
#include "hw/routing/three_queue.h"
#include "hw/routing/two_queue.h"
#include "hw/topology/grid.h"

namespace switchyard {
namespace {

int dimensions_of(const Topology& topology) { return std::bit_width(topology.node_count()) - 1; }

}  // namespace

std::unique_ptr<RoutingFunction> read_hanging(const ConfigNode& root, const Topology& topology, int) {
  if (!root.sound()) return nullptr;
  return std::make_unique<Hanging>(dimensions_of(topology));
}

std::unique_ptr<RoutingFunction> read_three_queue(const ConfigNode& root, const Topology& topology, int) {
  if (!root.sound()) return nullptr;
  return std::make_unique<ThreeQueue>(dimensions_of(topology));
}

std::unique_ptr<RoutingFunction> read_two_queue(const ConfigNode& root, const Topology& topology, int) {
  if (!root.sound()) return nullptr;
  return std::make_unique<TwoQueue>(*topology.shape<Grid>());
}

std::unique_ptr<RoutingFunction> read_four_queue(const ConfigNode& root, const Topology& topology, int) {
  if (!root.sound()) return nullptr;
  return std::make_unique<FourQueue>(dimensions_of(topology));
}

std::unique_ptr<RoutingFunction> read_destination_tag_queue(const ConfigNode& root, const Topology& topology,
                                                            int) {
  if (!root.sound()) return nullptr;
  return std::make_unique<DestinationTagQueue>(*topology.shape<Multistage>());
}

std::unique_ptr<RoutingFunction> read_minimal(const ConfigNode& root, const Topology& topology, int) {
  if (!root.sound()) return nullptr;
  return std::make_unique<Minimal>(topology);
}

}  // namespace switchyard
