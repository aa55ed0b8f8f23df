#pragma once

#include <map>

#include "hw/topology/metrics.h"
#include "testbench/run/experiment.h"

namespace switchyard {

/// Zero-load packet latency over the ordered pairs of different nodes, in cycles.
struct ZeroLoadFigures {
  int flits = 1;  ///< The mean packet length, rounded.
  double min = 0;
  double mean = 0;
  double max = 0;
  bool all_pairs =
      true;  ///< False: from the distances 1, mean and diameter, with the slowest link everywhere.
};

/// Lanes on one side of a router.
struct LaneFigures {
  int lanes = 0;
  int depth = 0;  ///< Flits per lane.
  int flits() const { return lanes * depth; }
};

/// What can be said of an experiment before it runs.
struct DesignFigures {
  TopologyMetrics topology;
  std::map<int, std::size_t> links;  ///< Latency in cycles -> links of that latency.
  LaneFigures input_lanes;
  ZeroLoadFigures zero_load;
  double load_share = 0;  ///< Offered load / capacity; 0 for a finite workload.
};

/// Time: up to 1024 nodes proportional to the pairs and their distance, above that to the nodes.
DesignFigures figures_of(const Experiment& experiment);

}  // namespace switchyard
