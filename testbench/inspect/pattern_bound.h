#pragma once

#include <optional>
#include <string>

#include "hw/topology/metrics.h"
#include "testbench/experiment/experiment.h"

namespace switchyard {

/// The load that the pattern of a run's traffic allows.
struct PatternBound {
  double load = 0;    ///< Flits per node and cycle, over all nodes, silent or not.
  std::string limit;  ///< What is full then.
};

/// The loads that a network allows, in flits per node and cycle.
struct LoadBounds {
  double capacity = 0;  ///< Of uniform traffic: what the channels carry, and the terminals send and take.
  std::optional<PatternBound> pattern;
};

/// `pattern` is of uniform traffic the capacity. Of other patterns it is the bound of the sources, of the
/// terminals that most is sent to, and, in networks of up to some 1000 nodes, of the busiest channel if
/// packets take their ports equally often: a bound of deterministic routing, near it for adaptive routing.
///
/// None of workloads and of networks of more than 4096 nodes, unless the traffic is uniform. `metrics` are
/// those of the design's topology.
LoadBounds load_bounds(const Experiment& experiment, const TopologyMetrics& metrics);

/// "41.6 % of capacity", or of what its pattern allows, and why that is no more.
std::string share_text(double load, const LoadBounds& bounds);

}  // namespace switchyard
