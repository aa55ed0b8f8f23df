#pragma once

#include <fmt/format.h>

#include <map>
#include <optional>
#include <string>
#include <systemc>
#include <tlm>
#include <vector>

#include <tlm_utils/tlm_quantumkeeper.h>  // After <systemc>, which it does not include.

#include "hw/base/random_stream.h"
#include "testbench/platform/payload_pool.h"
#include "tests/support/leak_check.h"
#include "tests/support/sequence_tag.h"
#include "tlm/socket/multiprefix.h"

namespace switchyard {

/// A random initiator, LT or AT; what it asks for is the business of who derives from it.
///
/// LT: b_transport under a quantum keeper, with and without a memory manager. AT: as many transactions as it
/// may, in every way that the base protocol allows an initiator.
class RandomInitiator : public sc_core::sc_module, public tlm::tlm_bw_transport_if<> {
 public:
  struct Pace {
    bool blocking = false;
    unsigned transactions = 100;
    unsigned outstanding = 8;
    std::uint64_t seed = 1;
    NodeId node = 0;
    bool keeps_ends = true;
    bool may_fail = false;  ///< Error responses are no fault.
  };
  tlm::tlm_initiator_socket<> socket{"socket"};

  RandomInitiator(const sc_core::sc_module_name& name, const Pace& pace)
      : sc_core::sc_module(name), pace_(pace), random_(pace.seed, pace.node, Purpose::Process) {
    has_systemc_threads = true;
    SC_HAS_PROCESS(RandomInitiator);
    SC_THREAD(run);
    SC_METHOD(end_response);
    sensitive << response_end_;
    dont_initialize();
    socket.bind(*this);
  }

  /// Payloads on their way still have extensions that are not theirs.
  ~RandomInitiator() override {
    for (auto& [payload, job] : jobs_) job.take_back_extensions(*payload);
    if (blocked_ != nullptr) blocking_job_.take_back_extensions(*blocked_);
  }

  bool finished() const { return completed_ == pace_.transactions; }
  unsigned completed() const { return completed_; }
  unsigned failed() const { return failed_; }
  const std::string& fault() const { return fault_; }  ///< The first; empty: all is well.
  std::size_t payloads_in_use() const { return pool_.in_use(); }
  /// [transaction]: when its response was there.
  const std::map<std::uint64_t, sc_core::sc_time>& ends() const { return ends_; }
  /// Of all its transactions together, each from its time to that of its response.
  const sc_core::sc_time& time_under_way() const { return under_way_; }

 protected:
  using Payload = tlm::tlm_generic_payload;
  using Time = sc_core::sc_time;
  /// What a payload points at.
  struct Job {
    std::uint64_t number = 0;
    std::vector<std::uint8_t> data;
    std::vector<std::uint8_t> expected;  ///< After a read.
    std::vector<std::uint8_t> enables;
    SequenceTag tag;
    std::optional<Multiprefix> multiprefix;
    std::uint64_t address = 0;
    Time begin;
    Payload unmanaged;

    void take_back_extensions(Payload& payload) {
      payload.clear_extension(&tag);
      if (multiprefix) payload.clear_extension(&*multiprefix);
    }
  };

  /// Fills in the payload and what it points at. `job.number` is set; the rest may be that of another.
  virtual void draw(Payload& payload, Job& job) = 0;
  /// END_REQ has come, or b_transport has waited for its delay.
  virtual void accepted(const Job& /*job*/, const Time& /*time*/) {}
  /// The response has come, and is no error.
  virtual void judge(const Payload& payload, const Job& job) = 0;

  std::uint32_t below(std::uint32_t bound) { return random_.below(bound); }
  Time some_time() { return Time(static_cast<double>(below(8)) * 0.9, sc_core::SC_NS); }

  /// Depends on the transaction alone, as things of one time may come in any order.
  std::uint32_t chance(std::uint64_t number, std::uint64_t what, std::uint32_t bound) const {
    const std::uint64_t key = number << 16 | pace_.node << 8 | what;
    return static_cast<std::uint32_t>((mix64(pace_.seed ^ mix64(key)) >> 32) % bound);
  }

  void fail(const std::string& what) {
    if (fault_.empty()) fault_ = std::string(name()) + ": " + what;
  }

 private:
  void prepare(Payload& payload, Job& job, std::uint64_t number) {
    job.number = number;
    job.multiprefix.reset();
    draw(payload, job);
    payload.set_dmi_allowed(false);
    payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    job.address = payload.get_address();
    job.tag.master = pace_.node;
    job.tag.number = number;
    payload.set_extension(&job.tag);
    if (job.multiprefix) payload.set_extension(&*job.multiprefix);
  }

  /// The response is there, at `time`.
  void end(Payload& payload, Job& job, const Time& time) {
    job.take_back_extensions(payload);
    if (pace_.keeps_ends) ends_[job.number] = time;
    under_way_ += time - job.begin;
    ++completed_;
    if (payload.get_address() != job.address)
      fail(fmt::format("transaction {}: another address", job.number));
    if (payload.is_response_ok()) return judge(payload, job);
    ++failed_;
    if (!pace_.may_fail) fail(fmt::format("transaction {}: {}", job.number, payload.get_response_string()));
  }

  void run() { pace_.blocking ? run_blocking() : run_phases(); }

  void run_blocking() {
    tlm_utils::tlm_quantumkeeper::set_global_quantum(Time(20, sc_core::SC_NS));
    keeper_.reset();
    for (unsigned n = 0; n < pace_.transactions; ++n) {
      const bool managed = below(2) == 0;
      Payload& payload = managed ? pool_.take() : blocking_job_.unmanaged;
      prepare(payload, blocking_job_, n);
      keeper_.inc(some_time());
      Time delay = keeper_.get_local_time();
      blocking_job_.begin = sc_core::sc_time_stamp() + delay;
      accepted(blocking_job_, blocking_job_.begin);
      blocked_ = &payload;
      socket->b_transport(payload, delay);
      blocked_ = nullptr;
      if (sc_core::sc_time_stamp() + delay <= blocking_job_.begin) fail("b_transport took no time");
      keeper_.set(delay);
      end(payload, blocking_job_, sc_core::sc_time_stamp() + delay);
      if (managed) payload.release();
      if (keeper_.need_sync()) keeper_.sync();
    }
  }

  void run_phases() {
    for (unsigned n = 0; n < pace_.transactions; ++n) {
      while (jobs_.size() >= pace_.outstanding) wait(job_done_);
      if (below(3) == 0) wait(some_time());
      Payload& payload = pool_.take();
      Job& job = jobs_[&payload];
      prepare(payload, job, n);
      request_open_ = true;
      tlm::tlm_phase phase = tlm::BEGIN_REQ;
      Time delay = below(2) == 0 ? some_time() : Time();
      job.begin = sc_core::sc_time_stamp() + delay;
      switch (socket->nb_transport_fw(payload, phase, delay)) {
        case tlm::TLM_ACCEPTED:
          while (request_open_) wait(request_end_);
          break;
        case tlm::TLM_UPDATED:
          request_open_ = false;
          if (phase != tlm::END_REQ) fail("TLM_UPDATED with another phase than END_REQ");
          accepted(job, sc_core::sc_time_stamp() + delay);
          if (delay != Time()) wait(delay);
          break;
        case tlm::TLM_COMPLETED:
          request_open_ = false;
          finish(payload, sc_core::sc_time_stamp() + delay);
          if (delay != Time()) wait(delay);
          break;
      }
    }
  }

  tlm::tlm_sync_enum nb_transport_bw(Payload& payload, tlm::tlm_phase& phase, Time& delay) override {
    if (phase == tlm::END_REQ) {
      request_open_ = false;
      accepted(jobs_.at(&payload), sc_core::sc_time_stamp() + delay);
      request_end_.notify(delay);
      return tlm::TLM_ACCEPTED;
    }
    const Time begin = sc_core::sc_time_stamp() + delay;
    const std::uint64_t number = jobs_.at(&payload).number;
    switch (chance(number, 0, 3)) {
      case 0: finish(payload, begin); return tlm::TLM_COMPLETED;
      case 1:
        phase = tlm::END_RESP;
        delay += Time(chance(number, 1, 8) * 0.9, sc_core::SC_NS);
        finish(payload, begin);
        return tlm::TLM_UPDATED;
      default:
        responding_ = &payload;
        responding_since_ = begin;
        response_end_.notify(delay + Time(chance(number, 1, 8) * 0.9, sc_core::SC_NS));
        return tlm::TLM_ACCEPTED;
    }
  }

  void end_response() {
    Payload& payload = *responding_;
    tlm::tlm_phase phase = tlm::END_RESP;
    const std::uint64_t number = jobs_.at(&payload).number;
    Time delay(chance(number, 2, 2) * chance(number, 3, 8) * 0.9, sc_core::SC_NS);
    payload.acquire();
    socket->nb_transport_fw(payload, phase, delay);
    finish(payload, responding_since_);
    payload.release();
  }

  void finish(Payload& payload, const Time& time) {
    end(payload, jobs_.at(&payload), time);
    jobs_.erase(&payload);
    payload.release();
    job_done_.notify(sc_core::SC_ZERO_TIME);
  }

  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

  Pace pace_;
  RandomStream random_;
  PayloadPool pool_;
  Job blocking_job_;
  tlm_utils::tlm_quantumkeeper keeper_;
  Payload* blocked_ = nullptr;  ///< In b_transport.
  std::map<Payload*, Job> jobs_;
  bool request_open_ = false;
  sc_core::sc_event request_end_;
  sc_core::sc_event job_done_;
  Payload* responding_ = nullptr;
  Time responding_since_;
  sc_core::sc_event response_end_;
  unsigned completed_ = 0;
  unsigned failed_ = 0;
  std::string fault_;
  std::map<std::uint64_t, Time> ends_;
  Time under_way_;
};

}  // namespace switchyard
