#include "tlm/socket/protocol_checker.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "testbench/platform/payload_pool.h"

namespace switchyard {
namespace {

using Payload = tlm::tlm_generic_payload;

/// Both ends of a checked socket; each answers with what the test says.
class Ends final : public sc_core::sc_module,
                   private tlm::tlm_fw_transport_if<>,
                   private tlm::tlm_bw_transport_if<> {
 public:
  tlm::tlm_initiator_socket<> initiator{"out"};
  tlm::tlm_target_socket<> target{"in"};

  explicit Ends(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    initiator.bind(*this);
    target.bind(*this);
  }

  tlm::tlm_sync_enum answer = tlm::TLM_ACCEPTED;
  tlm::tlm_phase answered;
  bool sets_status = true;

 private:
  tlm::tlm_sync_enum nb_transport_fw(Payload&, tlm::tlm_phase& phase, sc_core::sc_time&) override {
    if (answer == tlm::TLM_UPDATED) phase = answered;
    return answer;
  }
  tlm::tlm_sync_enum nb_transport_bw(Payload&, tlm::tlm_phase& phase, sc_core::sc_time&) override {
    if (answer == tlm::TLM_UPDATED) phase = answered;
    return answer;
  }
  void b_transport(Payload& payload, sc_core::sc_time&) override {
    if (sets_status) payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }
  bool get_direct_mem_ptr(Payload&, tlm::tlm_dmi&) override { return false; }
  unsigned transport_dbg(Payload&) override { return 0; }
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}
};

struct CheckedEnds {
  explicit CheckedEnds(ProtocolChecker::OnViolation on_violation)
      : checker("checker", std::move(on_violation)) {
    ends.initiator.bind(checker.target_socket);
    checker.initiator_socket.bind(ends.target);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }

  Payload& payload() {
    Payload& payload = pool.take();
    payload.set_read();
    payload.set_data_ptr(data);
    payload.set_data_length(4);
    payload.set_streaming_width(4);
    return payload;
  }
  void forward(Payload& payload, tlm::tlm_phase phase) {
    sc_core::sc_time delay;
    ends.initiator->nb_transport_fw(payload, phase, delay);
  }
  void backward(Payload& payload, tlm::tlm_phase phase) {
    sc_core::sc_time delay;
    ends.target->nb_transport_bw(payload, phase, delay);
  }

  PayloadPool pool;
  unsigned char data[4] = {};
  Ends ends{"ends"};
  ProtocolChecker checker;
};

TEST(ProtocolChecker, TellsOfWhatEachCallAndEachReturnBreaks) {
  std::vector<std::string> faults;
  CheckedEnds checked([&](const std::string& fault) { faults.push_back(fault); });
  auto new_faults = [&faults, seen = std::size_t{0}]() mutable {
    return faults.size() - std::exchange(seen, faults.size());
  };
  Payload& a = checked.payload();
  checked.forward(a, tlm::BEGIN_REQ);
  checked.backward(a, tlm::END_REQ);
  EXPECT_EQ(new_faults(), 0U);
  checked.backward(a, tlm::END_REQ);
  EXPECT_EQ(new_faults(), 1U) << "a second END_REQ";
  EXPECT_TRUE(faults.back().starts_with("checker: ")) << faults.back();

  checked.ends.answer = tlm::TLM_UPDATED;
  checked.ends.answered = tlm::END_REQ;
  a.set_response_status(tlm::TLM_OK_RESPONSE);
  checked.backward(a, tlm::BEGIN_RESP);
  EXPECT_EQ(new_faults(), 1U) << "an initiator that returns END_REQ";

  Payload& b = checked.payload();
  checked.ends.answer = tlm::TLM_ACCEPTED;
  checked.forward(b, tlm::END_RESP);
  EXPECT_EQ(new_faults(), 1U) << "END_RESP of what never began";

  Payload& c = checked.payload();
  checked.ends.answer = tlm::TLM_UPDATED;
  checked.ends.answered = tlm::END_RESP;
  checked.forward(c, tlm::BEGIN_REQ);
  EXPECT_EQ(new_faults(), 1U) << "a target that returns END_RESP";

  sc_core::sc_time delay;
  Payload& d = checked.payload();
  checked.ends.initiator->b_transport(d, delay);
  EXPECT_EQ(new_faults(), 0U);
  Payload& e = checked.payload();
  checked.ends.sets_status = false;
  checked.ends.initiator->b_transport(e, delay);
  EXPECT_EQ(new_faults(), 1U) << "b_transport that leaves the response incomplete";
  EXPECT_EQ(checked.checker.calls(), 8U);
}

TEST(ProtocolChecker, ReportsAnErrorWhereNobodyIsToBeTold) {
  CheckedEnds checked({});
  EXPECT_THROW(checked.forward(checked.payload(), tlm::END_RESP), sc_core::sc_report);
}

}  // namespace
}  // namespace switchyard
