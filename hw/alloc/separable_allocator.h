#pragma once

#include <array>
#include <span>

#include "hw/alloc/round_robin_arbiter.h"
#include "hw/base/types.h"

namespace switchyard {

/// Separable input-first allocator: a matching of input ports to output ports.
///
/// Step 1: each input's arbiter proposes one of the outputs it requests. Step 2: each output's arbiter
/// grants one of the proposing inputs. Both pointers move past the winner only where step 2
/// granted, so a requester cannot be starved by the rotation of another.
///
/// Shapes:  requests[i]: mask of the outputs that input i wants; grants[i]: the one it gets, or 0.
class SeparableAllocator {
 public:
  explicit SeparableAllocator(int ports) : ports_(ports) {}

  void reset();
  void allocate(std::span<const PortMask> requests, std::span<PortMask> grants);

 private:
  int ports_;
  std::array<RoundRobinArbiter, kMaxPorts> input_arbiters_{};
  std::array<RoundRobinArbiter, kMaxPorts> output_arbiters_{};
};

}  // namespace switchyard
