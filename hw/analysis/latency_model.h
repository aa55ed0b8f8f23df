#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "hw/analysis/traffic_flow.h"

namespace switchyard {

/// How long packets wait in a network of virtual-channel routers at a load, by queueing theory: the mean over
/// all packets, without simulation.
///
/// The routing function gives the rates of all links and VCs (TrafficFlow). Packets then wait for
///
///   their source   M/D/n: for one of its VCs, each of which a packet takes until its head flit has gone on
///   a VC           M/G/n by Sakasegawa's formula, with half of the variance: for one of those that routing
///                  allows on the link, each of which a packet holds until it leaves room for the next one
///   each other     packets that come to a link by different inputs take turns on it, flit by flit, so that
///                  the tail of either falls behind its head flit: it is *stretched*
///
/// A packet of L flits meets another one that comes within L cycles before or after it, and each is stretched
/// by 0 to L flits; the more often, the busier the link, as in a processor that is shared. A packet that is
/// stretched already has gaps, which the flits of the other fill. Behind the point where two part, a tail
/// catches up with its head flit at each router, by the cycles for which that is routed.
///
///     rates --> waits for VCs <--> how long they are held
///                    ^                   |
///                    |                   v
///            who meets on links --> stretch, from link to link
///
/// All that is solved by iteration; where it does not converge, the network is beyond saturation.
///
/// Precondition: every packet has one way, which depends on what it holds and where it goes only.
/// Source:  Sakasegawa, "An approximation formula Lq = a rho^b / (1 - rho)", Annals of the Institute of
///          Statistical Mathematics 29, 1977. That packets of one input do not wait for each other is usual
///          in models of wormhole routing. Stretch is ours.
class LatencyModel {
 public:
  struct Config {
    int flits = 1;  ///< Of every packet.
    int virtual_channels = 1;
    int injection_vcs = 1;
    int hop = 1;       ///< Cycles from the allocation of a VC until the head flit asks for the next one.
    int credit = 1;    ///< Cycles from then until the slot of a flit that leaves can be used again.
    int catch_up = 1;  ///< Cycles that a head flit takes longer through a router than those behind it.
    int packets_per_vc = 1;  ///< That an output VC and the far input VC have room for, 1 at least,
    int spare = 0;           ///< and flits of one more that may still be there when the next one gets the VC.
    double vcs_behind = 0;   ///< That a packet still holds, beside that of its head flit, when it waits.
  };

  /// `shares`: flits per cycle at load 1. `space`: VCs; one terminal at each node.
  LatencyModel(const ResourceSpace& space, const RoutingFunction& routing, const TrafficShares& shares,
               const Config& config);

  /// Links that a packet takes.
  double mean_hops() const;
  /// Cycles beside those that packets take alone; nothing beyond saturation.
  std::optional<double> waiting(double load) const;
  /// The same for several loads, in ascending order.
  std::vector<std::optional<double>> waiting(std::span<const double> loads) const;
  /// The load up to which there is an answer, to a thousandth of it.
  double saturation() const;

 private:
  using Index = std::uint32_t;
  /// VCs of a link that packets may choose among, those of a terminal, or the VCs of a source.
  struct Station {
    enum class Kind : std::uint8_t { Link, Exit, Source } kind = Kind::Link;
    int vcs = 1;
    double exponent = 1;  ///< Of the probability that all are taken.
    double rate = 0;      ///< Flits per cycle at load 1,
    double link = 0;      ///< and over its link, by all VCs.
  };
  struct Hop {
    Index from;
    Index to;
    double rate;                  ///< Flits per cycle at load 1.
    double merging = 0;           ///< Of all that come to that link by other inputs,
    double merging_share = 0;     ///< and their share of the link.
    double goes_there = 0;        ///< Share of the packets of `from`.
    double comes_from_there = 0;  ///< Share of the packets of `to`.
  };
  struct Part;
  struct State;
  struct Solution;
  class Builder;

  void climb(Solution& solution, double load) const;
  bool solve(Solution& solution) const;
  double iterate(Solution& solution) const;

  Config config_;
  std::vector<Station> stations_;
  std::vector<Hop> hops_;
  double created_ = 0;  ///< Flits per cycle at load 1.
};

}  // namespace switchyard
