#include "testbench/platform/socket_tap.h"

#include <utility>

namespace switchyard {

using sc_core::sc_time;

SocketTap::SocketTap(const sc_core::sc_module_name& name, std::size_t socket, Listener& listener)
    : sc_core::sc_module(name), socket_(socket), listener_(listener) {
  target_socket.bind(*this);
  initiator_socket.bind(*this);
}

void SocketTap::tell(Event event, const tlm::tlm_phase& phase, const sc_time& delay) {
  event.time = sc_core::sc_time_stamp() + delay;
  event.phase = phase;
  listener_.on_phase(socket_, event);
}

template <class Call>
tlm::tlm_sync_enum SocketTap::pass(Payload& payload, tlm::tlm_phase& phase, sc_time& delay, Call&& call) {
  // The payload may be used for the next transaction when the call returns.
  const Event event{{}, phase, payload.get_command(), payload.get_address(), payload.get_data_length()};
  const tlm::tlm_phase called = phase;
  tell(event, called, delay);
  const tlm::tlm_sync_enum answer = std::forward<Call>(call)();
  if (answer == tlm::TLM_UPDATED) tell(event, phase, delay);
  if (answer == tlm::TLM_COMPLETED && called != tlm::END_RESP) tell(event, tlm::END_RESP, delay);
  return answer;
}

tlm::tlm_sync_enum SocketTap::nb_transport_fw(Payload& payload, tlm::tlm_phase& phase, sc_time& delay) {
  return pass(payload, phase, delay,
              [&] { return initiator_socket->nb_transport_fw(payload, phase, delay); });
}

tlm::tlm_sync_enum SocketTap::nb_transport_bw(Payload& payload, tlm::tlm_phase& phase, sc_time& delay) {
  return pass(payload, phase, delay, [&] { return target_socket->nb_transport_bw(payload, phase, delay); });
}

void SocketTap::b_transport(Payload& payload, sc_time& delay) {
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  pass(payload, phase, delay, [&] {
    initiator_socket->b_transport(payload, delay);
    return tlm::TLM_COMPLETED;
  });
}

bool SocketTap::get_direct_mem_ptr(Payload& payload, tlm::tlm_dmi& dmi) {
  return initiator_socket->get_direct_mem_ptr(payload, dmi);
}

unsigned SocketTap::transport_dbg(Payload& payload) { return initiator_socket->transport_dbg(payload); }

void SocketTap::invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last) {
  target_socket->invalidate_direct_mem_ptr(first, last);
}

}  // namespace switchyard
