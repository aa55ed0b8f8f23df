#pragma once

#include <istream>
#include <memory>
#include <string>
#include <vector>

#include "testbench/traffic/catalog.h"
#include "testbench/traffic/pattern.h"
#include "testbench/traffic/permutations.h"

namespace switchyard {

/// Reads the partners of nodes 0, 1, 2, ...: one number per line, `#` starts a comment.
///
/// Faults: not a number, no such node, a node twice, not `node_count` lines. The result is void if any.
Partners read_permutation(std::istream& text, const std::string& file_name, NodeId node_count,
                          std::vector<std::string>& faults);

/// The pattern that the file under `permutation_file` gives.
std::shared_ptr<const Pattern> build_permutation_file(const TrafficContext& context);

}  // namespace switchyard
