#pragma once

#include <optional>
#include <vector>

#include "hw/analysis/analysis_progress.h"
#include "hw/analysis/resource_space.h"
#include "hw/analysis/traffic_flow.h"

namespace switchyard {

/// Paths of nodes from one node to another, over the pairs of nodes.
struct PathRange {
  double fewest = 0;  ///< Paths of a pair,
  double most = 0;    ///< exact up to 2^53.
  int shortest = 0;   ///< Hops of a path,
  int longest = 0;    ///< minimal or not.
};

/// What a routing relation offers between all pairs of nodes.
struct PathFigures {
  bool minimal = true;  ///< Every hop leads nearer to the destination.
  /// [distance]: mean share of the minimal paths that packets may take, over the connected pairs at that
  /// distance. Nothing where there are no pairs, as for distance 0.
  std::vector<std::optional<double>> adaptivity;
  double mean_adaptivity = 0;  ///< Over all these pairs.
  /// Over the same pairs, without those that faults have cut off; nothing if packets may go round in circles.
  std::optional<PathRange> paths;
  bool every_destination = true;  ///< False: these were measured to some destinations only.
  /// [channel]: how many classes its VCs fall into, if packets may take all VCs of a class or none: as many
  /// VCs are needed. 0 if no packet takes the channel.
  std::vector<int> vc_classes;
  /// [channel]: flits per cycle if every terminal sends one flit per cycle evenly to all others, and each
  /// packet takes any of its ports equally often, escapes only where there is nothing else. Empty if packets
  /// may go round in circles.
  std::vector<double> channel_load;
  std::size_t used_resources = 0;  ///< VCs of links and queues that some packet may ever hold.
};

/// Walks the relation for every destination.
///
/// Adaptivity and the range of paths take every destination of up to 1024 nodes, else 64 of them, evenly
/// spread.
/// Precondition: every packet that sets out can be delivered (find_undelivered_pair, SurvivingRoutes).
PathFigures measure_paths(const ResourceSpace& space, const RoutingFunction& routing,
                          const AnalysisProgress& progress = no_progress);

/// A channel and its load, as a share of what it carries at most; of a half-duplex link that of both
/// directions.
struct ChannelLoad {
  std::size_t channel;
  double load;
};

/// The one with the largest load; none if there are no loads.
std::optional<ChannelLoad> busiest_channel(const Topology& topology, const std::vector<double>& channel_load,
                                           bool half_duplex);

/// PathFigures::channel_load of other traffic. Time: a walk for each destination, from its sources.
std::vector<double> channel_load(const ResourceSpace& space, const RoutingFunction& routing,
                                 const TrafficShares& shares);

}  // namespace switchyard
