#pragma once

#include <cstdint>

#include "hw/router/combining/ranade_message.h"

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

}  // namespace switchyard
