#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "hw/base/bits.h"
#include "hw/routing/routing_function.h"
#include "hw/topology/topology.h"

namespace switchyard {

/// Something that a packet can hold: a VC of an input port, or a central queue of a node.
struct Resource {
  NodeId node = 0;
  PortId port = 0;  ///< Input port; kCentralQueues.
  VcId vc = 0;      ///< VC or queue.
  friend auto operator<=>(const Resource&, const Resource&) = default;
};

using ResourceId = std::uint32_t;

/// Numbers all resources of a network, node by node.
class ResourceSpace {
 public:
  /// `classes`: VCs of a port or central queues of a node, whichever are more. `entry_vcs`: one for each
  /// virtual network, by which packets enter. `topology` must outlive this.
  ResourceSpace(const Topology& topology, int classes, std::vector<VcId> entry_vcs = {0})
      : topology_(topology),
        slots_(topology.port_count() + 1),
        classes_(classes),
        entry_vcs_(std::move(entry_vcs)) {}

  const Topology& topology() const { return topology_; }
  std::size_t size() const { return topology_.node_count() * resources_of_a_node(); }
  int classes() const { return classes_; }

  ResourceId id(const Resource& resource) const {
    const int slot = resource.port == kCentralQueues ? slots_ - 1 : resource.port;
    return static_cast<ResourceId>(resource.node * resources_of_a_node() +
                                   static_cast<std::size_t>(slot * classes_ + resource.vc));
  }
  Resource at(ResourceId id) const {
    const int place = static_cast<int>(id % resources_of_a_node());
    const int slot = place / classes_;
    return {static_cast<NodeId>(id / resources_of_a_node()), slot == slots_ - 1 ? kCentralQueues : slot,
            place % classes_};
  }
  const std::vector<VcId>& entry_vcs() const { return entry_vcs_; }
  /// Where new packets of a node are. `vc`: of entry_vcs(). Precondition: a terminal sends there.
  ResourceId source(NodeId node, VcId vc = 0) const {
    return id({node, lowest_bit(topology_.entry_ports(node)), vc});
  }
  /// Whether it is that: no link leads to its port.
  bool is_source(const Resource& resource) const {
    return resource.port != kCentralQueues && topology_.channel_to({resource.node, resource.port}) < 0;
  }
  /// Where a choice at `here` leads. Precondition: its port is not open.
  ResourceId beyond(NodeId here, PortId port, VcId vc) const {
    if (port == kCentralQueues) return id({here, port, vc});
    const PortRef& far = topology_.peer({here, port});
    return id({far.node, far.port, vc});
  }
  RouteQuery query(ResourceId held, NodeId destination) const {
    const Resource resource = at(held);
    return {resource.node, destination, resource.port, resource.vc};
  }

  /// "channel 3 -> 7 VC 1", "source 3", "node 3 queue 1".
  std::string name(ResourceId id) const;

 private:
  std::size_t resources_of_a_node() const { return slots_ * classes_; }

  const Topology& topology_;
  int slots_;  ///< Ports, and one for the central queues.
  int classes_;
  std::vector<VcId> entry_vcs_;
};

}  // namespace switchyard
