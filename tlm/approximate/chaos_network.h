#pragma once

#include <vector>

#include "hw/alloc/lfsr.h"
#include "hw/alloc/round_robin_arbiter.h"
#include "hw/router/chaos_config.h"
#include "tlm/approximate/node_network.h"

namespace switchyard {

/// Networks of chaos routers, packet by packet: the visits are those of ChaosRouter, one after the other, but
/// the flits behind a header are times. A node works only in cycles in which a visit finds something to do.
///
/// Timing:  that of ChaosRouter.
/// Differs: the flits of a packet that cuts through come without gaps once its tail's time is known.
class ChaosNetwork final : public NodeNetwork {
 public:
  /// Precondition: design.chaos, full duplex, injection by competition. `design` must outlive the network.
  ChaosNetwork(const Design& design, ArrivalHandler arrived, DepartureHandler departed);

 private:
  /// A direction of a link, at the node that drives it: its output frame, and the input frame at the far end.
  struct Channel {
    NodeId far_node = kNoNode;
    PortId far_port = -1;
    Cycle latency = 1;
    Index out = kNone;   ///< In the output frame, with its header.
    Cycle out_free = 0;  ///< When that is empty again.
    Index in = kNone;    ///< In the input frame of this port, not yet read.
    Cycle far_free = 0;  ///< When the far input frame is empty, as known here; kNever until it is read.
  };
  struct Queued {
    Index packet;
    PortMask ways;
  };
  struct Node {
    explicit Node(const Lfsr& random_bits) : random(random_bits) {}

    std::vector<Queued> queue;
    std::vector<Index> delivery;  ///< Whose tail has not left.
    Cycle delivered = 0;          ///< When the last of them has.
    Cycle visited = kNever;       ///< The cycle of the last injection.
    RoundRobinArbiter turn;
    Lfsr random;
  };

  void step(Cycle now, NodeId node) override;
  void visit(Cycle now, NodeId at, Node& node, PortId port);
  PortMask visitable(Cycle now, NodeId at, Node& node);
  PortMask wanted(Cycle now, const Node& node) const;
  int ripe(Cycle now, const Node& node) const;
  bool waits(Cycle now, const Channel& channel);
  bool can_deliver(Cycle now, Node& node);
  bool can_inject(Cycle now, NodeId at, Node& node);
  std::size_t pick_victim(Cycle now, Node& node);
  void send_out(Cycle now, Node& node, Channel& channel, std::size_t queued);
  void read(Cycle now, NodeId at, Node& node, Channel& channel);
  void inject(Cycle now, NodeId at, Node& node);
  void take_in(Cycle now, NodeId at, Node& node, Index packet);
  void drive(Cycle now, NodeId at, PortId port);
  void wake_for(Cycle now, NodeId at, Node& node);

  Channel& channel(NodeId node, PortId port) {
    return channels_[node * static_cast<Index>(ports_) + static_cast<Index>(port)];
  }
  bool full(const Node& node) const { return static_cast<int>(node.queue.size()) == config_.queue_size; }

  const ChaosConfig config_;
  const int ports_;              ///< Without the terminal port.
  std::vector<PortMask> links_;  ///< [node]
  std::vector<Node> nodes_;
  std::vector<Channel> channels_;
};

}  // namespace switchyard
