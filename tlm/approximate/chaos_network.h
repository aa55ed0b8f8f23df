#pragma once

#include <vector>

#include "hw/alloc/lfsr.h"
#include "hw/alloc/round_robin_arbiter.h"
#include "hw/router/chaos/chaos_config.h"
#include "tlm/approximate/node_network.h"

namespace switchyard {

/// Networks of chaos routers, packet by packet: the visits are those of ChaosRouter, one after the other, but
/// the flits behind a head flit are times. A node works only in cycles in which a visit finds something to
/// do.
///
/// Timing:  that of ChaosRouter.
/// Differs: the flits of a packet that cuts through come without gaps once its tail's time is known.
class ChaosNetwork final : public NodeNetwork {
 public:
  /// Precondition: chaos routers, full duplex, injection by competition. `design` must outlive the network.
  ChaosNetwork(const Design& design, ArrivalHandler arrived, DepartureHandler departed);

 private:
  /// A direction of a link, at the node that drives it: its output frame, and the input frame at the far end.
  /// What a visit asks of packets is kept where it is asked: memory is what takes the time here.
  struct alignas(64) Channel {
    NodeId far_node = kNoNode;
    std::int16_t far_port = -1;
    std::uint16_t latency = 1;
    Index out = kNone;      ///< In the output frame, with its head flit; see Node::outputs.
    Index in = kNone;       ///< In the input frame of this port, not yet read; see Node::inputs.
    bool in_here = false;   ///< Its destination is this node.
    Cycle in_eligible = 0;  ///< When its head flit may be read.
    Cycle out_free = 0;     ///< When the output frame is empty again.
    Cycle far_free = 0;     ///< When the far input frame is empty, as known here; kNever until it is read.
  };
  struct Queued {
    Index packet;
    PortMask candidates;
    Cycle eligible;  ///< When its head flit may leave.
  };
  struct Node {
    explicit Node(const Lfsr& random_bits) : random(random_bits) {}

    PortMask links = 0;
    PortMask outputs = 0;  ///< Output frames with a head flit.
    PortMask inputs = 0;   ///< Input frames with a head flit that is not read.
    std::vector<Queued> queue;
    std::vector<Cycle> ejection;  ///< When the tails in the ejection buffer leave it, in order.
    Cycle ejected = 0;            ///< The last of these.
    Cycle visited = kNever;       ///< The cycle of the last injection.
    RoundRobinArbiter turn;
    Lfsr random;
  };

  void step(Cycle now, NodeId node) override;
  void visit(Cycle now, NodeId at, Node& node, PortId port);
  PortMask visitable(Cycle now, NodeId at, const Node& node);
  static PortMask wanted(Cycle now, const Node& node);
  static std::size_t eligible(Cycle now, const Node& node);
  static bool waits(Cycle now, const Channel& channel) {
    return channel.in != kNone && channel.in_eligible <= now;
  }
  bool can_eject(const Node& node) const;
  static void end_ejections(Cycle now, Node& node);
  bool can_inject(Cycle now, NodeId at, const Node& node);
  std::size_t pick_victim(Cycle now, Node& node);
  void send_out(Node& node, PortId port, Channel& channel, std::size_t queued);
  void read(Cycle now, NodeId at, Node& node, PortId port, Channel& channel);
  void inject(Cycle now, NodeId at, Node& node);
  void take_in(Cycle now, NodeId at, Node& node, Index packet);
  void drive(Cycle now, NodeId at, Node& node, PortId port);
  void wake_for(Cycle now, NodeId at, Node& node);

  Channel& channel(NodeId node, PortId port) { return channels_[node * ports_ + port]; }
  bool full(const Node& node) const { return static_cast<int>(node.queue.size()) == config_.queue_size; }

  const ChaosConfig config_;
  const int ports_;  ///< Without the terminal port.
  std::vector<Node> nodes_;
  std::vector<Channel> channels_;
};

}  // namespace switchyard
