#pragma once

#include <algorithm>

#include "hw/base/bits.h"
#include "hw/router/vc/duato_config.h"

namespace switchyard {

// What parameters of the virtual-channel router mean, for the router and for its model without flits.

/// Free slots, of an output VC and the far input VC together, that a new packet of `length` flits must find;
/// of a VC that has fewer, all. Not for `immediate`, which asks for one slot only.
inline int space_needed(const DuatoConfig& config, int length) {
  const int capacity = config.input_depth.largest() + config.output_depth;
  if (config.vc_reallocation == DuatoConfig::VcReallocation::Atomic) return capacity;
  if (config.switching == DuatoConfig::Switching::CutThrough) return length + config.output_depth;
  return std::min(length, capacity);
}

/// Of adaptive VCs, those that are open to a packet that enters the network where `throttle_vcs` says how
/// many.
inline VcMask throttled(VcMask vcs, int throttle_vcs) {
  while (vcs.count() > throttle_vcs) vcs.clear(highest_bit(vcs));
  return vcs;
}

/// Whether a packet takes a way that is about twice as long, for its shorter queue (UGAL). `queue`,
/// `of_detour`: flits before it in the VCs that it may take of either port, up to the far end of the link.
inline bool is_worth_a_detour(int queue, int of_detour) {
  constexpr int kBias = 3;  // Flits: a queue so short says nothing.
  return queue > std::int64_t{2} * of_detour + kBias;
}

}  // namespace switchyard
