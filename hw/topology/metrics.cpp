#include "hw/topology/metrics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "hw/base/ratio.h"
#include "hw/topology/bisection.h"

namespace switchyard {
namespace {

/// Ordered pairs of coordinates on different sides of a dimension's middle cut, one way. In a ring it is
/// also the sum of distances from one node to all.
int pairs_across_middle(int radix) { return radix * radix / 4; }

/// Hops between two independent, uniformly drawn coordinates of one dimension.
double mean_hops(const Grid& grid, int radix) {
  const double k = radix;
  return grid.wraps() ? pairs_across_middle(radix) / k : (k * k - 1) / (3 * k);
}

/// Load at which the channels across the middle cut of one dimension are full.
double capacity_of_dimension(const Grid& grid, int radix) {
  const int channels_per_line = grid.wraps() ? 2 : 1;
  return static_cast<double>(channels_per_line) * radix / pairs_across_middle(radix);
}

TopologyMetrics measure_grid(const Grid& grid) {
  TopologyMetrics metrics;
  metrics.bisection = 2 * bisection_of_grid(grid);
  metrics.capacity = std::numeric_limits<double>::infinity();
  double mean_with_self = 0;
  for (const int k : grid.radices()) {
    metrics.diameter += grid.wraps() ? k / 2 : k - 1;
    metrics.capacity = std::min(metrics.capacity, capacity_of_dimension(grid, k));
    mean_with_self += mean_hops(grid, k);
  }
  const double nodes = grid.node_count();
  metrics.mean_distance = mean_with_self * nodes / (nodes - 1);
  return metrics;
}

/// `mean_with_self`: hops between two nodes drawn independently.
TopologyMetrics measure_cut(const Topology& topology, int diameter, double mean_with_self,
                            const Bisection& cut) {
  const double nodes = topology.node_count();
  const double half = std::floor(nodes / 2);
  const double flits_across = half * (nodes - half) / nodes;  // One way, at one flit per node and cycle.
  const double channels_per_node = ratio(topology.channels().size(), nodes);
  TopologyMetrics metrics;
  metrics.diameter = diameter;
  metrics.mean_distance = mean_with_self * nodes / (nodes - 1);
  metrics.bisection = 2 * cut.links;
  metrics.bisection_exact = cut.exact;
  metrics.capacity =
      std::min(static_cast<double>(cut.links) / flits_across, channels_per_node / mean_with_self);
  return metrics;
}

TopologyMetrics measure_graph(const Topology& topology) {
  int diameter = 0;
  std::int64_t all_hops = 0;
  for (NodeId from = 0; from < topology.node_count(); ++from) {
    for (const int hops : hops_from(topology, from)) {
      if (hops < 0) throw std::logic_error("measure: the topology is not connected");
      diameter = std::max(diameter, hops);
      all_hops += hops;
    }
  }
  const double nodes = topology.node_count();
  return measure_cut(topology, diameter, static_cast<double>(all_hops) / (nodes * nodes), bisect(topology));
}

/// The links that flip one bit of the row cut it into halves; without an extra column no cut is better. With
/// one, bit 0 is flipped in two columns.
TopologyMetrics measure_butterfly(const Topology& topology) {
  const Butterfly& butterfly = *topology.butterfly();
  const std::vector<std::uint8_t>& hops = butterfly.hops();
  const double all_hops = std::accumulate(hops.begin(), hops.end(), 0.0);
  const int columns_cut = butterfly.has_extra_column() && butterfly.dimensions() == 1 ? 2 : 1;
  return measure_cut(
      topology, *std::max_element(hops.begin(), hops.end()), ratio(all_hops, hops.size()),
      {std::int64_t{columns_cut} << butterfly.dimensions(), /*exact=*/!butterfly.has_extra_column()});
}

}  // namespace

std::vector<int> hops_from(const Topology& topology, NodeId from) {
  std::vector<int> hops(topology.node_count(), -1);
  std::vector<NodeId> reached{from};  // In order of distance; also the queue of nodes to look at.
  hops[from] = 0;
  for (std::size_t next = 0; next < reached.size(); ++next) {
    const NodeId here = reached[next];
    for (PortId port = 0; port < topology.terminal_port(); ++port) {
      if (topology.is_open({here, port})) continue;
      const NodeId there = topology.peer({here, port}).node;
      if (hops[there] >= 0) continue;
      hops[there] = hops[here] + 1;
      reached.push_back(there);
    }
  }
  return hops;
}

TopologyMetrics measure(const Topology& topology, bool half_duplex) {
  if (topology.node_count() < 2) throw std::logic_error("measure: a network has at least two nodes");
  const auto measure_one = [&] {
    if (topology.grid() && topology.is_whole()) return measure_grid(*topology.grid());
    if (topology.butterfly() && topology.is_whole()) return measure_butterfly(topology);
    return measure_graph(topology);
  };
  TopologyMetrics metrics = measure_one();
  if (half_duplex) metrics.capacity /= 2;
  return metrics;
}

}  // namespace switchyard
