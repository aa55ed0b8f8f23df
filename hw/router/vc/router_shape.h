#pragma once

#include <bit>
#include <cstdint>
#include <limits>

#include "hw/base/types.h"
#include "hw/router/vc/duato_config.h"

namespace switchyard {

/// What a router's step() knows of the router when it is compiled: nothing.
///
/// A shape states limits and makes promises; the code that a promise makes needless is left out.
struct AnyShape {
  using Count = std::uint16_t;  ///< Counts flits and VCs.
  static constexpr int kPortLimit = kMaxPorts;
  static constexpr int kVcLimit =
      kMaxPorts * kMaxVcs;        ///< Of all ports; 64: the masks of all VCs are one word each.
  static constexpr int kVcs = 0;  ///< Of each port, a power of two; 0: any.

  // Promises.
  static constexpr bool kHasOutputQueues = false;  ///< Flits go to output VCs, not straight to the link.
  static constexpr bool kCrossesEveryVc = false;   ///< All VCs that may cross do so in one cycle.
  static constexpr bool kHasNoPipeline =
      false;  ///< A flit is in its output VC in the cycle in which it crosses.
  static constexpr bool kLinksAreFree = false;   ///< Each link can take a flit in every cycle.
  static constexpr bool kVcsAreEqual = false;    ///< None goes first or is deeper.
  static constexpr bool kRoutesLater = false;    ///< Head flits are routed when the others have crossed.
  static constexpr bool kServesInTurn = false;   ///< Head flits get output VCs one after another.
  static constexpr bool kDecidesItself = false;  ///< With arbiters of its own, not with SwitchBlocks.
};

/// 4 VCs a port, up to 64 that all cross at once, links that are free, blocks of its own: the shape of most
/// runs.
struct PlainShape {
  using Count = std::uint8_t;
  static constexpr int kPortLimit = 10;
  static constexpr int kVcLimit = 64;
  static constexpr int kVcs = 4;

  static constexpr bool kHasOutputQueues = true;
  static constexpr bool kCrossesEveryVc = true;
  static constexpr bool kHasNoPipeline = true;
  static constexpr bool kLinksAreFree = true;
  static constexpr bool kVcsAreEqual = true;
  static constexpr bool kRoutesLater = true;
  static constexpr bool kServesInTurn = true;
  static constexpr bool kDecidesItself = true;
};

/// Up to 16 ports with up to 64 VCs in all, that all cross at once, with blocks of its own: hypercubes.
struct CubeShape {
  using Count = std::uint8_t;
  static constexpr int kPortLimit = 16;
  static constexpr int kVcLimit = 64;
  static constexpr int kVcs = 0;

  static constexpr bool kHasOutputQueues = true;
  static constexpr bool kCrossesEveryVc = true;
  static constexpr bool kHasNoPipeline = true;
  static constexpr bool kLinksAreFree = false;
  static constexpr bool kVcsAreEqual = true;
  static constexpr bool kRoutesLater = true;
  static constexpr bool kServesInTurn = true;
  static constexpr bool kDecidesItself = true;
};

/// Bits that number a port's VCs.
constexpr int vc_index_bits(int virtual_channels) {
  return std::bit_width(static_cast<unsigned>(virtual_channels) - 1);
}

/// Whether a router keeps what its shape would promise. `links_are_free`: as far as they are wide enough.
template <class Shape>
bool keeps_promises(const DuatoConfig& config, int port_count, bool links_are_free, bool decides_itself) {
  constexpr int kMaxFlits = std::numeric_limits<typename Shape::Count>::max();
  const int vcs = port_count << vc_index_bits(config.virtual_channels);
  const bool in_limits = port_count <= Shape::kPortLimit && vcs <= Shape::kVcLimit &&
                         config.input_depth.largest() <= kMaxFlits && config.output_depth <= kMaxFlits;
  const bool has_vcs = Shape::kVcs == 0 || config.virtual_channels == Shape::kVcs;
  const bool has_queues = config.output_depth != 0;
  return in_limits && has_vcs && (has_queues || !Shape::kHasOutputQueues) &&
         ((has_queues && config.crossbar == DuatoConfig::Crossbar::Vcs) || !Shape::kCrossesEveryVc) &&
         ((has_queues && config.crossing_cycles() == 1) || !Shape::kHasNoPipeline) &&
         ((links_are_free && !config.half_duplex) || !Shape::kLinksAreFree) &&
         ((config.t_routing != 0 && config.t_vc_allocation == 0) || !Shape::kRoutesLater) &&
         (!config.vc_allocator || !Shape::kServesInTurn) &&
         ((!config.has_priorities() && config.input_depth.alike()) || !Shape::kVcsAreEqual) &&
         (decides_itself || !Shape::kDecidesItself);
}

}  // namespace switchyard
