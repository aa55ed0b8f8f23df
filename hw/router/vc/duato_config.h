#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "hw/alloc/arbiter_starts.h"
#include "hw/alloc/port_allocator.h"
#include "hw/alloc/selection.h"
#include "hw/base/types.h"
#include "hw/base/vc_depths.h"

namespace switchyard {

/// Parameters of the virtual-channel router; the words are those of the YAML.
struct DuatoConfig {
  enum class Crossbar : std::uint8_t { Vcs, Ports };
  static inline const std::array<std::string, 2> kCrossbars{"vcs", "ports"};
  enum class VcReallocation : std::uint8_t { Atomic, WholePacket, Immediate };
  static inline const std::array<std::string, 3> kVcReallocations{"atomic", "whole_packet", "immediate"};
  enum class Switching : std::uint8_t { Wormhole, CutThrough };
  static inline const std::array<std::string, 2> kSwitchings{"wormhole", "cut_through"};
  enum class HeadFlitOrder : std::uint8_t { Turns, InTransitFirst };
  static inline const std::array<std::string, 2> kHeadFlitOrders{"turns", "in_transit_first"};
  using Selection = switchyard::Selection;

  Crossbar crossbar = Crossbar::Vcs;
  AllocatorConfig switch_allocator;  ///< Of Crossbar::Ports.
  Switching switching = Switching::Wormhole;
  VcReallocation vc_reallocation = VcReallocation::WholePacket;
  Selection selection = Selection::LeastLoaded;
  /// Of head flits with output VCs, all in one step; without it they get theirs one after another.
  std::optional<AllocatorConfig> vc_allocator;
  int vc_allocations_per_cycle = kNoLimit;
  HeadFlitOrder head_flit_order = HeadFlitOrder::Turns;  ///< In which head flits get output VCs.
  int throttle_vcs = kNoLimit;  ///< Adaptive VCs per output port open to packets that enter.
  int t_routing = 1;            ///< Cycles from the head flit at the front until it may cross; 0: at once.
  int t_vc_allocation = 0;  ///< Cycles of VC allocation; 0: it ends the cycle of routing, after flits cross.
  int t_switch_allocation = 0;  ///< Cycles from a flit's grant until it enters the crossbar.
  int t_crossbar = 1;  ///< Cycles through the crossbar; 0: none of its own, then the link takes it over.
  bool speculative = false;  ///< Head flits ask for the crossbar while they ask for an output VC.
  bool bypass = false;       ///< A flit that finds all empty goes to the link in the cycle of its arrival.
  int virtual_channels = 4;
  VcDepths input_depth = 8;  ///< Flits per input VC.
  int output_depth = 4;      ///< Flits per output VC; 0: input-queued, flits go straight to the link.
  int injection_vcs = 1;     ///< VCs of each virtual network that the source may use.
  ArbiterStart arbiter_start = ArbiterStart::Random;
  std::array<std::uint8_t, kMaxVcs>
      priority{};            ///< [VC]: the highest of those that ask for a link goes first.
  bool half_duplex = false;  ///< Both directions of a link share one flit per cycle.

  /// Cycles from the head flit at the front until it may cross.
  int head_cycles() const { return t_routing + t_vc_allocation - (speculative ? 1 : 0); }
  /// Cycles from a flit's grant until it is through the crossbar.
  int crossing_cycles() const { return t_switch_allocation + t_crossbar; }
  bool has_priorities() const {
    return std::adjacent_find(priority.begin(), priority.begin() + virtual_channels, std::not_equal_to<>()) !=
           priority.begin() + virtual_channels;
  }
};

/// Whether the oldest packets go first through the crossbar of ports, or get output VCs first.
inline bool crosses_by_age(const DuatoConfig& config) {
  return config.switch_allocator.arbiters == AllocatorConfig::Arbiter::Age;
}
inline bool allocates_by_age(const DuatoConfig& config) {
  return config.vc_allocator && config.vc_allocator->arbiters == AllocatorConfig::Arbiter::Age;
}

}  // namespace switchyard
