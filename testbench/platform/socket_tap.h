#pragma once

#include <string>
#include <systemc>
#include <tlm>

namespace switchyard {

/// Stands between an initiator socket and a target socket, passes everything on, adds neither time nor delta
/// cycles, and tells of every phase of a transaction. b_transport has the first and the last one.
class SocketTap final : public sc_core::sc_module,
                        private tlm::tlm_fw_transport_if<>,
                        private tlm::tlm_bw_transport_if<> {
 public:
  struct Event {
    sc_core::sc_time time;  ///< With the annotated delay: it may be to come.
    tlm::tlm_phase phase;
    tlm::tlm_command command;
    std::uint64_t address;
    unsigned length;
  };
  class Listener {
   public:
    virtual ~Listener() = default;
    virtual void on_phase(std::size_t socket, const Event& event) = 0;
  };

  tlm::tlm_target_socket<> target_socket{"target_socket"};
  tlm::tlm_initiator_socket<> initiator_socket{"initiator_socket"};

  /// `socket` is what the listener is told. It must outlive the tap.
  SocketTap(const sc_core::sc_module_name& name, std::size_t socket, Listener& listener);

 private:
  using Payload = tlm::tlm_generic_payload;

  tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  tlm::tlm_sync_enum nb_transport_bw(Payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  void b_transport(Payload& payload, sc_core::sc_time& delay) override;
  bool get_direct_mem_ptr(Payload& payload, tlm::tlm_dmi& dmi) override;
  unsigned transport_dbg(Payload& payload) override;
  void invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last) override;

  /// Tells of a call, makes it, and tells of what it returned.
  template <class Call>
  tlm::tlm_sync_enum pass(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay, Call&& call);
  void tell(Event event, const tlm::tlm_phase& phase, const sc_core::sc_time& delay);

  std::size_t socket_;
  Listener& listener_;
};

}  // namespace switchyard
