#include "hw/alloc/output_first_allocator.h"

#include <array>

#include "hw/base/bits.h"

namespace switchyard {

template <class Mask, class Arbiter>
void BasicOutputFirstAllocator<Mask, Arbiter>::allocate(std::span<const Mask> requests,
                                                        std::span<Mask> grants) {
  std::array<Mask, kBits> requesters{};  // [output]
  Mask waiting = 0;                      // Inputs with a request and no grant.
  Mask free = 0;                         // Outputs with a request that are not granted.
  for (int i = 0; i < ports_; ++i) {
    grants[i] = 0;
    if (requests[i] == 0) continue;
    waiting |= bit<Mask>(i);
    free |= requests[i];
    for_each_bit(requests[i], [&](int o) { requesters[o] |= bit<Mask>(i); });
  }
  for (int iteration = 0; iteration < iterations_; ++iteration) {
    std::array<Mask, kBits> offers{};  // [input]: outputs.
    Mask offered = 0;
    for_each_bit(free, [&](int o) {
      const Mask candidates = requesters[o] & waiting;
      if (candidates == 0) return;
      const int input = output_arbiters_[o].pick(candidates);
      offers[input] |= bit<Mask>(o);
      offered |= bit<Mask>(input);
    });
    if (offered == 0) return;
    for_each_bit(offered, [&](int i) {
      const int output = input_arbiters_[i].pick(offers[i]);
      grants[i] = bit<Mask>(output);
      free &= ~bit<Mask>(output);
      if (iteration != 0) return;
      input_arbiters_[i].accept(output);
      output_arbiters_[output].accept(i);
    });
    waiting &= ~offered;
  }
}

template class BasicOutputFirstAllocator<PortMask>;
template class BasicOutputFirstAllocator<PortMask, MatrixArbiter>;
template class BasicOutputFirstAllocator<PortMask, FixedArbiter>;
template class BasicOutputFirstAllocator<std::uint64_t>;
template class BasicOutputFirstAllocator<std::uint64_t, MatrixArbiter>;
template class BasicOutputFirstAllocator<std::uint64_t, FixedArbiter>;

}  // namespace switchyard
