#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <systemc>
#include <tlm>
#include <vector>

#include "hw/router/combining/ranade_message.h"
#include "testbench/platform/payload_pool.h"

namespace switchyard {

/// Times of transactions, from BEGIN_REQ to BEGIN_RESP.
struct TransactionTimes {
  std::uint64_t count = 0;
  sc_core::sc_time sum;
  sc_core::sc_time shortest;
  sc_core::sc_time longest;

  void add(const sc_core::sc_time& time);
  void add(const TransactionTimes& others);
};

/// Copies memory by bursts: each is read, then written; several are under way at a time, those that can be
/// written first.
///
/// Protocol:  AT; END_REQ is waited for, BEGIN_RESP is answered with TLM_COMPLETED.
class DmaMaster final : public sc_core::sc_module, private tlm::tlm_bw_transport_if<> {
 public:
  tlm::tlm_initiator_socket<> socket{"socket"};

  /// A copy. Places do not overlap.
  struct Copy {
    std::uint64_t from;
    std::uint64_t to;
    std::uint64_t bytes;
    sc_core::sc_time work;               ///< Before it begins.
    std::optional<Operation> operation;  ///< Changes the words at `to` by it: multiprefix, not write.
    std::function<void()> begun;
    std::function<void()> done;
  };

  DmaMaster(const sc_core::sc_module_name& name, unsigned burst, unsigned outstanding);

  /// Of the copy that is carried out.
  struct Progress {
    /// A request that has no response yet.
    struct Request {
      std::uint64_t address;
      unsigned bytes;
      bool writes;
      sc_core::sc_time age;
    };
    bool works = false;        ///< Its work has not ended.
    std::uint64_t copied = 0;  ///< Bytes.
    std::size_t bursts = 0;    ///< Read or written at this time.
    std::optional<Request> oldest;
  };

  /// Copies are carried out one after the other.
  void add(Copy copy);

  /// Precondition: a copy has begun, and has not ended.
  Progress progress() const;
  const TransactionTimes& reads() const { return reads_; }
  const TransactionTimes& writes() const { return writes_; }
  std::uint64_t errors() const { return errors_; }  ///< Error responses.

 private:
  using Payload = tlm::tlm_generic_payload;
  /// A part of the copy, with its data.
  struct Burst {
    std::uint64_t offset = 0;
    unsigned bytes = 0;
    std::vector<unsigned char> data;
    Payload* payload = nullptr;  ///< Null: it waits to be written.
    sc_core::sc_time since;
  };

  tlm::tlm_sync_enum nb_transport_bw(Payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

  void run();
  bool begin_next_copy();
  Burst* next_burst();
  void send(Burst& burst);
  void respond(Payload& payload);
  void end_copy();

  unsigned burst_;
  PayloadPool pool_;
  std::deque<Copy> copies_;      ///< The first one is carried out.
  bool working_ = false;         ///< It has begun.
  sc_core::sc_time not_before_;  ///< The next request.
  std::uint64_t read_ = 0;       ///< Bytes of it whose reading has begun.
  std::uint64_t written_ = 0;    ///< Bytes of it that are written.
  std::vector<Burst> bursts_;
  std::vector<Burst*> idle_;
  std::deque<Burst*> to_write_;
  Payload* requesting_ = nullptr;  ///< END_REQ has not come.
  sc_core::sc_event go_;
  TransactionTimes reads_;
  TransactionTimes writes_;
  std::uint64_t errors_ = 0;
};

}  // namespace switchyard
