#pragma once

#include <deque>
#include <systemc>
#include <tlm>

#include "testbench/platform/byte_store.h"

namespace switchyard {

struct MemoryTiming {
  sc_core::sc_time latency;       ///< From the end of the transfer to the response.
  unsigned bytes_per_period = 8;  ///< One transfer at a time.
  sc_core::sc_time period;
};

/// A memory: one port, one transfer at a time, the responses in order of the requests.
///
/// Timing:  a transfer takes a period per bytes_per_period bytes; END_REQ comes at its end, BEGIN_RESP
///          `latency` later, or when the response before it has ended. b_transport annotates the same.
/// DMI:     the whole memory, granted.
class Memory final : public sc_core::sc_module, private tlm::tlm_fw_transport_if<> {
 public:
  tlm::tlm_target_socket<> socket{"socket"};

  Memory(const sc_core::sc_module_name& name, std::size_t size, const MemoryTiming& timing);

  ByteStore& store() { return store_; }
  std::uint64_t bytes_moved() const { return bytes_moved_; }
  std::uint64_t accesses() const { return accesses_; }

 private:
  using Payload = tlm::tlm_generic_payload;
  struct Response {
    sc_core::sc_time time;
    Payload* payload;
  };

  tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  void b_transport(Payload& payload, sc_core::sc_time& delay) override;
  bool get_direct_mem_ptr(Payload& payload, tlm::tlm_dmi& dmi) override;
  unsigned transport_dbg(Payload& payload) override;

  /// Carries it out; returns when the transfer ends.
  sc_core::sc_time transfer(Payload& payload, const sc_core::sc_time& begin);
  void await_response();
  void begin_responses();

  ByteStore store_;
  MemoryTiming timing_;
  sc_core::sc_time busy_until_;
  std::deque<Response> responses_;  ///< BEGIN_RESP has not been sent.
  bool responding_ = false;         ///< It has been, and END_RESP has not come.
  sc_core::sc_time response_from_;  ///< Not before: the time of the last END_RESP.
  sc_core::sc_event response_due_;
  std::uint64_t bytes_moved_ = 0;
  std::uint64_t accesses_ = 0;
};

}  // namespace switchyard
