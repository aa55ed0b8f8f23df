#pragma once

#include <array>
#include <string>

#include "hw/alloc/arbiter_starts.h"
#include "hw/config/config_node.h"

namespace switchyard {

/// `router.arbiter_start`.
inline ArbiterStart read_arbiter_start(const ConfigNode& root, ArbiterStart fallback) {
  static const std::array<std::string, 2> kStarts{"random", "equal"};
  return static_cast<ArbiterStart>(
      root.child("router").choice("arbiter_start", kStarts, static_cast<std::size_t>(fallback)));
}

}  // namespace switchyard
