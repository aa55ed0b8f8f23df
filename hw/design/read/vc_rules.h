#pragma once

#include <string>

#include "hw/config/config_node.h"

namespace switchyard {

/// A fault of `root`, the whole configuration, if the router has fewer VCs than `who` needs.
void require_vcs(const ConfigNode& root, int vcs, int least, const std::string& who, const std::string& why);

/// A fault if packets are to enter through more adaptive VCs than there are.
void require_throttle(const ConfigNode& root, int vcs, int adaptive, const std::string& who);

}  // namespace switchyard
