#include "hw/alloc/separable_allocator.h"

namespace switchyard {

void SeparableAllocator::reset() {
  for (RoundRobinArbiter& arbiter : input_arbiters_) arbiter.reset();
  for (RoundRobinArbiter& arbiter : output_arbiters_) arbiter.reset();
}

void SeparableAllocator::allocate(std::span<const PortMask> requests, std::span<PortMask> grants) {
  std::array<PortMask, kMaxPorts> proposals{};  // [output]: inputs that propose to it.
  PortMask proposed = 0;
  for (int i = 0; i < ports_; ++i) {
    const auto input = static_cast<std::size_t>(i);
    grants[input] = 0;
    if (requests[input] == 0) continue;
    const int output = input_arbiters_[input].pick(requests[input]);
    proposals[static_cast<std::size_t>(output)] |= bit<PortMask>(i);
    proposed |= bit<PortMask>(output);
  }
  for_each_bit(proposed, [&](int o) {
    const auto output = static_cast<std::size_t>(o);
    const int winner = output_arbiters_[output].pick(proposals[output]);
    output_arbiters_[output].accept(winner);
    input_arbiters_[static_cast<std::size_t>(winner)].accept(o);
    grants[static_cast<std::size_t>(winner)] = bit<PortMask>(o);
  });
}

}  // namespace switchyard
