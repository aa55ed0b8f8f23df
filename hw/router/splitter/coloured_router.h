#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hw/base/bits.h"
#include "hw/router/router_core.h"
#include "hw/router/splitter/link_colours.h"
#include "hw/router/splitter/packet_ways.h"
#include "hw/topology/topology.h"

namespace switchyard {

/// Switch of a multibutterfly that holds one packet, and moves it in the step of a colour.
///
/// Time is in phases of 2d steps, one for each colour. In even phases packets of even levels move, in odd
/// ones those of odd levels: over their switch's link of the colour, if it leads to their side and the switch
/// there is empty. Each switch has one link of each colour that arrives, so no two packets meet.
///
/// A switch that is empty offers its place over the link of the colour. That is all that the switch at the
/// other end needs to know: it sends when an offer comes. So a step takes 2 link_latency cycles:
///
/// ```
///   cycle of the step   0                      link_latency          2 link_latency
///   empty switch        offers (credit, VC 1)                        has the packet
///   switch before it                           sends, or not
/// ```
///
/// Ports:     in[p], out[p] are links and terminals in topology port order. Credits of VC 0 give back the
///            place of a packet, those of VC 1 offer a place for one cycle.
/// Config:    link_latency of all links.
/// Timing:    a packet leaves in the step of a colour of its side, of a phase of its level; at the last
///            level it goes to its terminal in the cycle in which it comes.
/// Deadlock:  free: levels only rise.
/// Errors:    std::logic_error on a broken protocol (a second packet, a packet of several flits, a credit
///            without a packet).
/// Source:    Upfal, STOC 1989, as Leighton and Maggs, FOCS 1989, tell of it; Felperin et al., Proc. IEEE
///            1991, section VII names it.
class ColouredRouter final : public RouterCore {
 public:
  /// `routing` must outlive the router. Precondition: a merged multibutterfly.
  ColouredRouter(NodeId node, const Topology& topology, int link_latency, const RoutingFunction& routing);

  void reset() override;
  bool step(const PortInputs& inputs, PortOutputs& outputs) override;
  void set_faulty_ports(PortMask ports) override { faulty_ = ports; }
  void visit_buffers(const std::function<void(const BufferView&)>& visit) const override;
  std::vector<WaitFor> waits_for(const BufferRef& ref) const override;

  /// Cycles after which the same colours and levels have their turn again.
  static int period(int colours, int link_latency) { return 4 * colours * link_latency; }

 private:
  struct Packet {
    Flit flit;
    PortId from = 0;
    PortMask ways = 0;  ///< Ports that it may take.
  };

  void accept(const PortInputs& inputs);
  void send_over(PortMask ports, PortOutputs& outputs);
  PortMask offered(const PortInputs& inputs) const;

  const NodeId node_;
  const PacketWays ways_;
  const PortMask exits_here_;
  const bool odd_level_;
  const int link_latency_;
  const std::vector<PortMask> arriving_;  ///< [colour]
  PortMask inputs_ = 0;                   ///< Ports at which packets arrive.

  std::optional<Packet> packet_;
  PortMask taken_ = 0;  ///< Outputs whose last packet is still in the far buffer.
  PortMask faulty_ = 0;
  int time_ = 0;  ///< In the period.
};

}  // namespace switchyard
