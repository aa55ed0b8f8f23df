#pragma once

#include <cstdint>
#include <vector>

#include "hw/base/types.h"
#include "hw/base/vc_depths.h"
#include "hw/routing/routing_function.h"
#include "hw/topology/topology.h"

namespace switchyard {

/// Delays of a router's pipeline and of its credit loops, all in cycles.
struct PipelineTiming {
  int router = 2;            ///< From a head flit's arrival at an input to its output register.
  VcDepths input_depth = 1;  ///< Flits that may be under way before a credit must return.
  int output_depth =
      1;  ///< Flits between crossbar and link; 0: a flit goes through the crossbar to the link.
  int credit_turnaround = 1;  ///< From a head flit's arrival to the cycle in which its credit leaves.
  int send_overhead = 0;      ///< From the cycle that spends a credit to the flit's output register.
  bool half_duplex = false;   ///< A network link must be asked for one link latency ahead.
  int internal_move = 0;      ///< From one central queue of a node to another.
  bool path_setup = false;    ///< The flits behind the head wait until it is answered from the terminal.
  bool bypass = false;        ///< A flit that finds a router empty spends no cycle in it.
  int late_request = 0;       ///< Cycles that a half-duplex link is asked for later than one latency ahead.
};

/// Cycles after which the VC slot of a flit can be used again over a channel of this delay.
int credit_loop(const PipelineTiming& timing, int link_delay);

/// A way through the network: its channels, and its moves from one central queue to another.
struct ZeroLoadPath {
  struct Link {
    int delay = 1;            ///< Cycles; see Channel.
    int cycles_per_flit = 1;  ///< The same.
  };
  std::vector<Link> links = {};
  int internal_moves = 0;

  /// Over links that are alike, and as wide as a flit.
  static ZeroLoadPath over(int hops, int link_latency) {
    return {.links = std::vector<Link>(hops, {link_latency, /*cycles_per_flit=*/1})};
  }
};

/// Cycles from a packet's creation to the arrival of its tail, in an empty network, along a path.
///
///   1 + (h + 1) router + m internal_move + sum(link) + 1 + (flits - 1)
///
/// and where a path is set up, with two flits or more, 2 sum(link) + 1 on top,
///
/// for h hops and m moves, with terminal links of 1 cycle; with bypass, router counts as 0; a half-duplex
/// link adds link - 1 + late_request per hop. A packet that does not fit into a VC shallower than a credit
/// loop is stopped again and again, and the flits of one that crosses a narrow link come apart: their times
/// are then found one after the other by the rules of the router, in time and memory of flits times hops.
/// Where VCs differ in depth all count as the smallest: if that matters, the packet may be there earlier.
Cycle zero_load_latency(const PipelineTiming& timing, const ZeroLoadPath& path, int flits);

/// The way that takes the first legal choice everywhere. On a topology whose links are all alike every
/// minimal path takes as long, unless the relation moves packets between central queues on some of them only.
/// Where a relation has paths that are not minimal, others may be longer or shorter than this one.
ZeroLoadPath zero_load_path(const Topology& topology, const RoutingFunction& routing, NodeId source,
                            NodeId destination);

}  // namespace switchyard
