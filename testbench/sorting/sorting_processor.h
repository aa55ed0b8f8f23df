#pragma once

#include "hw/terminal/terminal.h"
#include "testbench/sorting/sorting_instance.h"

namespace switchyard {

/// A processor of an exchange machine, at the terminal port of its node: it gives the node its word, its
/// record and the number of the program, and takes back what the node has when it is done.
class SortingProcessor final : public Terminal {
 public:
  SortingProcessor(const ProcessorState& before, SortingProgram::Kind program)
      : before_(before), program_(program) {}

  void reset() override { given_ = 0; }
  Cycle step(Cycle now, const PortInputs& inputs, PortOutputs& outputs) override;

  const ProcessorState& result() const { return result_; }
  /// In which the last of it came; kNever: not yet.
  Cycle done() const { return done_; }

 private:
  void take(Cycle now, const Flit& flit);

  ProcessorState before_;
  SortingProgram::Kind program_;
  int given_ = 0;
  ProcessorState result_;
  Cycle done_ = kNever;
};

}  // namespace switchyard
