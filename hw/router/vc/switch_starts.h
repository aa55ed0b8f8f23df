#pragma once

#include <vector>

#include "hw/alloc/arbiter_starts.h"
#include "hw/alloc/port_allocator.h"

namespace switchyard {

/// Who goes first after reset at the arbiters of a virtual-channel router: what its own arbiters, its blocks
/// and the straps of the RTL start with. The order of the members is that of the arbiters' numbers.
struct SwitchStarts {
  std::vector<int> links;              ///< [output port]: VC that its link arbiter prefers.
  std::vector<int> input_vcs;          ///< [input port]: VC that crosses for a granted port.
  std::vector<int> allocator_inputs;   ///< [input port]: output port that it proposes.
  std::vector<int> allocator_outputs;  ///< [output port]: input port that it grants.
  int va_port = 0;                     ///< VC allocator: input port that is served first.
  std::vector<int> va_vcs;             ///< VC allocator, [input port]: VC of it that is served first.
  int selection = 0;                   ///< Output port that least_loaded prefers among equals.
  int allocator_first = 0;  ///< Diagonal or input port that an allocator without arbiters serves first.

  AllocatorStarts allocator() const { return {allocator_inputs, allocator_outputs, allocator_first}; }

  static SwitchStarts draw(const ArbiterStarts& starts, int ports, int virtual_channels) {
    int arbiter = ArbiterStarts::kRouter;
    const auto one = [&](int requesters) { return starts.of(arbiter++, requesters); };
    const auto by_port = [&](int requesters) {
      std::vector<int> drawn;
      for (int p = 0; p < ports; ++p) drawn.push_back(one(requesters));
      return drawn;
    };
    return {.links = by_port(virtual_channels),
            .input_vcs = by_port(virtual_channels),
            .allocator_inputs = by_port(ports),
            .allocator_outputs = by_port(ports),
            .va_port = one(ports),
            .va_vcs = by_port(virtual_channels),
            .selection = one(ports),
            .allocator_first = one(ports)};
  }
};

}  // namespace switchyard
