#include "hw/alloc/age_allocator.h"

#include "hw/base/bits.h"

namespace switchyard {
namespace {

using PortMasks = std::array<PortMask, kMaxPorts>;

/// Of the bits of `requests`, the one with the smallest age; precondition: `requests != 0`.
template <class AgeOf>
int oldest(PortMask requests, AgeOf&& age_of) {
  int first = lowest_bit(requests);
  for_each_bit(requests, [&](int p) { first = age_of(p) < age_of(first) ? p : first; });
  return first;
}

/// [output]: the inputs that ask for it.
PortMasks transposed(std::span<const PortMask> requests) {
  PortMasks columns{};
  for (std::size_t i = 0; i < requests.size(); ++i)
    for_each_bit(requests[i], [&](int o) { columns[o].set(static_cast<PortId>(i)); });
  return columns;
}

}  // namespace

void allocate_by_age(AllocatorConfig::Kind kind, std::span<const PortMask> requests, const PortAges& ages,
                     std::span<PortMask> grants) {
  const std::size_t ports = requests.size();
  const auto of_input = [&](std::size_t i) { return [&ages, i](int o) { return ages[i][o]; }; };
  const auto of_output = [&](std::size_t o) { return [&ages, o](int i) { return ages[i][o]; }; };
  for (PortMask& grant : grants) grant = 0;
  if (kind == AllocatorConfig::Kind::SeparableInputFirst) {
    PortMasks proposals{};
    for (std::size_t i = 0; i < ports; ++i) {
      if (requests[i] != 0) proposals[i] = bit<PortMask>(oldest(requests[i], of_input(i)));
    }
    const PortMasks proposed = transposed(std::span(proposals).first(ports));
    for (std::size_t o = 0; o < ports; ++o) {
      if (proposed[o] != 0) grants[oldest(proposed[o], of_output(o))] = bit<PortMask>(static_cast<int>(o));
    }
    return;
  }
  const PortMasks asking = transposed(requests);
  PortMasks offers{};  // [output]: an input.
  for (std::size_t o = 0; o < ports; ++o) {
    if (asking[o] != 0) offers[o] = bit<PortMask>(oldest(asking[o], of_output(o)));
  }
  const PortMasks offered = transposed(std::span(offers).first(ports));
  for (std::size_t i = 0; i < ports; ++i) {
    if (offered[i] != 0) grants[i] = bit<PortMask>(oldest(offered[i], of_input(i)));
  }
}

}  // namespace switchyard
