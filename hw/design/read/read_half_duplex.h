#pragma once

#include <array>
#include <string>

#include "hw/config/config_node.h"

namespace switchyard {

/// `topology.duplex`.
inline bool read_half_duplex(const ConfigNode& root) {
  static const std::array<std::string, 2> kDuplexes{"full", "half"};
  const ConfigNode topology = root.child("topology");
  return topology.is_map() &&
         topology.choice("duplex", kDuplexes, 0,
                         {"", "`half`: both directions of a link share one flit per cycle"}) == 1;
}

}  // namespace switchyard
