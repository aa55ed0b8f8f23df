#include "tlm/socket/protocol_checker.h"

#include <utility>

#include "tlm/socket/violation.h"

namespace switchyard {

using sc_core::sc_time;
using sc_core::sc_time_stamp;

ProtocolChecker::ProtocolChecker(const sc_core::sc_module_name& name, OnViolation on_violation)
    : sc_core::sc_module(name), on_violation_(std::move(on_violation)) {
  target_socket.bind(*this);
  initiator_socket.bind(*this);
}

void ProtocolChecker::judge(const std::string& fault) {
  if (fault.empty()) return;
  if (!on_violation_) report_violation(*this, fault);
  on_violation_(std::string(name()) + ": " + fault);
}

tlm::tlm_sync_enum ProtocolChecker::nb_transport_fw(Payload& payload, tlm::tlm_phase& phase, sc_time& delay) {
  ++calls_;
  const tlm::tlm_phase called = phase;
  const sc_time called_at = sc_time_stamp() + delay;
  judge(rules_.forward_call(payload, called, called_at));
  const tlm::tlm_sync_enum answer = initiator_socket->nb_transport_fw(payload, phase, delay);
  judge(rules_.forward_return(payload, called, called_at, answer, phase, sc_time_stamp() + delay));
  return answer;
}

tlm::tlm_sync_enum ProtocolChecker::nb_transport_bw(Payload& payload, tlm::tlm_phase& phase, sc_time& delay) {
  ++calls_;
  const tlm::tlm_phase called = phase;
  const sc_time called_at = sc_time_stamp() + delay;
  judge(rules_.backward_call(payload, called, called_at));
  const tlm::tlm_sync_enum answer = target_socket->nb_transport_bw(payload, phase, delay);
  judge(rules_.backward_return(payload, called, called_at, answer, phase, sc_time_stamp() + delay));
  return answer;
}

void ProtocolChecker::b_transport(Payload& payload, sc_time& delay) {
  ++calls_;
  const sc_time called_at = sc_time_stamp() + delay;
  judge(rules_.blocking_call(payload, called_at));
  initiator_socket->b_transport(payload, delay);
  judge(rules_.blocking_return(payload, called_at, sc_time_stamp() + delay));
}

bool ProtocolChecker::get_direct_mem_ptr(Payload& payload, tlm::tlm_dmi& dmi) {
  return initiator_socket->get_direct_mem_ptr(payload, dmi);
}

unsigned ProtocolChecker::transport_dbg(Payload& payload) { return initiator_socket->transport_dbg(payload); }

void ProtocolChecker::invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last) {
  target_socket->invalidate_direct_mem_ptr(first, last);
}

}  // namespace switchyard
