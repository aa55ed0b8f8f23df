#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw/routing/routing_function.h"
#include "hw/topology/topology.h"

namespace switchyard {

/// Adaptive routing on a shuffle-exchange network with four central queues: A0, A1, B0, B1.
///
/// A turns zeros into ones, B ones into zeros, each by the exchange link once rotation has brought them to
/// bit 0. The nodes that rotation joins are a necklace; a packet enters each in class 0 and goes on in class
/// 1 when it comes to the necklace's smallest node, once round at most. It takes the shortest way of this
/// kind. Dynamic link: while a zero is left to turn, A may also turn a one where that brings the packet
/// nearer.
///
/// Deadlock: free for store-and-forward switching: without the dynamic link, A is ordered by rising numbers
///           of ones and B follows it, by falling ones; within a necklace, class 0 comes before class 1, and
///           each goes round from the smallest node. From every place that the dynamic link leads to, there
///           is a way to the destination without another one.
/// Livelock: free: every hop brings the packet nearer; at most 3n hops, which need not be minimal.
/// Differs:  a packet carries no count of its rotations: a table of 4 N^2 bytes holds the lengths of all
///           ways, and what is left to do follows from them. So necklaces of less than n nodes need no rule
///           of their own. Only shuffles are used, no unshuffles.
/// Source:   Pifarre, Gravano, Felperin, Sanz, "Fully-Adaptive Minimal Deadlock-Free Packet Routing in
///           Hypercubes, Meshes, and Other Networks", SPAA 1991; Felperin et al., Proc. IEEE 1991, section
///           VIII.
class FourQueue final : public RoutingFunction {
 public:
  static constexpr int kQueues = 4;
  enum Queue : VcId { kA0, kA1, kB0, kB1 };

  /// On build_shuffle_exchange({dimensions}).
  explicit FourQueue(int dimensions);

  void route(const RouteQuery& query, RouteSet& routes) const override;
  std::size_t max_choices() const override { return kChoices; }

  /// Hops of the shortest way without dynamic links, from injection on.
  int distance(NodeId from, NodeId to) const { return to_go({from, kA0}, to); }

 private:
  static constexpr std::size_t kChoices = 3;  ///< Exchange, shuffle, and from A to B.

  struct Place {
    NodeId node;
    VcId queue;
  };
  struct Step {
    PortId port;  ///< kCentralQueues: from A to B.
    Place next;
  };
  struct Steps {
    std::array<Step, kChoices> step;
    std::size_t count = 0;
    void add(PortId port, const Place& next) { step[count++] = {port, next}; }
    const Step* begin() const { return step.data(); }
    const Step* end() const { return step.data() + count; }
  };

  static bool ascends(VcId queue) { return queue == kA0 || queue == kA1; }
  NodeId rotated(NodeId node) const { return node >> 1 | (node & 1) << (dimensions_ - 1); }
  std::size_t index(const Place& place) const {
    return static_cast<std::size_t>(place.node) * kQueues + place.queue;
  }
  int to_go(const Place& place, NodeId destination) const {
    return to_go_[static_cast<std::size_t>(destination) * node_count_ * kQueues + index(place)];
  }
  /// The hops that a step takes, and those that are left after it.
  int length(const Step& step, NodeId destination) const {
    return to_go(step.next, destination) + (step.port == kCentralQueues ? 0 : 1);
  }
  Steps static_steps(const Place& place) const;
  void number_necklaces();
  std::vector<Place> last_places_first() const;
  void measure_paths_to(NodeId destination, const std::vector<Place>& last_first);

  int dimensions_;
  NodeId node_count_;
  std::vector<int> turn_;            ///< [node]: rotations since its necklace's smallest node.
  std::vector<std::uint8_t> to_go_;  ///< [destination][node][queue]: hops left without dynamic links.
};

}  // namespace switchyard
