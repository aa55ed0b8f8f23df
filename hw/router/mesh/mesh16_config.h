#pragma once

#include <memory>

#include "hw/alloc/arbiter_starts.h"
#include "hw/router/mesh/snake_sort.h"

namespace switchyard {

/// Parameters of the sixteen-buffer mesh node; the words are those of the YAML.
struct Mesh16Config {
  int side = 2;   ///< The mesh has side x side nodes.
  int queue = 2;  ///< Packets per buffer type, >= 2: two make sixteen buffers.
  int banks = 1;  ///< Of buffers: one is used by black and white packets in turn, two by both at once.
  ArbiterStart arbiter_start = ArbiterStart::Random;
  std::shared_ptr<const SnakeSort> sort;  ///< What the sorting unit does.
};

}  // namespace switchyard
