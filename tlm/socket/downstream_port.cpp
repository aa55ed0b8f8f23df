#include "tlm/socket/downstream_port.h"

#include <algorithm>

#include "tlm/socket/violation.h"

namespace switchyard {

using sc_core::sc_time;
using sc_core::SC_ZERO_TIME;

DownstreamPort::DownstreamPort(const sc_core::sc_module_name& name, std::size_t index,
                               std::uint64_t response_queue, Owner& owner)
    : sc_core::sc_module(name), index_(index), queue_(response_queue), owner_(owner) {
  SC_HAS_PROCESS(DownstreamPort);
  SC_METHOD(on_request_slot_free);
  sensitive << request_slot_.freed();
  dont_initialize();
  SC_METHOD(on_response_due);
  sensitive << response_due_;
  dont_initialize();
  socket.bind(*this);
}

void DownstreamPort::request(Transit& transit) {
  transit.stage = Transit::Stage::Queued;
  requests_.push_back(&transit);
  begin_requests();
}

void DownstreamPort::departed(int flits) {
  queue_.give_back(flits);
  end_responses();
}

void DownstreamPort::reset() {
  requests_.clear();
  queue_.reset();
}

void DownstreamPort::begin_requests() {
  while (!request_slot_.taken() && !requests_.empty()) {
    Transit& transit = *requests_.front();
    requests_.pop_front();
    transit.stage = Transit::Stage::AtTarget;
    transit.payload->set_address(transit.target_address);
    at_target_.push_back(&transit);
    requesting_ = &transit;
    request_slot_.take();
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_time delay;
    const tlm::tlm_sync_enum answer = socket->nb_transport_fw(*transit.payload, phase, delay);
    const bool has_responded = transit.stage != Transit::Stage::AtTarget || responding_ == &transit;
    const bool ends_twice = answer == tlm::TLM_UPDATED && phase == tlm::END_REQ && requesting_ != &transit;
    if (answer != tlm::TLM_ACCEPTED && (has_responded || ends_twice))
      report_violation(*this, "an answer to BEGIN_REQ says again what was said in that call");
    switch (answer) {
      case tlm::TLM_ACCEPTED: break;
      case tlm::TLM_UPDATED:
        if (phase == tlm::END_REQ) {
          end_request(delay);
        } else if (phase == tlm::BEGIN_RESP) {
          if (requesting_ == &transit) end_request(delay);
          if (responding_ != nullptr)
            report_violation(*this, "BEGIN_RESP before END_RESP of the response before it");
          responding_ = &transit;
          add_response(transit, delay, /*owes_end=*/true);
        } else {
          report_violation(*this,
                           "TLM_UPDATED to BEGIN_REQ, and the phase is neither END_REQ nor BEGIN_RESP");
        }
        break;
      case tlm::TLM_COMPLETED:
        if (requesting_ == &transit) end_request(delay);
        add_response(transit, delay, /*owes_end=*/false);
        break;
    }
  }
}

void DownstreamPort::end_request(const sc_time& delay) {
  requesting_ = nullptr;
  request_slot_.end(delay);
}

void DownstreamPort::on_request_slot_free() {
  if (request_slot_.reached()) begin_requests();
}

Transit* DownstreamPort::find(const Payload& payload) const {
  const auto found = std::find_if(at_target_.begin(), at_target_.end(),
                                  [&](const Transit* transit) { return transit->payload == &payload; });
  return found == at_target_.end() ? nullptr : *found;
}

tlm::tlm_sync_enum DownstreamPort::nb_transport_bw(Payload& payload, tlm::tlm_phase& phase, sc_time& delay) {
  if (phase == tlm::BEGIN_REQ || phase == tlm::END_RESP)
    report_violation(*this, "the target sends a phase of initiators");
  if (phase != tlm::END_REQ && phase != tlm::BEGIN_RESP) return tlm::TLM_ACCEPTED;  // To be ignored.
  Transit* const transit = find(payload);
  if (transit == nullptr) report_violation(*this, "a phase of a transaction that is not at the target");
  if (requesting_ == transit) {
    end_request(delay);
    if (!request_slot_.taken() && !requests_.empty()) request_slot_.free_after_call();
  } else if (phase == tlm::END_REQ) {
    report_violation(*this, "END_REQ of a request that has ended");
  }
  return phase == tlm::BEGIN_RESP ? begin_response(*transit, delay) : tlm::TLM_ACCEPTED;
}

tlm::tlm_sync_enum DownstreamPort::begin_response(Transit& transit, const sc_time& delay) {
  if (responding_ != nullptr) report_violation(*this, "BEGIN_RESP before END_RESP of the response before it");
  if (delay == SC_ZERO_TIME && responses_.empty() && !transit.lost && fits_now(transit)) {
    respond(transit);
    return tlm::TLM_COMPLETED;
  }
  responding_ = &transit;
  add_response(transit, delay, /*owes_end=*/true);
  return tlm::TLM_ACCEPTED;
}

void DownstreamPort::add_response(Transit& transit, const sc_time& delay, bool owes_end) {
  const sc_time time = sc_core::sc_time_stamp() + delay;
  const auto later = std::upper_bound(responses_.begin(), responses_.end(), time,
                                      [](const sc_time& t, const Response& r) { return t < r.time; });
  responses_.insert(later, {time, &transit, owes_end});
  response_due_.notify(delay);
}

void DownstreamPort::on_response_due() {
  if (response_delta_.reached()) end_responses();
}

void DownstreamPort::end_responses() {
  const sc_time now = sc_core::sc_time_stamp();
  while (!responses_.empty() && responses_.front().time <= now && fits(*responses_.front().transit)) {
    const Response response = responses_.front();
    responses_.erase(responses_.begin());
    end(response);
  }
  if (responses_.empty()) return;
  if (responses_.front().time > now) return response_due_.notify(responses_.front().time - now);
  owner_.await_departures();
}

/// The response has its place before the target is called, which may begin the next one in that call; what is
/// lost has none, and its payload may be gone when its initiator has been told.
void DownstreamPort::end(const Response& response) {
  Payload& payload = *response.transit->payload;
  const bool lost = response.transit->lost;
  if (!lost) respond(*response.transit);
  if (response.owes_end) {
    responding_ = nullptr;
    tlm::tlm_phase phase = tlm::END_RESP;
    sc_time delay;
    socket->nb_transport_fw(payload, phase, delay);
  }
  if (lost) respond(*response.transit);
}

/// The transaction is no more at the target.
void DownstreamPort::respond(Transit& transit) {
  std::erase(at_target_, &transit);
  transit.payload->set_address(transit.address);
  if (transit.lost) return owner_.return_lost(transit);
  queue_.take(owner_.response_flits(transit));
  owner_.send_response(transit);
}

bool DownstreamPort::fits(const Transit& transit) const {
  return transit.lost || queue_.fits(owner_.response_flits(transit));
}

/// Precondition: no response waits.
bool DownstreamPort::fits_now(const Transit& transit) {
  if (!fits(transit)) owner_.await_departures();
  return fits(transit);
}

void DownstreamPort::invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last) {
  owner_.invalidate_direct_mem_ptr(index_, first, last);
}

}  // namespace switchyard
