#pragma once

namespace switchyard {

/// What the process returns to the shell.
enum ExitStatus : int {
  kGood = 0,
  kFailed = 1,    ///< A check failed, or an expectation was missed.
  kBadInput = 2,  ///< The command line or a file is at fault.
  kDeadlock = 3,
  kDivergence = 4  ///< RTL and model differ.
  // 130 and 143: interrupted_status().
};

}  // namespace switchyard
