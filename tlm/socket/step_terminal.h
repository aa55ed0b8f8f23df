#pragma once

#include <deque>
#include <optional>

#include "hw/router/combining/pram_operation.h"
#include "hw/terminal/terminal.h"

namespace switchyard {

/// What the StepTerminals of a machine share: who decides on its steps.
class StepTerminalListener {
 public:
  virtual ~StepTerminalListener() = default;
  /// Has all terminals issue a step, if one begins in this cycle. Returns the cycle in which the next begins;
  /// kNever: it is not known yet.
  virtual Cycle begin_step(Cycle now) = 0;
  /// A reply or the end of a step.
  virtual void received(Cycle now, NodeId processor, const Flit& flit) = 0;
};

/// A processor's place in a machine of combining nodes: issues what it is given, a message per cycle, and
/// takes what comes.
class StepTerminal final : public Terminal {
 public:
  /// `queue`: of the node's switches. `listener` must outlive this object.
  StepTerminal(NodeId processor, int queue, StepTerminalListener& listener)
      : processor_(processor), queue_(queue), listener_(listener), credits_(queue) {}

  /// A step: the request, if there is one, and its end.
  void issue(Step step, const std::optional<Flit>& request);

  /// Forgets what was to be issued. Until reset() nothing goes in or out.
  void drop();

  void reset() override;
  Cycle step(Cycle now, const PortInputs& inputs, PortOutputs& outputs) override;

 private:
  NodeId processor_;
  int queue_;
  StepTerminalListener& listener_;
  std::deque<Flit> outbox_;
  int credits_;
  bool dropped_ = false;  ///< And not yet reset.
};

}  // namespace switchyard
