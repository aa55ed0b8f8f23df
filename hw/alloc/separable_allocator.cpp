#include "hw/alloc/separable_allocator.h"

namespace switchyard {

template <class Mask>
void BasicSeparableAllocator<Mask>::reset(std::span<const int> input_starts,
                                          std::span<const int> output_starts) {
  reset_arbiters(input_arbiters_, input_starts);
  reset_arbiters(output_arbiters_, output_starts);
}

template <class Mask>
void BasicSeparableAllocator<Mask>::allocate(std::span<const Mask> requests, std::span<Mask> grants) {
  std::array<Mask, kBits> proposals{};  // [output]: inputs that propose to it.
  Mask proposed = 0;
  for (int i = 0; i < inputs_; ++i) {
    const auto input = static_cast<std::size_t>(i);
    grants[input] = 0;
    if (requests[input] == 0) continue;
    const int output = input_arbiters_[input].pick(requests[input]);
    proposals[static_cast<std::size_t>(output)] |= bit<Mask>(i);
    proposed |= bit<Mask>(output);
  }
  for_each_bit(proposed, [&](int o) {
    const auto output = static_cast<std::size_t>(o);
    const int winner = output_arbiters_[output].pick(proposals[output]);
    output_arbiters_[output].accept(winner);
    input_arbiters_[static_cast<std::size_t>(winner)].accept(o);
    grants[static_cast<std::size_t>(winner)] = bit<Mask>(o);
  });
}

template class BasicSeparableAllocator<PortMask>;
template class BasicSeparableAllocator<std::uint64_t>;

}  // namespace switchyard
