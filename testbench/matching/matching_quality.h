#pragma once

#include <cstdint>

#include "hw/alloc/port_allocator.h"

namespace switchyard {

/// The requests of one router's input VCs, drawn anew in each cycle: each VC asks with probability `rate` for
/// one output port, any of them.
struct RandomRequests {
  int ports = 5;
  int virtual_channels = 4;  ///< Of each input port; they share its one place at the crossbar.
  double rate = 0.5;
};

/// Grants of an allocator over those of a maximum matching of the same requests, summed over `cycles` cycles;
/// 1 if nobody asked.
///
/// Source:  Becker, Dally, "Allocator Implementations for Network-on-Chip Routers", SC 2009: "matching
///          quality", with open-loop requests.
double matching_quality(const AllocatorConfig& config, const RandomRequests& requests, int cycles,
                        std::uint64_t seed);

}  // namespace switchyard
