#pragma once

#include "hw/alloc/port_allocator.h"
#include "hw/config/config_node.h"

namespace switchyard {

/// The map `key` of a router: `kind`, whose meaning is given, and the `arbiters` or `iterations` of that
/// kind.
AllocatorConfig read_allocator(const ConfigNode& router, std::string_view key, const std::string& meaning);

}  // namespace switchyard
