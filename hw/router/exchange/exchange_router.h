#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "hw/router/exchange/exchange_follower.h"
#include "hw/router/packet/recirculation.h"
#include "hw/router/router_core.h"
#include "hw/routing/routing_function.h"

namespace switchyard {

/// Packet-switched, non-minimal router: neighbours exchange packets, so that none is ever refused.
///
/// A cycle: end exchanges (replies, then credits), eject, answer requests, start exchanges, inject. A node
/// starts an exchange by sending a packet over a link (VC 0, the request) and keeps the buffer empty that
/// it came from. The far end answers in the cycle in which the request arrives: (1) if it has started an
/// exchange over this link itself, the packets cross, and each takes the place of the other; if it only has a
/// packet that the link brings nearer, that one is the reply (VC 1); (2a) else the request goes into an
/// empty buffer; (2b) else into a buffer that is in no exchange, whose packet is the reply, wherever it wants
/// to go. The credit of the request ends the exchange. A packet for this very node goes straight to the
/// ejection buffer, if that has room.
///
/// Ports:     in[p], out[p] are links in topology port order; the last is the terminal port.
/// Config:    see ExchangeConfig.
/// Timing:    zero-load latency 1 cycle from a packet's arrival to its output register. An exchange lasts 2
///            link_latency cycles, in which a link carries a packet in each direction, or two if the replies
///            of two exchanges meet requests.
/// Deadlock:  free, if the terminal takes what it is offered in time: each link is in one exchange at most,
///            which keeps one buffer, so with as many buffers as links one is left for every request; those
///            that are kept for null packets at home come on top.
/// Livelock:  free (age), with more shared buffers than links: packets are in one total order, by when
///            they were created and then by number, so only finitely many are older than any packet; the
///            oldest of all gets every link that it wants and is never given away, as there is another one to
///            give. Tokens never die, and some are always older. Free (distance), with more buffers than
///            links, if injection stops. Not proved free otherwise.
/// Starves:   a node injects only into an empty buffer, so one with busy neighbours can starve; not with
///            injection control, private buffers or tokens (the latter two if no packet lives for ever).
/// Errors:    std::invalid_argument if there are fewer buffers than links, std::logic_error on a broken link
///            protocol.
/// Differs:   from the paper, which leaves the handshake open: a request carries its packet, and the reply is
///            the other packet or none. A link fails between exchanges.
/// Limits:    as of ChaosRouter: in light traffic packets that may go either way around a ring mostly take
///            the + link.
/// Source:    Ngai, Seitz, "A Framework for Adaptive Routing in Multicomputer Networks", 1989, as Felperin,
///            Gravano, Pifarre, Sanz, Proc. IEEE 1991, have it in section X.
class ExchangeRouter final : public RouterCore {
 public:
  /// `routing` must outlive the router. `link_latency`: by port, 0 where it is open. `distance`: hops to each
  /// node. `make_switch`: makes what decides in the place of its buffers.
  ExchangeRouter(const ExchangeConfig& config, NodeId node, const std::vector<int>& link_latency,
                 const std::vector<int>& distance, std::uint64_t seed, const RoutingFunction& routing,
                 const ExchangeFactory& make_switch = nullptr);

  void reset() override;
  bool step(const PortInputs& inputs, PortOutputs& outputs) override;
  void set_faulty_ports(PortMask ports) override { switch_.set_faulty_links(ports); }
  void visit_buffers(const std::function<void(const BufferView&)>& visit) const override;
  std::vector<WaitFor> waits_for(const BufferRef& ref) const override;

 private:
  struct SwitchNode;

  void check_and_credit(const PortInputs& inputs, PortOutputs& outputs);
  void end_exchanges(const PortInputs& inputs, SwitchNode& node);
  bool arrive(int buffer, const Flit& flit, PortOutputs& outputs);
  void inject(PortOutputs& outputs);
  void inject_for_here(PortOutputs& outputs);
  void inject_into(int buffer, bool over_null, PortOutputs& outputs);
  bool can_inject() const;
  bool must_step() const;

  const NodeId node_;
  const PortMask links_;
  PacketBuffers packets_;
  PacketTerminal terminal_;
  Recirculation recirculation_;
  PortMask unread_ = 0;  ///< Links whose last reply has no credit yet.
  bool holds_first_token_ = false;
  ExchangeSwitch switch_;
  std::unique_ptr<ExchangeFollower> follower_;  ///< If something decides in its place.
};

}  // namespace switchyard
