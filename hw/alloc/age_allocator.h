#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "hw/alloc/port_allocator.h"
#include "hw/base/types.h"

namespace switchyard {

/// [input][output]: the age of the oldest packet that asks there, as age_of() has it: the oldest is the smallest.
using PortAges = std::array<std::array<std::uint64_t, kMaxPorts>, kMaxPorts>;

/// A separable allocator whose arbiters let the oldest packet go first. It keeps nothing.
///
/// Input first, each input proposes the output that its oldest packet asks for, and each output grants the oldest
/// of its proposals. Output first, each output offers itself to the oldest packet that asks for it, and each
/// input takes the offer to its oldest. In both the oldest packet of all gets what it asks for, so that nobody
/// starves.
///
/// Shapes:  requests[i]: mask of the outputs that input i requests; grants[i]: the one it gets, or 0. Only the
///          ages of requests matter; no two of one output, nor of one input, are equal.
/// Source:  Abts, Weisser, "Age-Based Packet Arbitration in Large-Radix k-ary n-cubes", SC 2007.
void allocate_by_age(AllocatorConfig::Kind kind, std::span<const PortMask> requests, const PortAges& ages,
                     std::span<PortMask> grants);

}  // namespace switchyard
