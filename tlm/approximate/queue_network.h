#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "hw/alloc/lfsr.h"
#include "hw/alloc/recency_order.h"
#include "hw/alloc/round_robin_arbiter.h"
#include "hw/router/queues/konstantinidou_router.h"
#include "tlm/approximate/node_network.h"

namespace switchyard {

/// Networks of nodes with central queues, packet by packet. A packet is one flit, so little is left out: a
/// node works only when a packet can move, and buffers, queues and links are times and lists of packets.
///
/// Timing:  that of KonstantinidouRouter.
class QueueNetwork final : public NodeNetwork {
 public:
  /// Precondition: konstantinidou routers. `design` must outlive the network.
  QueueNetwork(const Design& design, ArrivalHandler arrived, DepartureHandler departed);

 private:
  static constexpr int kMaxQueues = QueueSwitch::kMaxQueues;
  static constexpr std::uint64_t kParts = std::uint64_t{1} << 16;  ///< Of a cycle.
  static constexpr Cycle kTerminalLoop = 2;  ///< From an ejection to the return of its credit.
  using VcSet = BitSet<std::uint64_t>;       ///< See QueueCandidates.

  /// The buffer at the far end of a link, of one class.
  struct Buffer {
    std::vector<Index> packets;  ///< The oldest first.
    std::vector<Cycle> free_at;  ///< [slot]: when the sender may use it again; kNever while it is taken.
    Cycle idle_at = 0;           ///< When its next packet may leave.
  };
  struct Queued {
    Index packet;
    VcSet preferred;
    VcSet escape;
  };
  struct Node {
    explicit Node(const Lfsr& choices) : random(choices) {}

    std::array<std::vector<Queued>, kMaxQueues> queues;
    std::array<RoundRobinArbiter, kMaxQueues> turn;
    RoundRobinArbiter ejection_turn;
    std::vector<Index> ejection;
    int first_queue = 0;
    VcMask asking = 0;     ///< Queues whose front was served in this step, and is still there.
    bool changed = false;  ///< By this step.
    Lfsr random;
    RecencyOrder<kMaxPorts> order;  ///< Output ports, as least_loaded chose them.
  };
  /// The two links at a port.
  struct Link {
    NodeId far_node = kNoNode;  ///< Where that of this node leads.
    PortId far_port = -1;
    Cycle latency = 1;
    Cycle idle_at = 0;
    NodeId feeder = kNoNode;  ///< Where that to this node comes from.
    Cycle credit_latency = 1;
    TerminalId source = kNoTerminal;  ///< Who sends at this port, which then has no links.
  };
  /// A terminal, as the node sees it that ejects its packets.
  struct Receiver {
    std::uint64_t waits_until = 0;  ///< When the wait after the last ejection is over, in parts of a cycle.
    Cycle credit = 0;               ///< When it has room, if it has room for one packet only.
  };

  void step(Cycle now, NodeId node) override;
  void eject(Cycle now, NodeId at, Node& node);
  VcSet free_vcs(Cycle now, NodeId at);
  void serve(Cycle now, NodeId at, Node& node);
  void send_over(Cycle now, NodeId at, PortId port, VcId vc, Index packet);
  PortId select(Cycle now, NodeId at, Node& node, VcSet vcs);
  /// Packets that may be sent to this buffer now.
  static int room(Cycle now, const Buffer& far);
  void fill(Cycle now, NodeId at, Node& node, VcId queue);
  bool has_mover(Cycle now, const Node& node, VcId from, VcId to) const;
  void move(Cycle now, NodeId at, Node& node, VcId from, VcId to);
  void enter(Cycle now, NodeId at, Node& node, VcId queue, Index packet);
  void receive(Cycle now, NodeId at, Node& node);
  bool head_only() const { return config_.queue_service == KonstantinidouConfig::Service::Head; }
  /// When the next ejection may be.
  static Cycle next_ejection(const Receiver& to) { return std::max(to.waits_until / kParts, to.credit); }
  /// The packet at the front of a buffer, if it may leave now; kNone otherwise. That of a terminal's port is
  /// the source's.
  Index front(Cycle now, NodeId at, PortId port, VcId vc);
  Index leave(Cycle now, NodeId at, PortId port, VcId vc);

  Buffer& buffer(NodeId node, PortId port, VcId vc) {
    return buffers_[(node * ports_ + port) * queues_ + vc];
  }
  Link& link(NodeId node, PortId port) { return links_[node * ports_ + port]; }
  VcSet vcs_of(PortId port) const;
  PortId last_port() const { return ports_ - 1; }

  const KonstantinidouConfig config_;
  const int ports_;
  const int queues_;
  const Cycle phits_per_packet_;
  const std::uint64_t ejection_;  ///< Between ejections, at least: parts of a cycle.
  std::vector<Node> nodes_;
  std::vector<Buffer> buffers_;
  std::vector<Link> links_;
  std::vector<Receiver> receivers_;  ///< [terminal]
};

}  // namespace switchyard
