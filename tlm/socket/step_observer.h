#pragma once

#include <optional>

#include "hw/base/types.h"
#include "hw/router/combining/pram_operation.h"

namespace switchyard {

/// Sees the steps of a PramMachine where its processors take part in them: a sequential machine that is to
/// agree, for one.
class StepObserver {
 public:
  virtual ~StepObserver() = default;
  /// Steps begin in order, with a call for each processor.
  virtual void begun(Cycle now, NodeId processor, Step step,
                     const std::optional<PramOperation>& operation) = 0;
  virtual void answered(Cycle now, NodeId processor, Step step, const PramAnswer& answer) = 0;
  /// The processor knows that all have ended the step.
  virtual void ended(Cycle now, NodeId processor, Step step) = 0;
  /// What has no answer yet is lost, carried out or not. The next step is step 0.
  virtual void reset() = 0;
};

}  // namespace switchyard
