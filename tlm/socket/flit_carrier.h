#pragma once

#include <memory>
#include <systemc>
#include <vector>

#include "tlm/socket/cycle_clock.h"
#include "tlm/socket/edge_log.h"
#include "tlm/socket/happenings.h"
#include "tlm/socket/packet_carrier.h"
#include "tlm/socket/socket_terminal.h"
#include "tlm/socket/timed_network.h"

namespace switchyard {

/// Carries packets as flits, through any network of a Design: a SocketTerminal at every node.
///
/// Timing, order:  see PacketCarrier. The head flit of a packet leaves in the first cycle in which it may if
///                 the queue of its node is empty and an injection VC is idle.
/// Errors:         std::logic_error if the network delivers a packet that is not under way.
class FlitCarrier final : public sc_core::sc_module, public PacketCarrier, private TerminalListener {
 public:
  /// `observer` may be null; all must outlive the carrier.
  FlitCarrier(const sc_core::sc_module_name& name, const Design& design, const TimedNetworkBuilder& build,
              CarrierListener& listener, PacketObserver* observer);

  void send(Parcel& parcel, int flits) override;
  void await_departures() override {}  // They are always told in time.
  void reset() override;

 private:
  void sent(NodeId node, Parcel& parcel, int flits) override;
  void received(NodeId node, PacketId id) override;
  void note(const Happening& happening) { log_.note(happening, network_->clock().period); }
  void tell();

  CarrierListener& listener_;
  PacketObserver* observer_;
  NodeId node_count_;
  std::vector<SocketTerminal*> terminals_;
  std::unique_ptr<TimedNetwork> network_;
  EdgeLog<Happening> log_;
};

}  // namespace switchyard
