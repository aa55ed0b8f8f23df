#include "tlm/socket/upstream_port.h"

#include "tlm/socket/violation.h"

namespace switchyard {

using sc_core::sc_time;
using sc_core::SC_ZERO_TIME;

UpstreamPort::UpstreamPort(const sc_core::sc_module_name& name, std::size_t index,
                           std::uint64_t request_queue, Owner& owner)
    : sc_core::sc_module(name), index_(index), queue_(request_queue), owner_(owner) {
  SC_HAS_PROCESS(UpstreamPort);
  SC_METHOD(on_request_due);
  sensitive << request_due_;
  dont_initialize();
  SC_METHOD(on_response_slot_free);
  sensitive << response_slot_.freed();
  dont_initialize();
  socket.bind(*this);
}

void UpstreamPort::departed(int flits) {
  queue_.give_back(flits);
  accept_waiting();
}

void UpstreamPort::complete(Transit& transit) {
  transit.stage = Transit::Stage::Returned;
  if (transit.blocking) return transit.returned.notify();
  returned_.push_back(&transit);
  drive_responses();
}

void UpstreamPort::reset() { queue_.reset(); }

tlm::tlm_sync_enum UpstreamPort::nb_transport_fw(Payload& payload, tlm::tlm_phase& phase, sc_time& delay) {
  if (phase == tlm::BEGIN_REQ) return begin_request(payload, phase, delay);
  if (phase == tlm::END_RESP) return end_response(payload, delay);
  if (phase == tlm::END_REQ || phase == tlm::BEGIN_RESP)
    report_violation(*this, "the initiator sends a phase of targets");
  return tlm::TLM_ACCEPTED;  // Another phase, which may be ignored.
}

tlm::tlm_sync_enum UpstreamPort::begin_request(Payload& payload, tlm::tlm_phase& phase,
                                               const sc_time& delay) {
  if (requesting_ != nullptr) report_violation(*this, "BEGIN_REQ before END_REQ of the request before it");
  if (!payload.has_mm()) report_violation(*this, "nb_transport_fw with a payload without memory manager");
  Transit* const transit = owner_.admit(index_, payload);
  if (transit == nullptr) return tlm::TLM_COMPLETED;
  payload.acquire();
  transit->blocking = false;
  if (delay == SC_ZERO_TIME && waiting_.empty() && fits_now(*transit)) {
    accept(*transit);
    phase = tlm::END_REQ;
    return tlm::TLM_UPDATED;
  }
  requesting_ = transit;
  if (delay == SC_ZERO_TIME) {
    waiting_.push_back(transit);
  } else {
    request_due_.notify(delay);
  }
  return tlm::TLM_ACCEPTED;
}

void UpstreamPort::on_request_due() {
  if (!request_delta_.reached()) return;
  waiting_.push_back(requesting_);
  accept_waiting();
}

bool UpstreamPort::fits(const Transit& transit) const { return queue_.fits(owner_.request_flits(transit)); }

/// Precondition: nothing waits.
bool UpstreamPort::fits_now(const Transit& transit) {
  if (!fits(transit)) owner_.await_departures();
  return fits(transit);
}

void UpstreamPort::accept(Transit& transit) {
  queue_.take(owner_.request_flits(transit));
  owner_.send_request(transit);
}

void UpstreamPort::accept_waiting() {
  while (!waiting_.empty() && fits(*waiting_.front())) {
    Transit& transit = *waiting_.front();
    waiting_.pop_front();
    accept(transit);
    if (transit.blocking) continue;
    requesting_ = nullptr;
    tlm::tlm_phase phase = tlm::END_REQ;
    sc_time delay;
    socket->nb_transport_bw(*transit.payload, phase, delay);
  }
  if (!waiting_.empty()) owner_.await_departures();
}

void UpstreamPort::drive_responses() {
  while (!response_slot_.taken() && !returned_.empty()) {
    Transit* const begun = responding_ = returned_.front();
    const std::uint64_t serial = begun->serial;
    returned_.pop_front();
    response_slot_.take();
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_time delay;
    const tlm::tlm_sync_enum answer = socket->nb_transport_bw(*responding_->payload, phase, delay);
    if (answer == tlm::TLM_ACCEPTED) return;
    if (responding_ != begun || begun->serial != serial)
      report_violation(*this, "END_RESP within BEGIN_RESP, and an answer that ends the response once more");
    if (answer == tlm::TLM_UPDATED && phase != tlm::END_RESP)
      report_violation(*this, "TLM_UPDATED to BEGIN_RESP, and the phase is not END_RESP");
    finish_response(delay);
  }
}

tlm::tlm_sync_enum UpstreamPort::end_response(const Payload& payload, const sc_time& delay) {
  if (responding_ == nullptr || responding_->payload != &payload)
    report_violation(*this, "END_RESP of a transaction that has no BEGIN_RESP");
  finish_response(delay);
  if (!response_slot_.taken() && !returned_.empty()) response_slot_.free_after_call();
  return tlm::TLM_COMPLETED;
}

/// The payload is not looked at again, whatever the delay.
void UpstreamPort::finish_response(const sc_time& delay) {
  Transit& transit = *responding_;
  responding_ = nullptr;
  Payload& payload = *transit.payload;
  owner_.retire(transit);
  response_slot_.end(delay);
  payload.release();
}

void UpstreamPort::on_response_slot_free() {
  if (response_slot_.reached()) drive_responses();
}

void UpstreamPort::b_transport(Payload& payload, sc_time& delay) {
  if (delay != SC_ZERO_TIME) wait(delay);
  delay = SC_ZERO_TIME;
  Transit* const transit = owner_.admit(index_, payload);
  if (transit == nullptr) return;
  const bool managed = payload.has_mm();
  if (!managed) payload.set_mm(this);
  payload.acquire();
  transit->blocking = true;
  waiting_.push_back(transit);
  accept_waiting();
  while (transit->stage != Transit::Stage::Returned) wait(transit->returned);
  owner_.retire(*transit);
  payload.release();
  if (!managed) wait_until_freed(payload);
}

/// A target may keep its reference longer than the transaction lasts.
void UpstreamPort::wait_until_freed(Payload& payload) {
  while (payload.get_ref_count() > 0) wait(freed_);
  payload.set_mm(nullptr);
}

/// As every memory manager, it frees the extensions that the target has added.
void UpstreamPort::free(Payload* payload) {
  payload->reset();
  freed_.notify();
}

bool UpstreamPort::get_direct_mem_ptr(Payload& payload, tlm::tlm_dmi& dmi) {
  return owner_.get_direct_mem_ptr(payload, dmi);
}

unsigned UpstreamPort::transport_dbg(Payload& payload) { return owner_.transport_dbg(payload); }

}  // namespace switchyard
