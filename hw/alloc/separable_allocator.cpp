#include "hw/alloc/separable_allocator.h"

#include <array>

namespace switchyard {

template <class Mask, class Arbiter>
void BasicSeparableAllocator<Mask, Arbiter>::reset(std::span<const int> input_starts,
                                                   std::span<const int> output_starts) {
  reset_arbiters(input_arbiters_, input_starts);
  reset_arbiters(output_arbiters_, output_starts);
}

template <class Mask, class Arbiter>
void BasicSeparableAllocator<Mask, Arbiter>::allocate(std::span<const Mask> requests,
                                                      std::span<Mask> grants) {
  std::array<Mask, kBits> proposals{};  // [output]: inputs that propose to it.
  Mask proposed = 0;
  for (int i = 0; i < inputs_; ++i) {
    grants[i] = 0;
    if (requests[i] == 0) continue;
    const int output = input_arbiters_[i].pick(requests[i]);
    proposals[output] |= bit<Mask>(i);
    proposed |= bit<Mask>(output);
  }
  for_each_bit(proposed, [&](int o) {
    const int winner = output_arbiters_[o].pick(proposals[o]);
    output_arbiters_[o].accept(winner);
    input_arbiters_[winner].accept(o);
    grants[winner] = bit<Mask>(o);
  });
}

template class BasicSeparableAllocator<PortMask>;
template class BasicSeparableAllocator<PortMask, MatrixArbiter>;
template class BasicSeparableAllocator<PortMask, FixedArbiter>;
template class BasicSeparableAllocator<std::uint64_t>;
template class BasicSeparableAllocator<std::uint64_t, MatrixArbiter>;
template class BasicSeparableAllocator<std::uint64_t, FixedArbiter>;

}  // namespace switchyard
