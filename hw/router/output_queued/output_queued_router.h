#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw/alloc/flit_fifo.h"
#include "hw/alloc/round_robin_arbiter.h"
#include "hw/base/bits.h"
#include "hw/base/random_stream.h"
#include "hw/base/terminals.h"
#include "hw/router/output_queued/output_queued_config.h"
#include "hw/router/output_queued/packet_queues.h"
#include "hw/router/router_core.h"
#include "hw/routing/routing_function.h"
#include "hw/topology/topology.h"

namespace switchyard {

/// Store-and-forward router with a queue for each output link and VC, or for each link.
///
///   in[p] -> input buffer (p, v) -> queue (q, w) -> out[q]
///
/// A cycle: accept (packets into input buffers), enqueue (the front of each input buffer enters the queue of
/// its next link, if that has room), send (each link takes one packet, from the queue whose turn it is, by
/// the discipline). Queues without bound take all packets in the cycle in which they come. Input buffers go
/// in the order of the ports at the far ends of their links, and then of the nodes there; the first one that
/// is refused goes first in the next cycle.
///
/// Ports:     in[p], out[p] are links and terminals in topology port order. A terminal port has a queue, too:
///            a node takes in and gives out one packet per cycle and terminal.
/// Config:    see OutputQueuedConfig.
/// Timing:    zero-load latency 0 cycles from a packet's arrival to its output register: link_latency cycles
///            per hop. Full rate needs input_buffer >= 2 link_latency. A credit leaves in the cycle in which
///            its packet enters a queue.
/// Deadlock:  without bound: free. Else that of the routing function; where VCs share a queue, they are one.
/// Livelock:  free where routing is.
/// Starves:   all disciplines but fifo promise no packet that it leaves its queue while others come.
/// Errors:    std::logic_error on a broken link protocol (overflow, excess credit, a packet of several
///            flits).
/// Differs:   the source grants a place of a bounded queue to a packet that is still at the far end of the
///            link; here an input buffer is between them, so that links need credits only. There a node
///            starts and takes in any number of packets per step. Of several choices a packet takes the
///            queue with the fewest packets, a detour if that has less than half as many.
/// Source:    Felperin et al., Proc. IEEE 1991, section IV.
class OutputQueuedRouter final : public RouterCore {
 public:
  /// `routing` must outlive the router, and know hops and phases if the discipline asks for them. `site`:
  /// where barrier waves pass it (plan_link_waves), if config.barriers wants some.
  OutputQueuedRouter(const OutputQueuedConfig& config, NodeId node, const Topology& topology,
                     std::uint64_t seed, const RoutingFunction& routing, const WaveSite* site = nullptr);

  void reset() override;
  bool step(const PortInputs& inputs, PortOutputs& outputs) override;
  void set_faulty_ports(PortMask ports) override { faulty_ = ports; }
  void visit_buffers(const std::function<void(const BufferView&)>& visit) const override;
  std::vector<WaitFor> waits_for(const BufferRef& ref) const override;

 private:
  using Discipline = OutputQueuedConfig::Discipline;
  using Slot = PacketQueues::Slot;
  using Channels = BarrierWave::Channels;
  /// A link that a packet takes, and the VC of it.
  struct Way {
    PortId port = -1;
    VcId vc = 0;
  };

  void accept(const PortInputs& inputs);
  void enqueue(PortOutputs& outputs);
  bool leave_buffer(int place, Channels held, PortOutputs& outputs);
  void take_from_buffer(int place, PortOutputs& outputs);
  void send(PortId port, Channels owed, PortOutputs& outputs);
  bool send_marker(PortId port, Channels owed, PortOutputs& outputs);
  PortMask ports_of(Channels channels) const;
  void routes_of(const Flit& flit, PortId port, VcId vc, RouteSet& routes) const;
  Way choose(const RouteSet& routes) const;
  std::uint32_t rank_of(const Flit& flit, PortId port, VcId vc, const Way& way) const;
  Slot pick(int queue);
  Slot foremost(int queue) const;
  VcMask sendable(PortId port, Channels owed) const;
  std::vector<WaitFor> waits_of_buffer(PortId port, VcId vc) const;
  std::vector<WaitFor> waits_of_queue(PortId port, VcId vc) const;

  int index(PortId port, VcId vc) const { return port * config_.virtual_channels + vc; }
  PortId port_of(int vc_index) const { return vc_index / config_.virtual_channels; }
  VcId vc_of(int vc_index) const { return vc_index % config_.virtual_channels; }
  /// Of VCs that share a queue, it is that of VC 0.
  VcId queue_vc(VcId vc) const { return config_.shared_queues ? 0 : vc; }
  int queue_of(PortId port, VcId vc) const { return index(port, queue_vc(vc)); }
  /// As a wave numbers channels, and queues by the channels that they feed.
  int channel(PortId port, VcId vc) const { return lowest_bit(class_bit(vc, port, port_count_)); }
  bool has_room(int queue) const {
    return config_.queue_size == 0 || queues_.size(queue) < config_.queue_size;
  }

  const OutputQueuedConfig config_;
  const NodeId node_;
  const int port_count_;
  const RoutingFunction& routing_;
  const bool routes_by_packet_;
  const bool passes_destinations_;
  const Exits exits_;
  const PortMask entries_;
  const PortMask exits_here_;
  PortArray<TerminalId> receivers_;  ///< [port]: the terminal there.
  PortMask links_in_ = 0;
  PortMask links_out_ = 0;
  const std::vector<int> order_;  ///< [place]: index of the VC of an input port; who goes first.
  std::vector<int> place_of_;     ///< [port][VC]
  const std::uint64_t seed_;
  RandomStream random_;

  PacketQueues queues_;                  ///< [port][VC]
  PortArray<VcMask> queued_;             ///< [port]: queues with packets.
  PortMask sending_ = 0;                 ///< Ports with such.
  PortMask faulty_ = 0;                  ///< Ports whose link is faulty.
  PortArray<RoundRobinArbiter> turn_;    ///< [port]: among its queues.
  std::vector<std::uint8_t> credits_;    ///< [port][VC]
  std::vector<FlitFifo<Flit>> buffers_;  ///< [port][VC]
  std::vector<std::uint64_t> waiting_;   ///< Bit per place: input buffers with packets.
  int first_place_ = 0;                  ///< That goes first.
  std::optional<BarrierWave> wave_;
};

}  // namespace switchyard
