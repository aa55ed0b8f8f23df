#include "hw/alloc/wavefront_allocator.h"

#include "hw/base/bits.h"

namespace switchyard {

template <class Mask>
void BasicWavefrontAllocator<Mask>::allocate(std::span<const Mask> requests, std::span<Mask> grants) {
  Mask waiting = 0;  // Inputs with a request and no grant.
  for (int i = 0; i < ports_; ++i) {
    grants[i] = 0;
    if (requests[i] != 0) waiting |= bit<Mask>(i);
  }
  if (waiting == 0) return;
  Mask free = low_bits<Mask>(ports_);
  for (int wave = 0; wave < ports_; ++wave) {
    const int diagonal = (first_ + wave) % ports_;
    for_each_bit(waiting, [&](int i) {
      const Mask output = bit<Mask>((diagonal + ports_ - i) % ports_);
      if ((requests[i] & free & output) == 0) return;
      grants[i] = output;
      free &= ~output;
      waiting &= ~bit<Mask>(i);
    });
  }
  first_ = (first_ + 1) % ports_;
}

template class BasicWavefrontAllocator<PortMask>;
template class BasicWavefrontAllocator<std::uint64_t>;

}  // namespace switchyard
