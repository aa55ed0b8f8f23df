#pragma once

#include <deque>
#include <systemc>
#include <tlm>

#include "tlm/socket/flit_budget.h"
#include "tlm/socket/phase_slot.h"
#include "tlm/socket/second_delta.h"
#include "tlm/socket/transit.h"

namespace switchyard {

/// Where an initiator is bound: the target's side of the base protocol, and a queue of requests for the
/// network.
///
/// A request is accepted (END_REQ) when the queue has room for its flits; those of b_transport stand in the
/// same queue. A transaction with a fault is completed at once, with an error response, in the call that
/// brings it.
///
/// Timing:  annotated delays are waited for. A request that finds room is accepted at its time: by
///          TLM_UPDATED if that is now, else by a call of nb_transport_bw. A response is begun when it has
///          arrived and END_RESP of the one before has been reached.
/// Errors:  SC_REPORT_ERROR if the initiator breaks the exclusion rules, or calls nb_transport_fw without a
///          memory manager.
class UpstreamPort final : public sc_core::sc_module,
                           private tlm::tlm_fw_transport_if<>,
                           private tlm::tlm_mm_interface {
 public:
  tlm::tlm_target_socket<> socket{"socket"};

  /// What the port asks of the interconnect.
  class Owner {
   public:
    virtual ~Owner() = default;
    /// Null, with an error response in the payload, if it cannot be carried out.
    virtual Transit* admit(std::size_t initiator, tlm::tlm_generic_payload& payload) = 0;
    virtual std::uint64_t request_flits(const Transit& transit) const = 0;
    virtual void send_request(Transit& transit) = 0;
    /// See PacketCarrier: departed() is called for what has left meanwhile.
    virtual void await_departures() = 0;
    /// The port has done with it.
    virtual void retire(Transit& transit) = 0;
    virtual bool get_direct_mem_ptr(tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi) = 0;
    virtual unsigned transport_dbg(tlm::tlm_generic_payload& payload) = 0;
  };

  UpstreamPort(const sc_core::sc_module_name& name, std::size_t index, std::uint64_t request_queue,
               Owner& owner);

  /// So many flits of requests have left for the network.
  void departed(int flits);
  /// The response, or that there is none, has reached this port.
  void complete(Transit& transit);
  /// The network has lost all that was accepted. Nobody is called.
  void reset();
  /// Accepts what there is room for.
  void accept_waiting();

 private:
  using Payload = tlm::tlm_generic_payload;

  tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  void b_transport(Payload& payload, sc_core::sc_time& delay) override;
  bool get_direct_mem_ptr(Payload& payload, tlm::tlm_dmi& dmi) override;
  unsigned transport_dbg(Payload& payload) override;
  /// Of the payload of a b_transport that has no memory manager of its own.
  void free(Payload* payload) override;

  tlm::tlm_sync_enum begin_request(Payload& payload, tlm::tlm_phase& phase, const sc_core::sc_time& delay);
  tlm::tlm_sync_enum end_response(const Payload& payload, const sc_core::sc_time& delay);
  bool fits(const Transit& transit) const;
  bool fits_now(const Transit& transit);
  void accept(Transit& transit);
  void on_request_due();
  void drive_responses();
  void finish_response(const sc_core::sc_time& delay);
  void on_response_slot_free();
  void wait_until_freed(Payload& payload);

  std::size_t index_;
  FlitBudget queue_;
  Owner& owner_;

  Transit* requesting_ = nullptr;  ///< BEGIN_REQ has come, END_REQ has not been sent.
  sc_core::sc_event request_due_;
  SecondDelta request_delta_;
  std::deque<Transit*> waiting_;  ///< For room in the queue.

  std::deque<Transit*> returned_;  ///< BEGIN_RESP has not been sent.
  Transit* responding_ = nullptr;  ///< BEGIN_RESP has been sent, END_RESP has not come.
  PhaseSlot response_slot_;

  sc_core::sc_event freed_;
};

}  // namespace switchyard
