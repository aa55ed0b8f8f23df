#pragma once

#include <optional>
#include <string>
#include <vector>

#include "testbench/inspect/path_sets.h"

namespace switchyard {

/// What one set of paths does to the links.
struct SetConflicts {
  std::string name;
  std::size_t paths = 0;
  PathConflicts found;
  /// Pairs in conflict by the rule of Lin et al., on a multistage network with their labels; nothing on
  /// another network, and of more than kMaxByRule paths.
  std::optional<std::uint64_t> by_rule = {};

  bool rule_agrees() const { return !by_rule || *by_rule == found.conflicts; }
};
inline constexpr std::size_t kMaxByRule = 20000;

/// Errors: those of find_conflicts().
std::vector<SetConflicts> check_conflicts(const Design& design, const std::vector<PathSet>& sets);

/// A line for each set, and the first conflict of the first set that has one.
std::string to_text(const Design& design, const std::vector<SetConflicts>& sets);
std::string to_json(const Design& design, const std::vector<SetConflicts>& sets);

}  // namespace switchyard
