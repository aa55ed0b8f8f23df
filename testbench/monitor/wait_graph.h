#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hw/design/design.h"
#include "hw/design/network.h"

namespace switchyard {

/// A buffer of a node in the wait-for graph, and the packet in it.
struct WaitingBuffer {
  NodeId node = 0;
  BufferRef buffer;
  PacketId packet = 0;
  NodeId source = 0;       ///< Of the packet.
  NodeId destination = 0;  ///< Of the packet.
  bool occupied = false;   ///< False: reserved for a packet whose flits are still upstream.
  friend bool operator==(const WaitingBuffer&, const WaitingBuffer&) = default;
};

/// What keeps a terminal from taking what waits for it on a VC: that replies of its own cannot leave by these
/// VCs of the router. None where a reply is not ready yet; nothing if it takes what comes, as most do.
using ReplyWaits = std::function<std::optional<VcMask>(TerminalId terminal, VcId vc)>;

/// The buffers of a network that are in use and what each waits for, at one instant.
///
/// A buffer may wait for any one of several others. It is live if it can move, or if one that it waits for is
/// live or not in use. The buffers that are not live form the knot: whatever the rest of the network does,
/// none of them will ever move again.
class WaitGraph {
 public:
  /// `moved_lately(node, buffer index in visiting order)` marks buffers that are live for sure: a credit
  /// on its way is not visible in the cores. Without `reply_waits` terminals take all that comes.
  template <class MovedLately>
  WaitGraph(const Design& design, const Network& network, MovedLately&& moved_lately,
            ReplyWaits reply_waits = {})
      : design_(design), reply_waits_(std::move(reply_waits)) {
    for (NodeId node = 0; node < design.topology->node_count(); ++node) {
      std::size_t index = 0;
      network.router(node).visit_buffers([&](const BufferView& view) {
        if (view.occupancy != 0 || view.allocated) add(node, view, moved_lately(node, index));
        ++index;
      });
    }
    resolve(network);
  }

  bool deadlocked() const { return !knot_.empty(); }
  /// Every buffer of the knot.
  const std::vector<WaitingBuffer>& knot() const { return knot_; }
  /// A buffer with a packet that has no way but over faulty links, and the port of one of them.
  const std::optional<std::pair<WaitingBuffer, PortId>>& at_fault() const { return at_fault_; }
  /// Buffers of the knot each of which waits for the next, the last for the first.
  std::vector<WaitingBuffer> cycle() const;

 private:
  struct Vertex {
    WaitingBuffer buffer;
    bool live = false;
    std::vector<int> waits_for;
  };

  std::size_t key(NodeId node, const BufferRef& buffer) const;
  void add(NodeId node, const BufferView& view, bool moved_lately);
  void resolve(const Network& network);
  /// The buffer that `wait` of `node` names, beyond a terminal those that its replies wait for; none if one
  /// of them is beyond the network or not in use.
  std::vector<int> vertices_of(NodeId node, const WaitFor& wait) const;
  std::vector<int> beyond_terminal(const PortRef& exit, VcId vc) const;

  const Design& design_;
  ReplyWaits reply_waits_;
  std::vector<Vertex> vertices_;
  std::vector<int> index_;  ///< By key(); -1: not in use.
  std::vector<WaitingBuffer> knot_;
  std::optional<std::pair<WaitingBuffer, PortId>> at_fault_;
};

WaitingBuffer waiting_buffer(NodeId node, const BufferView& view, NodeId node_count);
std::string to_string(const WaitingBuffer& buffer);

}  // namespace switchyard
