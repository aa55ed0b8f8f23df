#pragma once

#include <istream>
#include <string>
#include <vector>

#include "hw/analysis/path_conflicts.h"
#include "testbench/experiment/experiment.h"

namespace switchyard {

/// Paths that are to be taken at once, and what they are called.
struct PathSet {
  std::string name;
  std::vector<TerminalPath> paths;
};

/// Messages of communication trees over all terminals.
struct TreeChoice {
  int descendants = 4;  ///< A power of two; 2: the stretch.
  std::vector<TerminalId> roots{0};
  bool ascend = true;
  bool descend = false;
  bool to_itself = false;  ///< With the messages from a label to itself, which stay at home.
  bool slots = false;      ///< A set for each slot, and none for each level.
};

/// A set for each level, of all trees and directions together, and one of all levels; or one for each slot.
///
/// Errors: std::invalid_argument if the terminals are no power of two, some only send or only receive, or
///         there are no such trees.
std::vector<PathSet> sets_of_trees(const Topology& topology, const TreeChoice& choice);

/// Reads `source,destination` or `source,destination,set` in each line; sets are in the order in which they
/// are named. `name`: of the file, for faults.
///
/// Errors: std::invalid_argument with all faults of the file, or if it has no paths.
std::vector<PathSet> read_paths(std::istream& text, const std::string& name, const Topology& topology);

/// What the traffic or the messages of an experiment send: one set of a pattern, one for each class of
/// messages.
///
/// Errors: std::invalid_argument if it has neither, or more than kMaxPaths paths.
std::vector<PathSet> sets_of_traffic(const Experiment& experiment);
inline constexpr std::size_t kMaxPaths = std::size_t{1} << 22;

}  // namespace switchyard
