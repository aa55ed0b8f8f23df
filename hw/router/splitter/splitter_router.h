#pragma once

#include <cstdint>
#include <vector>

#include "hw/base/bits.h"
#include "hw/base/random_stream.h"
#include "hw/router/router_core.h"
#include "hw/router/splitter/packet_ways.h"
#include "hw/router/splitter/splitter_config.h"
#include "hw/topology/topology.h"

namespace switchyard {

/// Switch of a multibutterfly with a buffer for each link that arrives: the oldest packet chooses first.
///
///   in[p] -> input buffer p -+-> out[q], any link to the side of the packet
///
/// A cycle: accept (packets into input buffers, credits), send (packet by packet, the oldest first: each
/// takes one of its links that is free and has a credit, at random if there are several, or waits).
///
/// Ports:     in[p], out[p] are links and terminals in topology port order.
/// Config:    input_buffer (packets), service (any packet of a buffer may leave, or the first alone).
/// Timing:    zero-load latency 0 cycles from a packet's arrival to its output register. A buffer gives out
///            one packet per cycle, with its credit. Full rate needs input_buffer >= 2 link_latency.
/// Deadlock:  that of the routing function; levels that only rise are free.
/// Starves:   nobody: a packet waits for older ones alone, and in the end it is the oldest.
/// Errors:    std::logic_error on a broken link protocol (overflow, excess credit, a packet of several
///            flits).
/// Differs:   the source leaves order and choice open. Age counts from when a packet is created. Buffers
///            give out one packet per cycle, and so does the last level, to its terminal.
/// Source:    Felperin et al., Proc. IEEE 1991, section VII.
class SplitterRouter final : public RouterCore {
 public:
  /// `routing` must outlive the router.
  SplitterRouter(const SplitterConfig& config, NodeId node, const Topology& topology, std::uint64_t seed,
                 const RoutingFunction& routing);

  void reset() override;
  bool step(const PortInputs& inputs, PortOutputs& outputs) override;
  void set_faulty_ports(PortMask ports) override { faulty_ = ports; }
  void visit_buffers(const std::function<void(const BufferView&)>& visit) const override;
  std::vector<WaitFor> waits_for(const BufferRef& ref) const override;

 private:
  struct Packet {
    Flit flit;
    PortId from = 0;           ///< Whose buffer it is in.
    PortMask ways = 0;         ///< Ports that it may take.
    std::uint32_t number = 0;  ///< Of those that have come into this buffer.
  };

  void accept(const PortInputs& inputs);
  void send(PortOutputs& outputs);
  PortId pick(PortMask ports);
  bool may_leave(const Packet& packet) const {
    return config_.service == SplitterConfig::Service::Any || packet.number == left_[packet.from];
  }
  int occupancy(PortId port) const { return static_cast<int>(came_[port] - left_[port]); }

  const SplitterConfig config_;
  const NodeId node_;
  const PacketWays ways_;
  const std::uint64_t seed_;
  PortMask inputs_ = 0;   ///< Ports at which packets arrive.
  PortMask outputs_ = 0;  ///< Ports by which they leave.

  std::vector<Packet> packets_;    ///< Of all buffers, the oldest first.
  PortArray<std::uint32_t> came_;  ///< [port]: packets that have come into its buffer,
  PortArray<std::uint32_t> left_;  ///< and left it.
  PortArray<std::uint8_t> credits_;
  PortMask open_ = 0;    ///< Outputs with credits.
  PortMask faulty_ = 0;  ///< Ports whose link is faulty.
  RandomStream random_;
};

}  // namespace switchyard
