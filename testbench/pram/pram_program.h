#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "hw/base/types.h"
#include "hw/router/ranade_message.h"

namespace switchyard {

/// What a processor wants of one word of the shared memory in one step.
///
/// In a step, all operations on a word that change it are of one kind; any number may read it besides.
struct PramOperation {
  std::uint32_t address = 0;
  Operation operation = Operation::None;
  bool reads = false;
  std::uint32_t operand = 0;
};

/// What came back.
struct PramAnswer {
  std::uint32_t returned = 0;     ///< Of multiprefix: the word as the processors before left it.
  std::uint32_t before_step = 0;  ///< For who reads.
};

using Step = std::uint32_t;

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
