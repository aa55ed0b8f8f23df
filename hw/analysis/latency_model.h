#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "hw/analysis/queueing_network.h"

namespace switchyard {

/// How long packets wait in a network of virtual-channel routers at a load, by queueing theory: the mean over
/// all packets, without simulation.
///
/// The routing function gives the rates of all links and VCs (QueueingNetwork). Packets then wait for
///
///   their source   M/D/n: for one of its VCs, each of which a packet takes until its head flit has gone on
///   a VC           M/G/n by Sakasegawa's formula, with half of the variance: for one of those that routing
///                  allows, each of which a packet holds until it leaves room for the next one
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
/// A packet that may take several links takes each equally often, waits only when no VC of any is free, and
/// then takes a fallback (an escape VC), if that is free. Where it takes the link that was taken least
/// recently, it meets others only if they are on all of these links.
///
/// All that is solved by iteration; where it does not converge, the network is beyond saturation.
///
/// Source:  Sakasegawa, "An approximation formula Lq = a rho^b / (1 - rho)", Annals of the Institute of
///          Statistical Mathematics 29, 1977. That packets of one input do not wait for each other is usual
///          in models of wormhole routing. Stretch is ours.
class LatencyModel {
 public:
  struct Config {
    int flits = 1;   ///< Of every packet.
    int hop = 1;     ///< Cycles from the allocation of a VC until the head flit asks for the next one, and
    int credit = 1;  ///< from then until the slot of a flit that leaves can be used again: without the link.
    int catch_up = 1;        ///< Cycles that a head flit takes longer through a router than those behind it.
    int packets_per_vc = 1;  ///< That an output VC and the far input VC have room for, 1 at least,
    int spare = 0;           ///< and flits of one more that may still be there when the next one gets the VC.
    double vcs_behind = 0;   ///< That a packet still holds, beside that of its head flit, when it waits.
    bool least_recent = false;  ///< Of several links the one is taken that was taken least recently.
  };

  LatencyModel(QueueingNetwork network, const Config& config);

  /// Cycles beside those that packets take alone; nothing beyond saturation.
  std::optional<double> waiting(double load) const;
  /// The same for several loads, in ascending order.
  std::vector<std::optional<double>> waiting(std::span<const double> loads) const;
  struct Point {
    double load;
    double waiting;
  };
  /// The load up to which there is an answer, to a thousandth of it, and the waiting there.
  Point saturation() const;

 private:
  using Station = QueueingNetwork::Station;
  using Hop = QueueingNetwork::Hop;
  using Fork = QueueingNetwork::Fork;
  using Index = QueueingNetwork::Index;
  struct Part;
  struct State;
  struct Ahead;
  struct Solution;

  void climb(Solution& solution, Solution& next, double load) const;
  bool solve(Solution& solution) const;
  double iterate(Solution& solution) const;
  double wait_at(const Fork& fork, Solution& solution) const;
  double take(const Fork& fork, const Hop& hop, double wait_for_vc, Solution& solution) const;
  double wait_at_source(const Station& station, State& state, double load) const;
  void hold_vcs(const Station& station, State& state, const State& place, double load) const;
  Ahead ahead_at(const Station& station, const State& state, double load) const;
  void fill_vcs(const std::vector<Index>& place, Solution& solution) const;
  void open_vcs(const Station& station, double exponent, State& state, const State& before,
                double load) const;
  /// Cycles that the next head flit is routed behind the tail of a packet.
  double routed() const { return std::max(config_.catch_up - 1, 0); }

  QueueingNetwork network_;
  Config config_;
  std::vector<double> exponents_;  ///< [station]: see exponent().
};

}  // namespace switchyard
