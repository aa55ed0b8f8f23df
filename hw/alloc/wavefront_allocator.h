#pragma once

#include <cstdint>
#include <span>

#include "hw/base/types.h"

namespace switchyard {

/// Wavefront allocator: a maximal matching of inputs to outputs.
///
/// Diagonal d holds the pairs with input + output = d modulo ports, which never compete. The diagonals
/// are served one after another from the first one on; a pair is granted if it is requested and neither
/// its input nor its output is taken. The first diagonal moves on by one whenever something was granted.
///
/// Shapes:  requests[i]: mask of the outputs that input i requests; grants[i]: the one it gets, or 0.
/// RTL:     rtl/allocator/wavefront_allocator.sv
/// Source:  Tamir, Chi, "Symmetric Crossbar Arbiters for VLSI Communication Switches", TPDS 4(1), 1993.
template <class Mask>
class BasicWavefrontAllocator {
 public:
  /// `ports` is 1 .. bits of Mask.
  explicit BasicWavefrontAllocator(int ports) : ports_(ports) {}

  /// `start`: the diagonal that is served first, 0 .. ports - 1.
  void reset(int start = 0) { first_ = start; }
  void allocate(std::span<const Mask> requests, std::span<Mask> grants);

 private:
  int ports_;
  int first_ = 0;  ///< The diagonal that is served first.
};

extern template class BasicWavefrontAllocator<PortMask>;
extern template class BasicWavefrontAllocator<std::uint64_t>;
using WavefrontAllocator = BasicWavefrontAllocator<PortMask>;

}  // namespace switchyard
