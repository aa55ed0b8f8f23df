#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hw/design/design.h"
#include "hw/design/network.h"

namespace switchyard {

/// A lane of a node in the wait-for graph, and the packet in it.
struct WaitingLane {
  NodeId node = 0;
  LaneRef lane;
  PacketId packet = 0;
  NodeId source = 0;       ///< Of the packet.
  NodeId destination = 0;  ///< Of the packet.
  bool occupied = false;   ///< False: reserved for a packet whose flits are still upstream.
  friend bool operator==(const WaitingLane&, const WaitingLane&) = default;
};

/// The lanes of a network that are in use and what each waits for, at one instant.
///
/// A lane may wait for any one of several others. It is live if it can move, or if one that it waits for is
/// live or not in use. The lanes that are not live form the knot: whatever the rest of the network does, none
/// of them will ever move again.
class WaitGraph {
 public:
  /// `moved_lately(node, lane index in visiting order)` marks lanes that are live for sure: a credit
  /// on its way is not visible in the cores.
  template <class MovedLately>
  WaitGraph(const Design& design, const Network& network, MovedLately&& moved_lately) : design_(design) {
    for (NodeId node = 0; node < design.topology->node_count(); ++node) {
      std::size_t index = 0;
      network.router(node).visit_lanes([&](const LaneView& view) {
        if (view.occupancy != 0 || view.bound) add(node, view, moved_lately(node, index));
        ++index;
      });
    }
    resolve(network);
  }

  bool deadlocked() const { return !knot_.empty(); }
  /// Every lane of the knot.
  const std::vector<WaitingLane>& knot() const { return knot_; }
  /// A lane with a packet that has no way but over faulty links, and the port of one of them.
  const std::optional<std::pair<WaitingLane, PortId>>& at_fault() const { return at_fault_; }
  /// Lanes of the knot each of which waits for the next, the last for the first.
  std::vector<WaitingLane> cycle() const;

 private:
  struct Vertex {
    WaitingLane lane;
    bool live = false;
    std::vector<int> waits_for;
  };

  std::size_t key(NodeId node, const LaneRef& lane) const;
  void add(NodeId node, const LaneView& view, bool moved_lately);
  void resolve(const Network& network);
  /// The lane that `want` of `node` names; -1 if it is beyond the network or not in use.
  int vertex_of(NodeId node, const Want& want) const;

  const Design& design_;
  std::vector<Vertex> vertices_;
  std::vector<int> index_;  ///< By key(); -1: not in use.
  std::vector<WaitingLane> knot_;
  std::optional<std::pair<WaitingLane, PortId>> at_fault_;
};

WaitingLane waiting_lane(NodeId node, const LaneView& view, NodeId node_count);
std::string to_string(const WaitingLane& lane);

}  // namespace switchyard
