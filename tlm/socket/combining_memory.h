#pragma once

#include <deque>
#include <memory>
#include <systemc>
#include <tlm>
#include <vector>

#include "tlm/socket/combining_memory_config.h"
#include "tlm/socket/pram_machine.h"
#include "tlm/socket/upstream_port.h"

namespace switchyard {

/// A butterfly of combining nodes as a shared memory between TLM-2.0 initiators, each at the place
/// of a processor: base protocol, LT and AT. The memory modules are inside of the nodes.
///
/// A transaction is an operation per word: a read, a write by the rule of the configuration, or, with the
/// extension Multiprefix, a multiprefix. Each takes part in a step of a concurrent-read, concurrent-write
/// PRAM (PramMachine): reads see the memory as it was before the step. The words of a burst go in steps of
/// their own, so a burst is not atomic; each of its words is. Operations of one initiator take effect in the
/// order of its requests, and are answered in it.
///
/// Timing:   as PramMachine has it; a response is begun when the last word's answer has come. So all levels
///           give the same times.
/// LT, AT:   see UpstreamPort: b_transport waits for the annotated delay, then for the response; END_REQ
///           comes when the queue has room for the words.
/// Errors:   TLM_ADDRESS_ERROR_RESPONSE for addresses beyond the memory or between two words;
///           TLM_COMMAND_ERROR_RESPONSE for a command that is not of the base protocol, and for a Multiprefix
///           of another operation; TLM_BURST_ERROR_RESPONSE for a length that is not a positive multiple of a
///           word, or a streaming width below it; TLM_BYTE_ENABLE_ERROR_RESPONSE for byte enables;
///           TLM_GENERIC_ERROR_RESPONSE for what a reset has lost. TLM_IGNORE_COMMAND is answered at once.
/// Debug:    transport_dbg takes no time, counts in bytes, and stops at the end of the memory. It sees each
///           word as it is, in the middle of a step perhaps. DMI is refused: steps would not see it.
/// Memory:   a payload is acquired at BEGIN_REQ and released when its transaction ends. When the simulation
///           ends, payloads on their way are left to their owners.
class CombiningMemory final : public sc_core::sc_module, private PramListener, private UpstreamPort::Owner {
 public:
  /// `design` has combining nodes; `observer` may be null. Both must outlive the memory.
  CombiningMemory(const sc_core::sc_module_name& name, CombiningMemoryConfig config, const Design& design,
                  const TimedNetworkBuilder& build, StepObserver* observer);

  /// Where initiator `i` is bound.
  tlm::tlm_target_socket<>& from_initiator(std::size_t i) { return ports_[i]->socket; }

  /// Resets the network now. Transactions that were accepted get an error response now, carried out or not;
  /// those that wait for END_REQ are carried out when the reset is over. The words stay as they are. Any
  /// process may call it, also in a call to or from a socket.
  void reset();

  /// Transactions that have come and not ended.
  std::size_t under_way() const { return pool_.in_use(); }

 private:
  using Payload = tlm::tlm_generic_payload;
  /// A word of a transaction that is in the machine.
  struct Word {
    Transit* transit;
    unsigned offset;  ///< In its data.
  };

  void taken(NodeId processor) override;
  void answered(NodeId processor, const PramAnswer& answer) override;

  Transit* admit(std::size_t initiator, Payload& payload) override;
  std::uint64_t request_flits(const Transit& transit) const override;
  void send_request(Transit& transit) override;
  void await_departures() override {}  // Words are taken at edges, and that is told in time.
  void retire(Transit& transit) override;
  bool get_direct_mem_ptr(Payload& payload, tlm::tlm_dmi& dmi) override;
  unsigned transport_dbg(Payload& payload) override;

  tlm::tlm_response_status check(const Payload& payload) const;
  PramOperation operation_on(const Transit& transit, unsigned offset) const;

  CombiningMemoryConfig config_;
  std::vector<NodeId> processors_;       ///< [initiator]
  std::vector<std::size_t> initiators_;  ///< [processor]
  TransitPool pool_;
  std::vector<std::deque<Word>> words_;  ///< [initiator]: without an answer.
  std::vector<std::unique_ptr<UpstreamPort>> ports_;
  PramMachine machine_;
};

}  // namespace switchyard
