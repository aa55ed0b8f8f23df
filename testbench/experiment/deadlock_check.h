#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "testbench/experiment/experiment.h"

namespace switchyard {

/// What is known before a run of whether its network can deadlock.
struct DeadlockCheck {
  std::optional<DeadlockVerdict::Kind>
      verdict;         ///< None: the network is too large to be checked at every run.
  std::string reason;  ///< Of Unsafe: why no proof holds.
  double seconds = 0;  ///< That the check took.

  bool unsafe() const { return verdict == DeadlockVerdict::Kind::Unsafe; }
};

/// Time: some seconds at most, as larger networks are not checked.
DeadlockCheck check_for_deadlock(const Design& design);
/// With what its terminals can wait for.
DeadlockCheck check_for_deadlock(const Experiment& experiment);

/// ", as expect.verdict says" if that is the verdict; else empty.
std::string as_expected_text(const Expectations& expect, DeadlockVerdict::Kind verdict);

/// What is wrong if the verdict is not `expect.verdict`.
std::optional<std::string> missed_verdict(const Expectations& expect, DeadlockVerdict::Kind verdict);

/// "escape, found in 0.39 s"; "UNSAFE: may deadlock: ...".
std::string to_text(const DeadlockCheck& check, const Expectations& expect);
nlohmann::ordered_json to_json(const DeadlockCheck& check);

}  // namespace switchyard
