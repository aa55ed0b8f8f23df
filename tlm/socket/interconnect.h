#pragma once

#include <functional>
#include <memory>
#include <systemc>
#include <tlm>
#include <vector>

#include "tlm/socket/downstream_port.h"
#include "tlm/socket/flit_carrier.h"
#include "tlm/socket/interconnect_config.h"
#include "tlm/socket/reorder.h"
#include "tlm/socket/upstream_port.h"

namespace switchyard {

/// Makes what carries the packets of an Interconnect, which it tells of them; called once, during
/// elaboration.
using CarrierFactory = std::function<std::unique_ptr<PacketCarrier>(CarrierListener&)>;

/// A network of the project between TLM-2.0 initiators and targets: base protocol, LT and AT.
///
/// The request goes through the network as packets of its size, then through the target's socket as it is
/// (data, byte enables, streaming width, extensions; the address is the target's own), then the response goes
/// back. On return the address is again the initiator's.
///
/// Timing:   what is handed over at time t enters the network at the first clock edge strictly after t; what
///           arrives in a cycle is acted on half a period after its edge (PacketCarrier). So all levels of a
///           network that have flits give the same times.
/// LT:       b_transport waits for the annotated delay, then for the response, and returns a delay of zero.
/// AT:       four phases, any number of outstanding transactions; see UpstreamPort and DownstreamPort.
/// Errors:   TLM_ADDRESS_ERROR_RESPONSE where no region holds the addresses (all bytes of a burst, or its
///           streaming width, in one region); TLM_COMMAND_ERROR_RESPONSE for a command that is not of the
///           base protocol; TLM_BURST_ERROR_RESPONSE for a length or streaming width of 0;
///           TLM_BYTE_ENABLE_ERROR_RESPONSE for enables of length 0; TLM_GENERIC_ERROR_RESPONSE for what a
///           reset has lost. TLM_IGNORE_COMMAND is carried, as headers.
/// Debug:    transport_dbg takes no time and stops at the end of a region. DMI is passed on if `dmi` is set.
/// Order:    if `ordered` is set, requests of an initiator begin at a target in the order in which they were
///           accepted, and responses reach the initiator in the order in which the target gave them.
/// Memory:   a payload is acquired at BEGIN_REQ and released when its transaction ends. When the simulation
///           ends, payloads on their way are left to their owners.
/// Deadlock: free if the network is: terminals take every flit that arrives, and responses need no request to
///           leave.
class Interconnect final : public sc_core::sc_module,
                           private CarrierListener,
                           private UpstreamPort::Owner,
                           private DownstreamPort::Owner {
 public:
  Interconnect(const sc_core::sc_module_name& name, InterconnectConfig config,
               const CarrierFactory& make_carrier);

  /// Where initiator `i` is bound.
  tlm::tlm_target_socket<>& from_initiator(std::size_t i) { return upstream_[i]->socket; }
  /// Where target `t` is bound.
  tlm::tlm_initiator_socket<>& to_target(std::size_t t) { return downstream_[t]->socket; }

  /// Resets the network now. Transactions that are in it get an error response now; those that are at their
  /// target get one when the target has responded; those that wait for END_REQ are sent when the reset is
  /// over. Any process may call it, also in a call to or from a socket.
  void reset();

  /// Transactions that have come and not ended.
  std::size_t under_way() const { return pool_.in_use(); }

 private:
  using Payload = tlm::tlm_generic_payload;
  using Order = Reorder<Transit*>;

  void departed(Parcel& parcel, int flits) override;
  void arrived(Parcel& parcel) override;

  Transit* admit(std::size_t initiator, Payload& payload) override;
  std::uint64_t request_flits(const Transit& transit) const override;
  void send_request(Transit& transit) override;
  void await_departures() override { carrier_->await_departures(); }  // Of both kinds of port.
  void retire(Transit& transit) override;
  bool get_direct_mem_ptr(Payload& payload, tlm::tlm_dmi& dmi) override;
  unsigned transport_dbg(Payload& payload) override;

  std::uint64_t response_flits(const Transit& transit) const override;
  void send_response(Transit& transit) override;
  void return_lost(Transit& transit) override;
  void invalidate_direct_mem_ptr(std::size_t target, Address first, Address last) override;

  void send(Transit& transit, std::uint64_t bytes);
  void deliver(Transit& transit);
  Order& order_of(const Transit& transit);

  InterconnectConfig config_;
  TransitPool pool_;
  std::uint64_t admitted_ = 0;
  std::vector<Order> request_orders_;  ///< [initiator][target]
  std::vector<Order> response_orders_;
  std::vector<std::unique_ptr<UpstreamPort>> upstream_;
  std::vector<std::unique_ptr<DownstreamPort>> downstream_;
  std::unique_ptr<PacketCarrier> carrier_;
};

}  // namespace switchyard
