#include "hw/alloc/maximum_allocator.h"

#include <algorithm>

#include "hw/base/bits.h"

namespace switchyard {

template <class Mask>
void BasicMaximumAllocator<Mask>::allocate(std::span<const Mask> requests, std::span<Mask> grants) {
  const int ports = static_cast<int>(owners_.size());
  std::fill(owners_.begin(), owners_.end(), kNone);
  bool any = false;
  for (int turn = 0; turn < ports; ++turn) {
    const int input = (first_ + turn) % ports;
    grants[input] = 0;
    Mask tried = 0;
    any |= match(requests, input, tried);
  }
  for (int output = 0; output < ports; ++output) {
    if (owners_[output] != kNone) grants[owners_[output]] = bit<Mask>(output);
  }
  if (any) first_ = (first_ + 1) % ports;
}

/// Gives an input one of its outputs, if need be by giving the owner of that another one.
template <class Mask>
bool BasicMaximumAllocator<Mask>::match(std::span<const Mask> requests, int input, Mask& tried) {
  for (Mask left = requests[input] & ~tried; left != 0; left = requests[input] & ~tried) {
    const int output = lowest_bit(left);
    tried |= bit<Mask>(output);
    if (owners_[output] == kNone || match(requests, owners_[output], tried)) {
      owners_[output] = input;
      return true;
    }
  }
  return false;
}

template class BasicMaximumAllocator<PortMask>;
template class BasicMaximumAllocator<std::uint64_t>;

}  // namespace switchyard
