#pragma once

#include <string_view>
#include <vector>

#include "hw/base/types.h"

namespace switchyard {

/// The nodes that a list such as `0,5,7-9` names, in order, each once.
///
/// Errors: std::invalid_argument that quotes the part at fault and gives the legal range.
std::vector<NodeId> parse_node_list(std::string_view list, NodeId node_count);

}  // namespace switchyard
