#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "hw/alloc/arbiter_array.h"
#include "hw/alloc/fixed_arbiter.h"
#include "hw/alloc/matrix_arbiter.h"
#include "hw/alloc/round_robin_arbiter.h"
#include "hw/base/bits.h"
#include "hw/base/types.h"

namespace switchyard {

/// Separable output-first allocator: a matching of inputs to outputs. With round-robin arbiters it is iSLIP.
///
/// An iteration, among the inputs and outputs that have no partner yet: each output's arbiter offers itself
/// to one of the inputs that request it, then each input's arbiter takes one of the offers. Priorities move
/// past the winner only where an input took the offer, and only in the first iteration, so that a lasting
/// request cannot be starved by what later iterations grant. Of N ports, N iterations make a maximal
/// matching; it ends early when an iteration adds nothing.
///
/// Shapes:  requests[i]: mask of the outputs that input i requests; grants[i]: the one it gets, or 0.
/// RTL:     rtl/allocator/sep_of_allocator.sv, rtl/allocator/islip_allocator.sv
/// Source:  McKeown, "The iSLIP Scheduling Algorithm for Input-Queued Switches", IEEE/ACM Trans. Netw. 7(2),
///          1999.
template <class Mask, class Arbiter = RoundRobinArbiter>
class BasicOutputFirstAllocator {
 public:
  /// `ports`: 1 .. bits of Mask, `iterations` >= 1.
  BasicOutputFirstAllocator(int ports, int iterations)
      : ports_(ports),
        iterations_(iterations),
        input_arbiters_(make_arbiters<Arbiter, kBits>(ports, ports)),
        output_arbiters_(make_arbiters<Arbiter, kBits>(ports, ports)) {}

  /// Where the arbiters of the inputs and of the outputs start; those that are not given, at 0.
  void reset(std::span<const int> input_starts = {}, std::span<const int> output_starts = {}) {
    reset_arbiters(input_arbiters_, input_starts);
    reset_arbiters(output_arbiters_, output_starts);
  }
  void allocate(std::span<const Mask> requests, std::span<Mask> grants);

 private:
  static constexpr int kBits = std::numeric_limits<WordOf<Mask>>::digits;

  int ports_;
  int iterations_;
  Arbiters<Arbiter, kBits> input_arbiters_;
  Arbiters<Arbiter, kBits> output_arbiters_;
};

extern template class BasicOutputFirstAllocator<PortMask>;
extern template class BasicOutputFirstAllocator<PortMask, MatrixArbiter>;
extern template class BasicOutputFirstAllocator<PortMask, FixedArbiter>;
extern template class BasicOutputFirstAllocator<std::uint64_t>;
extern template class BasicOutputFirstAllocator<std::uint64_t, MatrixArbiter>;
extern template class BasicOutputFirstAllocator<std::uint64_t, FixedArbiter>;

}  // namespace switchyard
