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

  std::vector<int> va_inputs{};   ///< Matching of head flits, [input VC]: output VC that it prefers.
  std::vector<int> va_outputs{};  ///< The same, [output VC]: input VC that it prefers.
  int va_first = 0;               ///< Diagonal or input VC that a matching without arbiters serves first.

  AllocatorStarts vc_matching() const { return {va_inputs, va_outputs, va_first}; }
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
  /// Of a router that matches head flits with output VCs, so many of all ports.
  void draw_vc_matching(const ArbiterStarts& starts, int vcs) {
    int arbiter = kFirstMatching;
    const auto by_vc = [&] {
      std::vector<int> drawn;
      for (int vc = 0; vc < vcs; ++vc) drawn.push_back(starts.of(arbiter++, vcs));
      return drawn;
    };
    va_inputs = by_vc();
    va_outputs = by_vc();
    va_first = starts.of(arbiter, vcs);
  }

 private:
  static constexpr int kFirstMatching = ArbiterStarts::kRouter + 5 * kMaxPorts + 3;  ///< Behind all others.
};

}  // namespace switchyard
