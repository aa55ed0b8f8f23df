#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "testbench/pram/pram_program.h"

namespace switchyard {

/// A program from a function, which keeps its answers.
class ScriptedProgram final : public PramProgram {
 public:
  using Script = std::function<std::optional<PramOperation>(NodeId processor, Step step)>;

  ScriptedProgram(Step steps, NodeId processors, Script script)
      : answers(steps, std::vector<PramAnswer>(processors)), steps_(steps), script_(std::move(script)) {}

  Step steps() const override { return steps_; }
  std::optional<PramOperation> operation(NodeId processor, Step step) override {
    return script_(processor, step);
  }
  void answer(NodeId processor, Step step, const PramAnswer& answer) override {
    answers[step][processor] = answer;
  }

  std::vector<std::vector<PramAnswer>> answers;  ///< [step][processor]

 private:
  Step steps_;
  Script script_;
};

inline PramOperation reading(std::uint32_t address) { return {address, Operation::None, true, 0}; }

}  // namespace switchyard
