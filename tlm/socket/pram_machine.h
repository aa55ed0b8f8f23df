#pragma once

#include <array>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <systemc>
#include <tuple>
#include <vector>

#include "hw/router/combining/address_map.h"
#include "hw/router/combining/ranade_paths.h"
#include "tlm/socket/cycle_clock.h"
#include "tlm/socket/edge_log.h"
#include "tlm/socket/step_observer.h"
#include "tlm/socket/step_terminal.h"
#include "tlm/socket/timed_network.h"

namespace switchyard {

/// Is told what becomes of the operations of processors, which come to both in the order in which they were
/// requested.
class PramListener {
 public:
  virtual ~PramListener() = default;
  /// The first operation that waits belongs to a step.
  virtual void taken(NodeId processor) = 0;
  /// The answer to the first operation that has none.
  virtual void answered(NodeId processor, const PramAnswer& answer) = 0;
};

/// A machine of combining nodes in SystemC time, at any level: operations of its processors in, answers out.
///
/// Steps:   the operations of a processor wait in a queue. A step begins for all processors at one edge, and
///          takes the first operation of each queue. All changes of a word must be of one kind in a step: of
///          several kinds that of the operation goes which has waited longest (of equals, that of the
///          processor with the lowest number); what changes the word in another way waits for the next step.
/// Timing:  what is requested at time t takes part in steps that begin at an edge strictly after t; the next
///          begins at the first such edge at which fewer than `in_flight` steps have begun and not ended
///          everywhere. What happens at an edge is told half a period after it (EdgeLog), by ascending
///          processor.
/// Errors:  std::logic_error if the network delivers an answer to nothing.
class PramMachine final : public sc_core::sc_module, private StepTerminalListener {
 public:
  static constexpr Step kMaxInFlight = 64;  ///< Labels tell 256 steps apart.

  /// `design` has combining nodes; `in_flight` is 1 .. kMaxInFlight. `observer` may be null; both must
  /// outlive the machine, and so must `listener`.
  PramMachine(const sc_core::sc_module_name& name, const Design& design, Step in_flight,
              const TimedNetworkBuilder& build, PramListener& listener, StepObserver* observer);

  void request(NodeId processor, const PramOperation& operation);
  /// Resets the network now. Operations that have no answer yet are lost, and nothing more is told of them;
  /// they have changed their words, or not. The next step is step 0.
  void reset();

  /// A word of the memory, as it is just now: in the middle of a step, perhaps.
  std::uint32_t& word(std::uint32_t address);

 private:
  struct Request {
    PramOperation operation;
    Cycle from;  ///< The first in which it may go.
  };
  struct Processor {
    NodeId node = 0;
    StepTerminal* terminal = nullptr;
    std::deque<Request> waiting;
    std::deque<Step> awaiting;  ///< Of each operation without an answer its step.
    Step ended = 0;             ///< Steps whose end has come.
  };
  /// Something that happened at the last edge.
  struct Happening {
    enum class Kind { Taken, Answered, Ended };
    NodeId processor;
    Kind kind;
    Step step;
    PramAnswer answer;

    bool operator<(const Happening& other) const {
      return std::tie(processor, kind) < std::tie(other.processor, other.kind);
    }
  };

  Cycle begin_step(Cycle now) override;
  void received(Cycle now, NodeId processor, const Flit& flit) override;

  void call_step();
  void choose(Cycle now);
  void note(const Happening& happening) { log_.note(happening, network_->clock().period); }
  void tell();
  void end_step(Step step);

  const RanadePaths& paths_;
  const AddressMap& map_;
  const Step in_flight_;
  PramListener& listener_;
  StepObserver* observer_;
  std::vector<Processor> processors_;
  std::unique_ptr<TimedNetwork> network_;
  EdgeLog<Happening> log_;

  std::size_t waiting_ = 0;                  ///< Operations, of all processors.
  Cycle called_for_ = kNever;                ///< When the next step begins; kNever: it is not known yet.
  Step begun_ = 0;                           ///< Steps.
  Step ended_ = 0;                           ///< Steps that have ended everywhere.
  std::array<NodeId, kMaxInFlight> ends_{};  ///< [step modulo their number]: processors that have ended it.

  std::vector<NodeId> ready_;  ///< Of choose().
  std::map<std::uint32_t, Operation> changes_;
  std::vector<bool> chosen_;  ///< [processor]
};

}  // namespace switchyard
