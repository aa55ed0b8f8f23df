#pragma once

#include <map>
#include <string>
#include <systemc>
#include <tlm>

namespace switchyard {

/// The rules of the TLM-2.0 base protocol for one pair of sockets, as a judge of the calls that go through
/// it.
///
/// To be told of every call and every return, with the time (now + delay) that its annotation means. Each
/// answers with the rule that was broken, or with an empty text; what follows a broken rule is judged as if
/// the call had not been made.
///
/// Judged:   the phases of a transaction and who sends them; one request and one response at a time
///           (exclusion rules); what may be returned to which phase; that a callee neither changes a phase
///           that it accepts nor turns time back; that the times of a transaction do not go back; the memory
///           manager and the reference of a payload at BEGIN_REQ; the response status at BEGIN_REQ and
///           BEGIN_RESP; that nobody changes what the initiator set. Phases beyond the four are ignored.
/// Source:   IEEE 1666-2011, 14.1, 15.2.
class BaseProtocol {
 public:
  using Payload = tlm::tlm_generic_payload;
  using Phase = tlm::tlm_phase;
  using Time = sc_core::sc_time;
  using Answer = tlm::tlm_sync_enum;

  std::string forward_call(const Payload& payload, const Phase& phase, const Time& time);
  /// `called` and `called_at` are those of the call.
  std::string forward_return(const Payload& payload, const Phase& called, const Time& called_at,
                             Answer answer, const Phase& phase, const Time& time);
  std::string backward_call(const Payload& payload, const Phase& phase, const Time& time);
  std::string backward_return(const Payload& payload, const Phase& called, const Time& called_at,
                              Answer answer, const Phase& phase, const Time& time);
  std::string blocking_call(const Payload& payload, const Time& time);
  std::string blocking_return(const Payload& payload, const Time& called_at, const Time& time);

  std::size_t under_way() const { return transactions_.size(); }

 private:
  /// What the initiator sets, and nobody changes.
  struct Attributes {
    explicit Attributes(const Payload& payload);
    friend bool operator==(const Attributes&, const Attributes&) = default;

    tlm::tlm_command command;
    const unsigned char* data;
    unsigned length;
    const unsigned char* enables;
    unsigned enables_length;
    unsigned streaming_width;
  };
  struct Transaction {
    tlm::tlm_phase_enum phase;  ///< The last one; UNINITIALIZED_PHASE: by b_transport.
    Time time;
    Attributes attributes;
  };

  Transaction* find(const Payload& payload);
  std::string begin_request(const Payload& payload, const Time& time);
  std::string end_request(const Payload& payload, const Time& time);
  std::string begin_response(const Payload& payload, const Time& time);
  std::string end_response(const Payload& payload, const Time& time);
  std::string complete(const Payload& payload, const Time& time);
  std::string advance(const Payload& payload, Transaction& transaction, tlm::tlm_phase_enum to,
                      const Time& time);
  void forget(const Payload& payload);

  std::map<const Payload*, Transaction> transactions_;
  const Payload* request_ = nullptr;   ///< Between BEGIN_REQ and END_REQ.
  const Payload* response_ = nullptr;  ///< Between BEGIN_RESP and END_RESP.
};

}  // namespace switchyard
