#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "hw/router/router_core.h"
#include "hw/router/sorting/compare_block.h"
#include "hw/router/sorting/exchange_network.h"
#include "hw/router/sorting/sorting_program.h"
#include "hw/router/sorting/sorting_record.h"

namespace switchyard {

/// All programs of an exchange machine, as steps on one network; its nodes share it.
struct SortingPlans {
  explicit SortingPlans(const ExchangeNetwork& on);

  ExchangeNetwork network;
  std::array<SortingProgram, SortingProgram::kKinds.size()> programs;
  std::array<std::vector<ExchangeStep>, SortingProgram::kKinds.size()> steps;
};

/// Node of an exchange machine: registers for a record, counts and a word of memory, and a compare-exchange.
///
/// Its processor gives it its word, its record and the number of a program, in three cycles, all processors
/// in the same ones. From then on all nodes do the steps of the program together, one per cycle, each with a
/// record or without. Afterwards it gives back record, word and counts.
///
/// Ports:     in[p], out[p] as in the topology, the last is the terminal port. The VC of a flit says what it
///            is: SortingFlit. No credits: every step takes what the one before has sent.
/// Timing:    1 cycle per step. Needs link_latency 1.
/// Deadlock:  free, nothing waits. Livelock: free.
/// Errors:    std::logic_error if two records that may not become one are in one node, or one comes where
///            none should.
/// RTL:       rtl/sorting/compare_exchange.sv: what sort() asks.
/// Differs:   see docs/routers/sorting.md.
/// Source:    Felperin, Gravano, Pifarre, Sanz, "Routing Techniques for Massively Parallel Communication",
///            Proc. IEEE 1991, section XI.
class SortingRouter final : public RouterCore {
 public:
  /// `make_compare`: what compares records; none: the router itself.
  SortingRouter(std::shared_ptr<const SortingPlans> plans, const Topology& topology, NodeId node,
                const CompareFactory& make_compare = {});

  void reset() override;
  bool step(const PortInputs& inputs, PortOutputs& outputs) override;
  void visit_buffers(const std::function<void(const BufferView&)>& visit) const override;
  std::vector<WaitFor> waits_for(const BufferRef&) const override { return {}; }

 private:
  /// What becomes of the node's record in a step.
  enum class Move : std::uint8_t { Stay, Go, Copy };

  static constexpr int kAllGivenBack = 3;  ///< Record, word, counts.

  bool load(const Flit& flit, PortOutputs& outputs);
  void receive(const ExchangeStep& step, const PortInputs& inputs);
  void send(const ExchangeStep& step, const PortInputs& inputs, PortOutputs& outputs);
  void forward(const PortInputs& inputs, PortOutputs& outputs) const;
  PortId port_of(const ExchangeStep& step, PortId right, PortId left) const;
  Move move_of(const ExchangeStep& step) const;
  void take(const ExchangeStep& step, const Flit* flit);
  void take_record(const ExchangeStep& step, const SortingRecord& other);
  void take_counts(const ExchangeStep& step, const SortingCounts& other);
  void sort(const ExchangeStep& step, const SortingRecord& other);
  void generalize(const ExchangeStep& step, const Flit* flit);
  void begin(const SortingPhase& phase);
  void local(LocalStep what);
  void give_back(PortOutputs& outputs);
  [[noreturn]] void fail(const char* what) const;

  Primitive primitive(const ExchangeStep& step) const {
    return plans_->programs[program_].phases[step.phase].primitive;
  }
  bool moves_counts(const ExchangeStep& step) const {
    return primitive(step) == Primitive::Rank || primitive(step) == Primitive::Leaders;
  }
  /// Of the processor whose state is here in a step.
  NodeId index(const ExchangeStep& step) const {
    return step.turned == 0 ? home_ : plans_->network.index_of(node_, step.turned);
  }
  bool wants() const { return record_ && record_->destination != kNowhere; }
  static bool bit_of(NodeId value, int bit) { return (value >> bit & 1) != 0; }

  const std::shared_ptr<const SortingPlans> plans_;
  const NodeId node_;
  const NodeId home_;  ///< The index of its own processor.
  const PortId terminal_;
  PortMask links_ = 0;
  const std::unique_ptr<CompareBlock> compare_;

  std::size_t program_ = 0;
  std::size_t next_ = 0;  ///< Step that is sent next,
  bool running_ = false;
  int given_back_ = kAllGivenBack;
  std::optional<SortingRecord> record_;
  std::optional<SortingRecord> request_;  ///< Kept from the first sort to the last.
  SortingCounts counts_;
  std::uint32_t word_ = 0;
};

}  // namespace switchyard
