#pragma once

#include <deque>
#include <map>
#include <systemc>
#include <tlm>

#include "hw/base/random_stream.h"
#include "testbench/platform/byte_store.h"
#include "tests/support/sequence_tag.h"

namespace switchyard {

/// A memory that answers in every way that the base protocol allows a target, by chance: at once, early,
/// phase by phase, with and without annotated delays. It carries out requests in the order in which they
/// begin.
class RandomTarget final : public sc_core::sc_module, private tlm::tlm_fw_transport_if<> {
 public:
  tlm::tlm_target_socket<> socket{"socket"};

  RandomTarget(const sc_core::sc_module_name& name, std::size_t size, std::uint64_t seed, NodeId node)
      : sc_core::sc_module(name), store_(size), seed_(mix64(seed << 8 | node)) {
    SC_HAS_PROCESS(RandomTarget);
    SC_METHOD(on_end_request);
    sensitive << end_request_;
    dont_initialize();
    SC_METHOD(on_response);
    sensitive << response_due_;
    dont_initialize();
    socket.bind(*this);
  }

  ByteStore& store() { return store_; }
  /// Requests that have begun after a later one of their master.
  std::uint64_t out_of_order() const { return out_of_order_; }

 private:
  using Payload = tlm::tlm_generic_payload;
  using Time = sc_core::sc_time;
  struct Response {
    Time time;
    Payload* payload;
  };

  /// Depends on the transaction alone, as things of one time may come in any order.
  std::uint32_t below(const Payload& payload, std::uint64_t what, std::uint32_t bound) const {
    const SequenceTag* const tag = payload.get_extension<SequenceTag>();
    const std::uint64_t key = tag->number << 16 | tag->master << 8 | what;
    return static_cast<std::uint32_t>((mix64(seed_ ^ mix64(key)) >> 32) % bound);
  }
  Time some_time(const Payload& payload, std::uint64_t what) const {
    return Time(below(payload, what, 12) * 0.7, sc_core::SC_NS);
  }
  /// So before now, whatever comes first of what is due now.
  bool is_idle() const { return !responding_ && responses_.empty() && last_end_ < sc_core::sc_time_stamp(); }

  tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase, Time& delay) override {
    const Time now = sc_core::sc_time_stamp();
    if (phase == tlm::END_RESP) {
      const bool accepts = below(payload, 0, 2) == 0;
      end_response(now + delay);
      return accepts ? tlm::TLM_ACCEPTED : tlm::TLM_COMPLETED;
    }
    carry_out(payload);
    switch (below(payload, 1, is_idle() ? 5 : 4)) {
      case 0: {  // END_REQ at once, then BEGIN_RESP.
        const Time request_end = now + delay + some_time(payload, 2);
        add_response(payload, request_end + some_time(payload, 3));
        phase = tlm::END_REQ;
        delay = request_end - now;
        return tlm::TLM_UPDATED;
      }
      case 1: {  // END_REQ later.
        const Time request_end = now + delay + some_time(payload, 2);
        requesting_ = &payload;
        const Time tick(0.1, sc_core::SC_NS);  // Which of two events of one time is first, nobody knows.
        response_of_request_ = add_response(payload, request_end + some_time(payload, 3) + tick);
        end_request_.notify(request_end - now);
        return tlm::TLM_ACCEPTED;
      }
      case 2:  // BEGIN_RESP without END_REQ.
        add_response(payload, now + delay + some_time(payload, 3));
        return tlm::TLM_ACCEPTED;
      case 3: delay += some_time(payload, 3); return tlm::TLM_COMPLETED;
      default:
        delay += some_time(payload, 3);
        phase = tlm::BEGIN_RESP;
        responding_ = true;
        return tlm::TLM_UPDATED;
    }
  }

  void carry_out(Payload& payload) {
    store_.carry_out(payload);
    const SequenceTag* const tag = payload.get_extension<SequenceTag>();
    std::uint64_t& due = due_[tag->master];
    if (tag->number < due) ++out_of_order_;
    due = tag->number + 1;
  }

  Time add_response(Payload& payload, const Time& time) {
    last_ = std::max(last_, time);
    responses_.push_back({last_, &payload});
    response_due_.notify(sc_core::SC_ZERO_TIME);
    return last_;
  }

  void on_end_request() {
    if (requesting_ == nullptr) return;  // Its response was sooner.
    Payload& payload = *requesting_;
    requesting_ = nullptr;
    tlm::tlm_phase phase = tlm::END_REQ;
    const Time rest = response_of_request_ - sc_core::sc_time_stamp();
    Time delay = std::min(rest, below(payload, 4, 2) == 0 ? some_time(payload, 5) : Time());
    socket->nb_transport_bw(payload, phase, delay);
  }

  void on_response() {
    const Time now = sc_core::sc_time_stamp();
    if (responding_ || responses_.empty()) return;
    const Time due = std::max(responses_.front().time, last_end_);
    if (due > now) return response_due_.notify(due - now);
    Payload& payload = *responses_.front().payload;
    responses_.pop_front();
    if (requesting_ == &payload) requesting_ = nullptr;
    responding_ = true;
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    Time delay = below(payload, 6, 3) == 0 ? some_time(payload, 7) : Time();
    if (socket->nb_transport_bw(payload, phase, delay) != tlm::TLM_ACCEPTED) end_response(now + delay);
  }

  void end_response(const Time& time) {
    responding_ = false;
    last_end_ = time;
    response_due_.notify(time - sc_core::sc_time_stamp());
  }

  void b_transport(Payload& payload, Time& delay) override {
    carry_out(payload);
    delay += some_time(payload, 3);
  }
  bool get_direct_mem_ptr(Payload&, tlm::tlm_dmi&) override { return false; }
  unsigned transport_dbg(Payload&) override { return 0; }

  ByteStore store_;
  std::uint64_t seed_;
  Time last_;
  Payload* requesting_ = nullptr;
  Time response_of_request_;
  sc_core::sc_event end_request_;
  std::deque<Response> responses_;
  bool responding_ = false;
  Time last_end_;  ///< Of a response.
  sc_core::sc_event response_due_;
  std::uint64_t out_of_order_ = 0;
  std::map<std::uint64_t, std::uint64_t> due_;  ///< [master]: the least number to come.
};

}  // namespace switchyard
