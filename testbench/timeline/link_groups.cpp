#include "testbench/timeline/link_groups.h"

#include <algorithm>

#include "hw/topology/builders.h"
#include "hw/topology/butterfly.h"
#include "hw/topology/dragonfly.h"
#include "hw/topology/fat_tree.h"
#include "hw/topology/hyperx.h"
#include "hw/topology/multibutterfly.h"
#include "hw/topology/multistage.h"
#include "hw/topology/ring_hierarchy.h"
#include "testbench/wave/port_names.h"

namespace switchyard {
namespace {

std::string between(const char* what, int first) {
  return std::string(what) + '_' + std::to_string(first) + '_' + std::to_string(first + 1);
}

/// By the port at one end, which tells of what kind a link of these networks is.
std::string name_by_port(const Topology& topology, PortId from) {
  if (const auto* grid = topology.shape<Grid>()) return dimension_name(*grid, grid->dimension_of(from));
  if (const auto* hyperx = topology.shape<HyperX>())
    return dimension_name(hyperx->places(), hyperx->dimension_of(from));
  if (const auto* dragonfly = topology.shape<Dragonfly>())
    return dragonfly->is_global(from) ? "global" : "local";
  if (topology.shape<RingHierarchy>()) return RingHierarchy::is_global(from) ? "global" : "local";
  if (const auto* butterfly = topology.shape<Butterfly>())
    return from == butterfly->up_cross() || from == butterfly->down_cross() ? "cross" : "straight";
  if (topology.kind() == "cube_connected_cycles")
    return from == CubeConnectedCyclesConfig::kCube ? "cube" : "ring";
  if (topology.kind() == "shuffle_exchange")
    return from == ShuffleExchangeConfig::kExchange ? "exchange" : "shuffle";
  return "links";
}

std::string name_of_group(const Topology& topology, const Channel& channel) {
  const NodeId first =
      std::min(channel.from.node, channel.to.node);  // Levels and stages are numbered in turn.
  if (const auto* tree = topology.shape<FatTree>()) return between("level", tree->level(first));
  if (const auto* network = topology.shape<Multistage>()) return between("stage", network->stage(first));
  if (const auto* network = topology.shape<Multibutterfly>()) return between("level", network->level(first));
  return name_by_port(topology, channel.from.port);
}

}  // namespace

double LinkGroups::capacity() const {
  double all = 0;
  for (const LinkGroup& group : groups) all += group.capacity;
  return all;
}

LinkGroups link_groups_of(const Design& design) {
  const Topology& topology = *design.topology;
  LinkGroups result;
  for (const Channel& channel : topology.channels()) {  // Those of the first dimension, level or stage first.
    const std::string name = name_of_group(topology, channel);
    const auto same = [&](const LinkGroup& group) { return group.name == name; };
    auto group = std::find_if(result.groups.begin(), result.groups.end(), same);
    if (group == result.groups.end()) group = result.groups.insert(group, {name, 0});
    const bool shared = design.half_duplex() && !topology.is_open(channel.to);
    group->capacity += design.router.link_rate / channel.cycles_per_flit / (shared ? 2 : 1);
    result.of_channel.push_back(static_cast<std::size_t>(group - result.groups.begin()));
  }
  return result;
}

}  // namespace switchyard
