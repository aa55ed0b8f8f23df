#pragma once

#include "hw/alloc/arbiter_starts.h"
#include "hw/config/config_node.h"

namespace switchyard {

/// `router.arbiter_start`.
inline ArbiterStart read_arbiter_start(const ConfigNode& root, ArbiterStart fallback) {
  return root.child("router").choice(
      "arbiter_start", kArbiterStarts, fallback,
      {"",
       "who goes first after reset at each arbiter, and wherever channels, queues or links take turns: "
       "`random` draws it from the seed, as hardware has no common start; `equal` is the first "
       "everywhere, which lets symmetric traffic keep nodes in step"});
}

}  // namespace switchyard
