#pragma once

#include <optional>
#include <string>

#include "hw/base/types.h"
#include "hw/router/combining/pram_operation.h"

namespace switchyard {

/// A program of the machine: the operation of each processor in each step.
class PramProgram {
 public:
  virtual ~PramProgram() = default;

  virtual Step steps() const = 0;
  /// Nothing: the processor has none in this step. Asked once per processor and step, in the order of steps.
  virtual std::optional<PramOperation> operation(NodeId processor, Step step) = 0;
  /// In the order of steps.
  virtual void answer(NodeId /*processor*/, Step /*step*/, const PramAnswer& /*answer*/) {}
  /// After the last step: what is wrong with the result of the program; empty if it is right.
  virtual std::string fault() const { return {}; }
  /// Whether operation() depends on the answers to all earlier steps of the processor.
  virtual bool needs_answers() const { return false; }
};

}  // namespace switchyard
