#pragma once

#include <string>
#include <vector>

#include "hw/config/config_node.h"
#include "hw/design/design.h"
#include "tlm/socket/region_map.h"

namespace switchyard {

/// An address or a size: decimal, or hexadecimal after 0x. A fault if it is neither, or above 2^64 - 1.
Address read_address(const ConfigNode& value);

std::string hexadecimal(Address address);

/// The list of different nodes under `key`, which is required. `design` may be null: then they may be any.
std::vector<NodeId> read_nodes(const ConfigNode& section, const char* key, const Design* design);

}  // namespace switchyard
