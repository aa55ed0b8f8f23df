#pragma once

#include <functional>
#include <memory>

#include "testbench/pram/pram_pace.h"

namespace switchyard {

/// A program, how to make it, and how fast the processors go through it. A value.
struct PramWorkload {
  /// Each program starts from the beginning. `words`: of the shared memory.
  std::function<std::unique_ptr<PramProgram>(NodeId processors, std::uint32_t words, std::uint64_t seed)>
      make;
  PramPace pace;
  std::uint32_t words_per_processor = 0;  ///< That the program needs,
  std::uint32_t words = 1;                ///< and at least so many.
};

}  // namespace switchyard
