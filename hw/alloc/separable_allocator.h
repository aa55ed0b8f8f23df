#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "hw/alloc/arbiter_array.h"
#include "hw/alloc/fixed_arbiter.h"
#include "hw/alloc/matrix_arbiter.h"
#include "hw/alloc/round_robin_arbiter.h"
#include "hw/base/types.h"

namespace switchyard {

/// Separable input-first allocator: a matching of inputs to outputs.
///
/// Step 1: each input's arbiter proposes one of the outputs it requests. Step 2: each output's arbiter
/// grants one of the proposing inputs. The priorities of both move past the winner only where step 2
/// granted, so a requester cannot be starved by the rotation of another.
///
/// Shapes:  requests[i]: mask of the outputs that input i requests; grants[i]: the one it gets, or 0. There
///          are as many outputs as a Mask has bits; only those that are requested matter.
/// RTL:     rtl/allocator/sep_if_allocator.sv
template <class Mask, class Arbiter = RoundRobinArbiter>
class BasicSeparableAllocator {
 public:
  explicit BasicSeparableAllocator(int inputs)
      : inputs_(inputs),
        input_arbiters_(make_arbiters<Arbiter, kBits>(inputs, kBits)),
        output_arbiters_(make_arbiters<Arbiter, kBits>(kBits, inputs)) {}

  /// Where the arbiters of the inputs and of the outputs start; those that are not given, at 0.
  void reset(std::span<const int> input_starts = {}, std::span<const int> output_starts = {});
  void allocate(std::span<const Mask> requests, std::span<Mask> grants);

 private:
  static constexpr int kBits = std::numeric_limits<WordOf<Mask>>::digits;

  int inputs_;
  Arbiters<Arbiter, kBits> input_arbiters_;
  Arbiters<Arbiter, kBits> output_arbiters_;
};

extern template class BasicSeparableAllocator<PortMask>;
extern template class BasicSeparableAllocator<PortMask, MatrixArbiter>;
extern template class BasicSeparableAllocator<PortMask, FixedArbiter>;
extern template class BasicSeparableAllocator<std::uint64_t>;
extern template class BasicSeparableAllocator<std::uint64_t, MatrixArbiter>;
extern template class BasicSeparableAllocator<std::uint64_t, FixedArbiter>;
using SeparableAllocator = BasicSeparableAllocator<PortMask>;

}  // namespace switchyard
