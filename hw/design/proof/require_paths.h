#pragma once

#include "hw/config/config_node.h"
#include "hw/router/combining/ranade_paths.h"
#include "hw/topology/faults.h"

namespace switchyard {

/// A fault of the document, at the entry of `faults` that is to blame, unless a combining machine works with
/// what those leave of `whole`: some row does, and requests reach every row that does.
void require_paths(const ConfigNode& root, const Topology& whole, const Faults& faults,
                   const RanadePaths& paths);

}  // namespace switchyard
