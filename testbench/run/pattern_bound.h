#pragma once

#include <optional>
#include <string>

#include "hw/topology/metrics.h"
#include "testbench/run/experiment.h"

namespace switchyard {

/// Flits per cycle over a link, and out of the network at a node, at most.
double link_rate(const Design& design);
double terminal_rate(const Design& design);

/// Flits per node and cycle of uniform traffic that the network can carry, and its terminals can send and
/// take.
double capacity_of(const Design& design, const TopologyMetrics& metrics);

/// The load that the pattern of a run's traffic allows.
struct PatternBound {
  double load = 0;    ///< Flits per node and cycle, over all nodes, silent or not.
  std::string limit;  ///< What is full then.
};

/// Of uniform traffic the capacity. Of other patterns the bound of the sources, of the terminals that most is
/// sent to, and, in networks of up to some 1000 nodes, of the busiest channel if packets take their ports
/// equally often: a bound of deterministic routing, near it for adaptive routing.
///
/// None of workloads and of networks of more than 4096 nodes, unless the traffic is uniform.
std::optional<PatternBound> pattern_bound(const Experiment& experiment, double capacity);

}  // namespace switchyard
