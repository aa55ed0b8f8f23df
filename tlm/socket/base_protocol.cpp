#include "tlm/socket/base_protocol.h"

namespace switchyard {
namespace {

bool is_base(const tlm::tlm_phase& phase) {
  return phase == tlm::UNINITIALIZED_PHASE || phase == tlm::BEGIN_REQ || phase == tlm::END_REQ ||
         phase == tlm::BEGIN_RESP || phase == tlm::END_RESP;
}

std::string name_of(const tlm::tlm_phase& phase) { return phase.get_name(); }

/// What goes for any answer.
std::string check_answer(const tlm::tlm_phase& called, const sc_core::sc_time& called_at,
                         tlm::tlm_sync_enum answer, const tlm::tlm_phase& phase,
                         const sc_core::sc_time& time) {
  if (time < called_at) return "the delay is less on return";
  if (answer == tlm::TLM_ACCEPTED && phase != called)
    return "TLM_ACCEPTED to " + name_of(called) + " changes the phase";
  return {};
}

}  // namespace

BaseProtocol::Attributes::Attributes(const Payload& payload)
    : command(payload.get_command()),
      data(payload.get_data_ptr()),
      length(payload.get_data_length()),
      enables(payload.get_byte_enable_ptr()),
      enables_length(payload.get_byte_enable_length()),
      streaming_width(payload.get_streaming_width()) {}

BaseProtocol::Transaction* BaseProtocol::find(const Payload& payload) {
  const auto found = transactions_.find(&payload);
  return found == transactions_.end() ? nullptr : &found->second;
}

void BaseProtocol::forget(const Payload& payload) {
  if (request_ == &payload) request_ = nullptr;
  if (response_ == &payload) response_ = nullptr;
  transactions_.erase(&payload);
}

std::string BaseProtocol::advance(const Payload& payload, Transaction& transaction, tlm::tlm_phase_enum to,
                                  const Time& time) {
  const std::string name = name_of(tlm::tlm_phase(to));
  if (time < transaction.time) return name + " before the time of the phase before it";
  if (Attributes(payload) != transaction.attributes) return name + " with an attribute that was changed";
  transaction.phase = to;
  transaction.time = time;
  return {};
}

std::string BaseProtocol::begin_request(const Payload& payload, const Time& time) {
  if (find(payload) != nullptr) return "BEGIN_REQ of a transaction that is under way";
  if (request_ != nullptr) return "BEGIN_REQ before END_REQ of another request";
  if (!payload.has_mm()) return "BEGIN_REQ of a payload without memory manager";
  if (payload.get_ref_count() < 1) return "BEGIN_REQ of a payload that was not acquired";
  if (payload.get_response_status() != tlm::TLM_INCOMPLETE_RESPONSE)
    return "BEGIN_REQ with a response status other than TLM_INCOMPLETE_RESPONSE";
  transactions_.insert({&payload, {tlm::BEGIN_REQ, time, Attributes(payload)}});
  request_ = &payload;
  return {};
}

std::string BaseProtocol::end_request(const Payload& payload, const Time& time) {
  Transaction* const transaction = find(payload);
  if (transaction == nullptr) return "END_REQ of a transaction that is not under way";
  if (transaction->phase != tlm::BEGIN_REQ) return "END_REQ after " + name_of(transaction->phase);
  std::string fault = advance(payload, *transaction, tlm::END_REQ, time);
  if (fault.empty()) request_ = nullptr;
  return fault;
}

std::string BaseProtocol::begin_response(const Payload& payload, const Time& time) {
  Transaction* const transaction = find(payload);
  if (transaction == nullptr) return "BEGIN_RESP of a transaction that is not under way";
  if (transaction->phase != tlm::BEGIN_REQ && transaction->phase != tlm::END_REQ)
    return "BEGIN_RESP after " + name_of(transaction->phase);
  if (response_ != nullptr) return "BEGIN_RESP before END_RESP of another response";
  if (payload.get_response_status() == tlm::TLM_INCOMPLETE_RESPONSE)
    return "BEGIN_RESP without a response status";
  std::string fault = advance(payload, *transaction, tlm::BEGIN_RESP, time);
  if (!fault.empty()) return fault;
  if (request_ == &payload) request_ = nullptr;  // It ends with the response.
  response_ = &payload;
  return {};
}

std::string BaseProtocol::end_response(const Payload& payload, const Time& time) {
  Transaction* const transaction = find(payload);
  if (transaction == nullptr) return "END_RESP of a transaction that is not under way";
  if (transaction->phase != tlm::BEGIN_RESP) return "END_RESP after " + name_of(transaction->phase);
  std::string fault = advance(payload, *transaction, tlm::END_RESP, time);
  if (fault.empty()) forget(payload);
  return fault;
}

/// TLM_COMPLETED to BEGIN_REQ.
std::string BaseProtocol::complete(const Payload& payload, const Time& time) {
  if (payload.get_response_status() == tlm::TLM_INCOMPLETE_RESPONSE)
    return "TLM_COMPLETED without a response status";
  std::string fault = advance(payload, *find(payload), tlm::END_RESP, time);
  if (fault.empty()) forget(payload);
  return fault;
}

std::string BaseProtocol::forward_call(const Payload& payload, const Phase& phase, const Time& time) {
  if (!is_base(phase)) return {};
  if (phase == tlm::BEGIN_REQ) return begin_request(payload, time);
  if (phase == tlm::END_RESP) return end_response(payload, time);
  return name_of(phase) + " on the forward path";
}

std::string BaseProtocol::forward_return(const Payload& payload, const Phase& called, const Time& called_at,
                                         Answer answer, const Phase& phase, const Time& time) {
  if (!is_base(called)) return {};
  if (std::string fault = check_answer(called, called_at, answer, phase, time); !fault.empty()) return fault;
  if (answer == tlm::TLM_ACCEPTED) return {};
  if (called == tlm::END_RESP) return answer == tlm::TLM_UPDATED ? "TLM_UPDATED to END_RESP" : std::string();
  if (called != tlm::BEGIN_REQ || find(payload) == nullptr) return {};  // Judged when it was called.
  if (answer == tlm::TLM_COMPLETED) return complete(payload, time);
  if (phase == tlm::END_REQ) return end_request(payload, time);
  if (phase == tlm::BEGIN_RESP) return begin_response(payload, time);
  return is_base(phase) ? "TLM_UPDATED to BEGIN_REQ with " + name_of(phase) : std::string();
}

std::string BaseProtocol::backward_call(const Payload& payload, const Phase& phase, const Time& time) {
  if (!is_base(phase)) return {};
  if (phase == tlm::END_REQ) return end_request(payload, time);
  if (phase == tlm::BEGIN_RESP) return begin_response(payload, time);
  return name_of(phase) + " on the backward path";
}

std::string BaseProtocol::backward_return(const Payload& payload, const Phase& called, const Time& called_at,
                                          Answer answer, const Phase& phase, const Time& time) {
  if (!is_base(called)) return {};
  if (std::string fault = check_answer(called, called_at, answer, phase, time); !fault.empty()) return fault;
  if (answer == tlm::TLM_ACCEPTED) return {};
  if (called == tlm::END_REQ)
    return (answer == tlm::TLM_UPDATED ? "TLM_UPDATED" : "TLM_COMPLETED") + std::string(" to END_REQ");
  if (called != tlm::BEGIN_RESP || response_ != &payload) return {};
  if (answer == tlm::TLM_UPDATED && phase != tlm::END_RESP)
    return is_base(phase) ? "TLM_UPDATED to BEGIN_RESP with " + name_of(phase) : std::string();
  return end_response(payload, time);
}

std::string BaseProtocol::blocking_call(const Payload& payload, const Time& time) {
  if (find(payload) != nullptr) return "b_transport of a transaction that is under way";
  if (payload.get_response_status() != tlm::TLM_INCOMPLETE_RESPONSE)
    return "b_transport with a response status other than TLM_INCOMPLETE_RESPONSE";
  transactions_.insert({&payload, {tlm::UNINITIALIZED_PHASE, time, Attributes(payload)}});
  return {};
}

std::string BaseProtocol::blocking_return(const Payload& payload, const Time& called_at, const Time& time) {
  Transaction* const transaction = find(payload);
  if (transaction == nullptr || transaction->phase != tlm::UNINITIALIZED_PHASE) return {};
  const Attributes before = transaction->attributes;
  forget(payload);
  if (time < called_at) return "b_transport returns before the time of its call";
  if (payload.get_response_status() == tlm::TLM_INCOMPLETE_RESPONSE)
    return "b_transport returns without a response status";
  if (Attributes(payload) != before) return "b_transport changed an attribute";
  return {};
}

}  // namespace switchyard
