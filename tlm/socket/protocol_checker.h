#pragma once

#include <functional>
#include <systemc>
#include <tlm>

#include "tlm/socket/base_protocol.h"

namespace switchyard {

/// A BaseProtocol between an initiator socket and a target socket: bind the initiator to `target_socket`, and
/// `initiator_socket` to the target. It passes everything on, and adds neither time nor delta cycles.
///
/// Errors:  each broken rule goes to `on_violation`; without one, to SC_REPORT_ERROR.
class ProtocolChecker final : public sc_core::sc_module,
                              private tlm::tlm_fw_transport_if<>,
                              private tlm::tlm_bw_transport_if<> {
 public:
  using OnViolation = std::function<void(const std::string&)>;

  tlm::tlm_target_socket<> target_socket{"target_socket"};
  tlm::tlm_initiator_socket<> initiator_socket{"initiator_socket"};

  explicit ProtocolChecker(const sc_core::sc_module_name& name, OnViolation on_violation = {});

  std::uint64_t calls() const { return calls_; }  ///< Of b_transport and nb_transport, both ways.

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

  void judge(const std::string& fault);

  OnViolation on_violation_;
  BaseProtocol rules_;
  std::uint64_t calls_ = 0;
};

}  // namespace switchyard
