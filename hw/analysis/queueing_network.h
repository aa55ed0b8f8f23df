#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <vector>

#include "hw/analysis/traffic_flow.h"

namespace switchyard {

/// Where packets of a network of virtual-channel routers wait, and how many go from one place to the next: by
/// the routing function, as far as nothing is in their way (TrafficFlow).
///
///   source --> VCs of a link --> VCs of a link --> ... --> VCs of a terminal
///                                      |
///                         fallback: VCs of a link
///
/// All rates are flits per cycle at load 1.
///
/// Errors: std::invalid_argument, which names what there is no model of: packets that may go round in
///         circles, and detours.
struct QueueingNetwork {
  struct Config {
    int virtual_channels = 1;
    int injection_vcs = 1;
    /// Of the VCs of a choice, those that a packet may take which enters the network, by no fallback then.
    /// Empty: all, and fallbacks, too.
    std::function<VcMask(VcMask)> open_to_entering = {};
  };
  using Index = std::uint32_t;
  /// VCs of a link that packets may choose among, those of a terminal, or the VCs of a source.
  struct Station {
    enum class Kind : std::uint8_t { Link, Exit, Source } kind = Kind::Link;
    VcMask mask;
    int delay = 1;  ///< Of the link.
    int vcs = 1;
    int terminals = 1;  ///< So many sources or exits of a node are alike, and share its packets.
    double rate = 0;    ///< Each: without those that come as a fallback,
    double link = 0;    ///< over its link, by all VCs,
    double by_vcs = 0;  ///< and by these VCs.
    /// Stations with VCs in common are one place: the packets that come by either are alike from then on.
    /// The first of them, which is its own, has the state of all.
    Index place = 0;
    double at_place = 0;  ///< By all stations of the place.
  };
  struct Hop {
    Index to;     ///< Station.
    Index place;  ///< Its.
    double rate;
    double merging = 0;           ///< Of all that come to that link by other inputs,
    double merging_share = 0;     ///< and their share of the link.
    double goes_there = 0;        ///< Share of the packets of the place that it comes from.
    double comes_from_there = 0;  ///< Share of the packets of the place that it goes to.
  };
  /// Where packets go from a place: by one of its hops, or if none has a free VC, of its fallbacks.
  struct Fork {
    Index from;  ///< Place.
    Index first_hop;
    Index hop_count;
    Index first_fallback;
    Index fallback_count;
  };

  /// `shares`: of all terminals of a node to all of another one. `space`: VCs.
  QueueingNetwork(const ResourceSpace& space, const RoutingFunction& routing, const TrafficShares& shares,
                  const Config& config);

  std::span<const Hop> hops_of(const Fork& fork) const {
    return std::span(hops).subspan(fork.first_hop, fork.hop_count);
  }
  std::span<const Index> fallbacks_of(const Fork& fork) const {
    return std::span(fallbacks).subspan(fork.first_fallback, fork.fallback_count);
  }
  /// Links that a packet takes, by their delays.
  std::map<int, double> mean_hops() const;

  std::vector<Station> stations;
  std::vector<std::vector<Index>> shared_places;  ///< Those of several stations: which.
  std::vector<Fork> forks;
  std::vector<Hop> hops;         ///< Fork by fork.
  std::vector<Index> fallbacks;  ///< Stations, fork by fork.
  double created = 0;

 private:
  class Builder;
};

}  // namespace switchyard
