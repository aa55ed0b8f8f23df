#pragma once

#include <deque>
#include <systemc>
#include <tlm>
#include <vector>

#include "tlm/socket/flit_budget.h"
#include "tlm/socket/phase_slot.h"
#include "tlm/socket/second_delta.h"
#include "tlm/socket/transit.h"

namespace switchyard {

/// Where a target is bound: the initiator's side of the base protocol, and a queue of responses for the
/// network.
///
/// Requests that have arrived are begun in order, one at a time until END_REQ; every target is called by
/// nb_transport_fw (a simple_target_socket turns that into b_transport, if it must). A response is ended
/// (END_RESP) when the queue has room for its flits.
///
/// Timing:  annotated delays are waited for. A request is begun when it has arrived and END_REQ of the one
///          before has been reached.
/// Errors:  SC_REPORT_ERROR if the target breaks the base protocol.
class DownstreamPort final : public sc_core::sc_module, private tlm::tlm_bw_transport_if<> {
 public:
  tlm::tlm_initiator_socket<> socket{"socket"};

  /// What the port asks of the interconnect.
  class Owner {
   public:
    virtual ~Owner() = default;
    virtual std::uint64_t response_flits(const Transit& transit) const = 0;
    virtual void send_response(Transit& transit) = 0;
    /// See PacketCarrier: departed() is called for what has left meanwhile.
    virtual void await_departures() = 0;
    /// The response of one that is lost.
    virtual void return_lost(Transit& transit) = 0;
    virtual void invalidate_direct_mem_ptr(std::size_t target, Address first, Address last) = 0;
  };

  DownstreamPort(const sc_core::sc_module_name& name, std::size_t index, std::uint64_t response_queue,
                 Owner& owner);

  /// A request has arrived.
  void request(Transit& transit);
  /// So many flits of responses have left for the network.
  void departed(int flits);
  /// Forgets the requests that are not begun, and the network has lost all responses. Nobody is called.
  void reset();
  /// Ends the responses whose time has come and for which there is room.
  void end_responses();

 private:
  using Payload = tlm::tlm_generic_payload;
  /// A response that begins at `time`.
  struct Response {
    sc_core::sc_time time;
    Transit* transit;
    bool owes_end;  ///< END_RESP is still to be sent.
  };

  tlm::tlm_sync_enum nb_transport_bw(Payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  void invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last) override;

  void begin_requests();
  void end_request(const sc_core::sc_time& delay);
  void on_request_slot_free();
  Transit* find(const Payload& payload) const;
  tlm::tlm_sync_enum begin_response(Transit& transit, const sc_core::sc_time& delay);
  void add_response(Transit& transit, const sc_core::sc_time& delay, bool owes_end);
  void on_response_due();
  void end(const Response& response);
  void respond(Transit& transit);
  bool fits(const Transit& transit) const;
  bool fits_now(const Transit& transit);

  std::size_t index_;
  FlitBudget queue_;
  Owner& owner_;

  std::deque<Transit*> requests_;  ///< BEGIN_REQ has not been sent.
  Transit* requesting_ = nullptr;  ///< BEGIN_REQ has been sent, END_REQ has not come.
  PhaseSlot request_slot_;

  std::vector<Transit*> at_target_;
  Transit* responding_ = nullptr;    ///< BEGIN_RESP has come, END_RESP has not been sent.
  std::vector<Response> responses_;  ///< In order of time.
  sc_core::sc_event response_due_;
  SecondDelta response_delta_;
};

}  // namespace switchyard
