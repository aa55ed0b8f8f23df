#pragma once

#include <string>

#include "testbench/inspect/path_sets.h"

namespace switchyard {

/// A picture of a multistage network and a set of paths in it, as SVG: stages from left to right, paths blue,
/// links that paths in conflict share red.
///
/// Errors: std::invalid_argument if the network is no multistage network, or has more than 256 terminals;
///         those of find_conflicts().
std::string draw_paths(const Design& design, const PathSet& set);

}  // namespace switchyard
