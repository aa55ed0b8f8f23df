#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "testbench/platform/payload_pool.h"
#include "tlm/socket/base_protocol.h"

namespace switchyard {
namespace {

DECLARE_EXTENDED_PHASE(SOME_PHASE);

/// What happens between an initiator and a target, step by step; transactions are A and B.
class Script {
 public:
  /// nb_transport_fw: the initiator sends `phase`, the target answers.
  Script& fw(char who, tlm::tlm_phase_enum phase, tlm::tlm_sync_enum answer = tlm::TLM_ACCEPTED,
             tlm::tlm_phase_enum answered = tlm::UNINITIALIZED_PHASE, int delay = 0, int delay_back = -1) {
    return call(/*forward=*/true, who, phase, answer, answered, delay, delay_back);
  }
  /// nb_transport_bw: the target sends `phase`, the initiator answers.
  Script& bw(char who, tlm::tlm_phase_enum phase, tlm::tlm_sync_enum answer = tlm::TLM_ACCEPTED,
             tlm::tlm_phase_enum answered = tlm::UNINITIALIZED_PHASE, int delay = 0, int delay_back = -1) {
    if (phase == tlm::BEGIN_RESP && responds_) payload(who).set_response_status(tlm::TLM_OK_RESPONSE);
    return call(/*forward=*/false, who, phase, answer, answered, delay, delay_back);
  }
  Script& b(char who, int delay = 0, int delay_back = 0, bool responds = true) {
    note(rules_.blocking_call(payload(who), time(delay)));
    if (responds) payload(who).set_response_status(tlm::TLM_OK_RESPONSE);
    note(rules_.blocking_return(payload(who), time(delay), time(delay_back)));
    return *this;
  }
  Script& later(int nanoseconds) {
    now_ += nanoseconds;
    return *this;
  }
  /// The target does not set a response status.
  Script& silent() {
    responds_ = false;
    return *this;
  }
  /// Changes a payload.
  template <class Change>
  Script& change(char who, Change&& change) {
    change(payload(who));
    return *this;
  }

  const std::string& first_fault() const { return fault_; }
  std::size_t under_way() const { return rules_.under_way(); }
  tlm::tlm_generic_payload& payload(char who) {
    auto& payload = payloads_[who - 'A'];
    if (payload == nullptr) {
      payload = &pool_.take();
      payload->set_data_ptr(data_);
      payload->set_data_length(4);
      payload->set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    }
    return *payload;
  }

 private:
  sc_core::sc_time time(int delay) const { return sc_core::sc_time(now_ + delay, sc_core::SC_NS); }

  Script& call(bool forward, char who, tlm::tlm_phase_enum phase, tlm::tlm_sync_enum answer,
               tlm::tlm_phase_enum answered, int delay, int delay_back) {
    if (answered == tlm::UNINITIALIZED_PHASE) answered = phase;
    if (delay_back < 0) delay_back = delay;
    tlm::tlm_generic_payload& p = payload(who);
    note(forward ? rules_.forward_call(p, phase, time(delay)) : rules_.backward_call(p, phase, time(delay)));
    const bool response = answer == tlm::TLM_COMPLETED || answered == tlm::BEGIN_RESP;
    if (forward && phase == tlm::BEGIN_REQ && response && responds_)
      p.set_response_status(tlm::TLM_OK_RESPONSE);
    note(forward ? rules_.forward_return(p, phase, time(delay), answer, answered, time(delay_back))
                 : rules_.backward_return(p, phase, time(delay), answer, answered, time(delay_back)));
    return *this;
  }
  void note(const std::string& fault) {
    if (fault_.empty()) fault_ = fault;
  }

  BaseProtocol rules_;
  PayloadPool pool_;
  unsigned char data_[8] = {};
  tlm::tlm_generic_payload* payloads_[2] = {};
  bool responds_ = true;
  int now_ = 100;
  std::string fault_;
};

using tlm::BEGIN_REQ;
using tlm::BEGIN_RESP;
using tlm::END_REQ;
using tlm::END_RESP;
using tlm::TLM_ACCEPTED;
using tlm::TLM_COMPLETED;
using tlm::TLM_UPDATED;
using tlm::UNINITIALIZED_PHASE;

struct Sequence {
  std::string name;
  void (*play)(Script&);
  std::string fault;  ///< Empty: it is legal.
};

const std::vector<Sequence>& illegal_sequences() {
  static const std::vector<Sequence> kSequences{
      {"EndReqOnTheForwardPath", [](Script& s) { s.fw('A', END_REQ); }, "END_REQ on the forward path"},
      {"BeginRespOnTheForwardPath", [](Script& s) { s.fw('A', BEGIN_RESP); },
       "BEGIN_RESP on the forward path"},
      {"NoPhaseOnTheForwardPath", [](Script& s) { s.fw('A', UNINITIALIZED_PHASE); },
       "UNINITIALIZED_PHASE on the forward path"},
      {"BeginReqOnTheBackwardPath", [](Script& s) { s.bw('A', BEGIN_REQ); },
       "BEGIN_REQ on the backward path"},
      {"EndRespOnTheBackwardPath", [](Script& s) { s.fw('A', BEGIN_REQ).bw('A', END_RESP); },
       "END_RESP on the backward path"},
      {"NoPhaseOnTheBackwardPath", [](Script& s) { s.bw('A', UNINITIALIZED_PHASE); },
       "UNINITIALIZED_PHASE on the backward path"},
      {"BeginReqTwice", [](Script& s) { s.fw('A', BEGIN_REQ).fw('A', BEGIN_REQ); },
       "BEGIN_REQ of a transaction that is under way"},
      {"BeginReqAfterItsEndReq", [](Script& s) { s.fw('A', BEGIN_REQ).bw('A', END_REQ).fw('A', BEGIN_REQ); },
       "BEGIN_REQ of a transaction that is under way"},
      {"BeginReqAfterItsBeginResp",
       [](Script& s) { s.fw('A', BEGIN_REQ).bw('A', BEGIN_RESP).fw('A', BEGIN_REQ); },
       "BEGIN_REQ of a transaction that is under way"},
      {"ASecondRequestBeforeEndReq", [](Script& s) { s.fw('A', BEGIN_REQ).fw('B', BEGIN_REQ); },
       "BEGIN_REQ before END_REQ of another request"},
      {"BeginReqWithoutMemoryManager",
       [](Script& s) { s.change('A', [](auto& p) { p.set_mm(nullptr); }).fw('A', BEGIN_REQ); },
       "BEGIN_REQ of a payload without memory manager"},
      {"BeginReqOfWhatWasNotAcquired",
       [](Script& s) { s.change('A', [](auto& p) { p.release(); }).fw('A', BEGIN_REQ); },
       "BEGIN_REQ of a payload that was not acquired"},
      {"BeginReqWithAnOldResponseStatus",
       [](Script& s) {
         s.change('A', [](auto& p) { p.set_response_status(tlm::TLM_OK_RESPONSE); }).fw('A', BEGIN_REQ);
       },
       "BEGIN_REQ with a response status other than TLM_INCOMPLETE_RESPONSE"},
      {"EndReqOfNothing", [](Script& s) { s.bw('A', END_REQ); },
       "END_REQ of a transaction that is not under way"},
      {"EndReqOfAnother", [](Script& s) { s.fw('A', BEGIN_REQ).bw('B', END_REQ); },
       "END_REQ of a transaction that is not under way"},
      {"EndReqTwice", [](Script& s) { s.fw('A', BEGIN_REQ).bw('A', END_REQ).bw('A', END_REQ); },
       "END_REQ after END_REQ"},
      {"EndReqAfterItWasUpdated",
       [](Script& s) { s.fw('A', BEGIN_REQ, TLM_UPDATED, END_REQ).bw('A', END_REQ); },
       "END_REQ after END_REQ"},
      {"EndReqAfterBeginResp", [](Script& s) { s.fw('A', BEGIN_REQ).bw('A', BEGIN_RESP).bw('A', END_REQ); },
       "END_REQ after BEGIN_RESP"},
      {"EndReqAfterCompletion", [](Script& s) { s.fw('A', BEGIN_REQ, TLM_COMPLETED).bw('A', END_REQ); },
       "END_REQ of a transaction that is not under way"},
      {"BeginRespOfNothing", [](Script& s) { s.bw('A', BEGIN_RESP); },
       "BEGIN_RESP of a transaction that is not under way"},
      {"BeginRespTwice", [](Script& s) { s.fw('A', BEGIN_REQ).bw('A', BEGIN_RESP).bw('A', BEGIN_RESP); },
       "BEGIN_RESP after BEGIN_RESP"},
      {"BeginRespAfterItWasUpdated",
       [](Script& s) { s.fw('A', BEGIN_REQ, TLM_UPDATED, BEGIN_RESP).bw('A', BEGIN_RESP); },
       "BEGIN_RESP after BEGIN_RESP"},
      {"BeginRespAfterCompletion", [](Script& s) { s.fw('A', BEGIN_REQ, TLM_COMPLETED).bw('A', BEGIN_RESP); },
       "BEGIN_RESP of a transaction that is not under way"},
      {"BeginRespAfterEndResp",
       [](Script& s) { s.fw('A', BEGIN_REQ).bw('A', BEGIN_RESP).fw('A', END_RESP).bw('A', BEGIN_RESP); },
       "BEGIN_RESP of a transaction that is not under way"},
      {"ASecondResponseBeforeEndResp",
       [](Script& s) {
         s.fw('A', BEGIN_REQ).bw('A', END_REQ).fw('B', BEGIN_REQ).bw('B', END_REQ);
         s.bw('A', BEGIN_RESP).bw('B', BEGIN_RESP);
       },
       "BEGIN_RESP before END_RESP of another response"},
      {"ASecondResponseByUpdateBeforeEndResp",
       [](Script& s) {
         s.fw('A', BEGIN_REQ)
             .bw('A', END_REQ)
             .bw('A', BEGIN_RESP)
             .fw('B', BEGIN_REQ, TLM_UPDATED, BEGIN_RESP);
       },
       "BEGIN_RESP before END_RESP of another response"},
      {"BeginRespWithoutAStatus", [](Script& s) { s.silent().fw('A', BEGIN_REQ).bw('A', BEGIN_RESP); },
       "BEGIN_RESP without a response status"},
      {"CompletionWithoutAStatus", [](Script& s) { s.silent().fw('A', BEGIN_REQ, TLM_COMPLETED); },
       "TLM_COMPLETED without a response status"},
      {"EndRespOfNothing", [](Script& s) { s.fw('A', END_RESP); },
       "END_RESP of a transaction that is not under way"},
      {"EndRespAfterBeginReq", [](Script& s) { s.fw('A', BEGIN_REQ).fw('A', END_RESP); },
       "END_RESP after BEGIN_REQ"},
      {"EndRespAfterEndReq", [](Script& s) { s.fw('A', BEGIN_REQ).bw('A', END_REQ).fw('A', END_RESP); },
       "END_RESP after END_REQ"},
      {"EndRespTwice",
       [](Script& s) { s.fw('A', BEGIN_REQ).bw('A', BEGIN_RESP).fw('A', END_RESP).fw('A', END_RESP); },
       "END_RESP of a transaction that is not under way"},
      {"EndRespAfterTheInitiatorCompleted",
       [](Script& s) { s.fw('A', BEGIN_REQ).bw('A', BEGIN_RESP, TLM_COMPLETED).fw('A', END_RESP); },
       "END_RESP of a transaction that is not under way"},
      {"BeginReqUpdatedToItself", [](Script& s) { s.fw('A', BEGIN_REQ, TLM_UPDATED, BEGIN_REQ); },
       "TLM_UPDATED to BEGIN_REQ with BEGIN_REQ"},
      {"BeginReqUpdatedToEndResp", [](Script& s) { s.fw('A', BEGIN_REQ, TLM_UPDATED, END_RESP); },
       "TLM_UPDATED to BEGIN_REQ with END_RESP"},
      {"EndRespUpdated",
       [](Script& s) { s.fw('A', BEGIN_REQ).bw('A', BEGIN_RESP).fw('A', END_RESP, TLM_UPDATED); },
       "TLM_UPDATED to END_RESP"},
      {"EndReqUpdated", [](Script& s) { s.fw('A', BEGIN_REQ).bw('A', END_REQ, TLM_UPDATED); },
       "TLM_UPDATED to END_REQ"},
      {"EndReqCompleted", [](Script& s) { s.fw('A', BEGIN_REQ).bw('A', END_REQ, TLM_COMPLETED); },
       "TLM_COMPLETED to END_REQ"},
      {"BeginRespUpdatedToItself",
       [](Script& s) { s.fw('A', BEGIN_REQ).bw('A', BEGIN_RESP, TLM_UPDATED, BEGIN_RESP); },
       "TLM_UPDATED to BEGIN_RESP with BEGIN_RESP"},
      {"BeginRespUpdatedToEndReq",
       [](Script& s) { s.fw('A', BEGIN_REQ).bw('A', BEGIN_RESP, TLM_UPDATED, END_REQ); },
       "TLM_UPDATED to BEGIN_RESP with END_REQ"},
      {"AnAcceptedPhaseThatChanged", [](Script& s) { s.fw('A', BEGIN_REQ, TLM_ACCEPTED, END_REQ); },
       "TLM_ACCEPTED to BEGIN_REQ changes the phase"},
      {"ADelayThatShrinks", [](Script& s) { s.fw('A', BEGIN_REQ, TLM_ACCEPTED, BEGIN_REQ, 5, 4); },
       "the delay is less on return"},
      {"EndReqBeforeItsRequest",
       [](Script& s) { s.fw('A', BEGIN_REQ, TLM_ACCEPTED, BEGIN_REQ, 9).bw('A', END_REQ); },
       "END_REQ before the time of the phase before it"},
      {"BeginRespBeforeItsEndReq",
       [](Script& s) { s.fw('A', BEGIN_REQ, TLM_UPDATED, END_REQ, 0, 9).later(3).bw('A', BEGIN_RESP); },
       "BEGIN_RESP before the time of the phase before it"},
      {"EndRespBeforeItsBeginResp",
       [](Script& s) {
         s.fw('A', BEGIN_REQ).bw('A', BEGIN_RESP, TLM_ACCEPTED, BEGIN_RESP, 9).later(3).fw('A', END_RESP);
       },
       "END_RESP before the time of the phase before it"},
      {"ALengthThatChanged",
       [](Script& s) {
         s.fw('A', BEGIN_REQ).change('A', [](auto& p) { p.set_data_length(8); }).bw('A', BEGIN_RESP);
       },
       "BEGIN_RESP with an attribute that was changed"},
      {"ACommandThatChanged",
       [](Script& s) { s.fw('A', BEGIN_REQ).change('A', [](auto& p) { p.set_write(); }).bw('A', END_REQ); },
       "END_REQ with an attribute that was changed"},
      {"BlockingWhileUnderWay", [](Script& s) { s.fw('A', BEGIN_REQ).b('A'); },
       "b_transport of a transaction that is under way"},
      {"BlockingWithAnOldStatus", [](Script& s) { s.b('A').b('A'); },
       "b_transport with a response status other than TLM_INCOMPLETE_RESPONSE"},
      {"BlockingThatTurnsTimeBack", [](Script& s) { s.b('A', 5, 4); },
       "b_transport returns before the time of its call"},
      {"BlockingWithoutAStatus", [](Script& s) { s.b('A', 0, 0, /*responds=*/false); },
       "b_transport returns without a response status"},
  };
  return kSequences;
}

void request_a(Script& s, int way) {
  if (way == 0) s.fw('A', BEGIN_REQ).later(1).bw('A', END_REQ);
  if (way == 1) s.fw('A', BEGIN_REQ, TLM_UPDATED, END_REQ, 0, 2).later(3);
  if (way == 2) s.fw('A', BEGIN_REQ, TLM_ACCEPTED, BEGIN_REQ, 2).later(2);  // END_REQ is implied.
}

const std::vector<Sequence>& legal_sequences() {
  static const std::vector<Sequence> kSequences{
      {"FourPhases",
       [](Script& s) {
         request_a(s, 0);
         s.bw('A', BEGIN_RESP).later(1).fw('A', END_RESP);
       },
       ""},
      {"FourPhasesEndRespCompleted",
       [](Script& s) {
         request_a(s, 0);
         s.bw('A', BEGIN_RESP).fw('A', END_RESP, TLM_COMPLETED);
       },
       ""},
      {"EndReqOnTheReturnPath",
       [](Script& s) {
         request_a(s, 1);
         s.bw('A', BEGIN_RESP).fw('A', END_RESP);
       },
       ""},
      {"EndReqImplied",
       [](Script& s) {
         request_a(s, 2);
         s.bw('A', BEGIN_RESP).fw('A', END_RESP);
       },
       ""},
      {"EndRespOnTheReturnPath",
       [](Script& s) {
         request_a(s, 0);
         s.bw('A', BEGIN_RESP, TLM_UPDATED, END_RESP, 1, 4);
       },
       ""},
      {"EndRespByCompletion",
       [](Script& s) {
         request_a(s, 1);
         s.bw('A', BEGIN_RESP, TLM_COMPLETED);
       },
       ""},
      {"EndReqAndEndRespImplied",
       [](Script& s) {
         request_a(s, 2);
         s.bw('A', BEGIN_RESP, TLM_COMPLETED);
       },
       ""},
      {"BeginRespOnTheReturnPath",
       [](Script& s) { s.fw('A', BEGIN_REQ, TLM_UPDATED, BEGIN_RESP, 0, 3).later(3).fw('A', END_RESP); }, ""},
      {"EarlyCompletion", [](Script& s) { s.fw('A', BEGIN_REQ, TLM_COMPLETED, BEGIN_REQ, 1, 7); }, ""},
      {"ASecondRequestAfterEndReq",
       [](Script& s) {
         s.fw('A', BEGIN_REQ).bw('A', END_REQ).fw('B', BEGIN_REQ).bw('B', END_REQ);
         s.bw('B', BEGIN_RESP).fw('B', END_RESP).bw('A', BEGIN_RESP).fw('A', END_RESP);
       },
       ""},
      {"ASecondRequestAfterBeginResp",
       [](Script& s) {
         s.fw('A', BEGIN_REQ).bw('A', BEGIN_RESP).fw('B', BEGIN_REQ).fw('A', END_RESP);
         s.bw('B', BEGIN_RESP).fw('B', END_RESP);
       },
       ""},
      {"ASecondRequestAfterEarlyCompletion",
       [](Script& s) { s.fw('A', BEGIN_REQ, TLM_COMPLETED).fw('B', BEGIN_REQ, TLM_COMPLETED); }, ""},
      {"Blocking", [](Script& s) { s.b('A', 3, 8); }, ""},
      {"BlockingBesideARequest",
       [](Script& s) { s.fw('A', BEGIN_REQ).b('B').bw('A', BEGIN_RESP).fw('A', END_RESP); }, ""},
  };
  return kSequences;
}

class IllegalSequence : public testing::TestWithParam<Sequence> {};

TEST_P(IllegalSequence, IsDetected) {
  Script script;
  GetParam().play(script);
  EXPECT_EQ(script.first_fault(), GetParam().fault);
}

class LegalSequence : public testing::TestWithParam<Sequence> {};

TEST_P(LegalSequence, IsAccepted) {
  Script script;
  GetParam().play(script);
  EXPECT_EQ(script.first_fault(), "");
  EXPECT_EQ(script.under_way(), 0u);
}

const auto kName = [](const auto& test) { return test.param.name; };
INSTANTIATE_TEST_SUITE_P(BaseProtocol, IllegalSequence, testing::ValuesIn(illegal_sequences()), kName);
INSTANTIATE_TEST_SUITE_P(BaseProtocol, LegalSequence, testing::ValuesIn(legal_sequences()), kName);

TEST(BaseProtocol, IsTriedWithAtLeastThirtyIllegalSequences) { EXPECT_GE(illegal_sequences().size(), 30u); }

TEST(BaseProtocol, IgnoresPhasesBeyondTheFour) {
  const tlm::tlm_phase other = SOME_PHASE;
  Script script;
  BaseProtocol rules;
  const sc_core::sc_time now;
  tlm::tlm_generic_payload& payload = script.payload('A');
  EXPECT_EQ(rules.forward_call(payload, other, now), "");
  EXPECT_EQ(rules.forward_return(payload, other, now, tlm::TLM_ACCEPTED, other, now), "");
  EXPECT_EQ(rules.backward_call(payload, other, now), "");
  EXPECT_EQ(rules.backward_return(payload, other, now, tlm::TLM_COMPLETED, other, now), "");
}

}  // namespace
}  // namespace switchyard
