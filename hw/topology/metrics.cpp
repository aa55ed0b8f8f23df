#include "hw/topology/metrics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "hw/base/ratio.h"
#include "hw/topology/bisection.h"
#include "hw/topology/butterfly.h"
#include "hw/topology/fat_tree.h"
#include "hw/topology/grid.h"
#include "hw/topology/hyperx.h"
#include "hw/topology/link_kinds.h"
#include "hw/topology/multistage.h"

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

/// `terminals`: of each node.
TopologyMetrics measure_grid(const Grid& grid, int terminals) {
  TopologyMetrics metrics;
  metrics.bisection = static_cast<double>(2 * bisection_of_grid(grid));
  metrics.capacity = std::numeric_limits<double>::infinity();
  double mean_with_self = 0;
  for (const int k : grid.radices()) {
    metrics.diameter += grid.wraps() ? k / 2 : k - 1;
    metrics.capacity = std::min(metrics.capacity, capacity_of_dimension(grid, k));
    mean_with_self += mean_hops(grid, k);
  }
  const double all = static_cast<double>(grid.node_count()) * terminals;
  metrics.mean_distance = mean_with_self * all / (all - 1);
  metrics.capacity /= terminals;
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
  metrics.bisection = static_cast<double>(2 * cut.links);
  metrics.bisection_exact = cut.exact;
  metrics.capacity =
      std::min(static_cast<double>(cut.links) / flits_across, channels_per_node / mean_with_self);
  return metrics;
}

/// Of any graph with any terminals.
TopologyMetrics measure_attached(const Topology& topology) {
  std::vector<double> senders(topology.node_count());
  std::vector<double> receivers(topology.node_count());
  double same = 0;  // Pairs of a terminal and itself, and the hops between its ports.
  double hops_to_itself = 0;
  const auto count = [](std::vector<double>& at, const PortRef& port) {
    if (port.node != kNoNode) ++at[port.node];
  };
  for (TerminalId t = 0; t < topology.terminal_count(); ++t) {
    count(senders, topology.attachment(t).entry);
    count(receivers, topology.attachment(t).exit);
  }
  TopologyMetrics metrics;
  double pairs = 0;
  double all_hops = 0;
  for (const NodeId from : topology.sources()) {
    const std::vector<int> hops = hops_from(topology, from);
    for (const NodeId to : topology.destinations()) {
      if (hops[to] < 0) throw std::logic_error("measure: the topology is not connected");
      metrics.diameter = std::max(metrics.diameter, hops[to]);
      pairs += senders[from] * receivers[to];
      all_hops += senders[from] * receivers[to] * hops[to];
    }
  }
  for (TerminalId t = 0; t < topology.terminal_count(); ++t) {
    const auto [entry, exit] = topology.attachment(t);
    if (entry.node == kNoNode || exit.node == kNoNode) continue;
    ++same;
    hops_to_itself += entry.node == exit.node ? 0 : hops_from(topology, entry.node)[exit.node];
  }
  if (pairs == same) throw std::logic_error("measure: a network has at least two terminals");
  metrics.mean_distance = (all_hops - hops_to_itself) / (pairs - same);

  const double sending = std::accumulate(senders.begin(), senders.end(), 0.0);
  const double receiving = std::accumulate(receivers.begin(), receivers.end(), 0.0);
  double channels = 0;
  for (const Channel& channel : topology.channels()) channels += 1.0 / channel.cycles_per_flit;
  const WeightedCut cut = cut_terminals(topology);
  metrics.bisection = cut.there + cut.back;
  metrics.bisection_exact = false;
  const double load = all_hops / pairs * sending;  // Of all channels, if each sends a flit per cycle.
  metrics.capacity = load == 0 ? std::numeric_limits<double>::infinity() : channels / load;
  for (const bool there : {true, false}) {
    double across = 0;
    for (const NodeId from : topology.sources()) {
      for (const NodeId to : topology.destinations()) {
        if (cut.from[from] == there && cut.from[to] != there) across += senders[from] * receivers[to];
      }
    }
    const double width = there ? cut.there : cut.back;
    if (across != 0) metrics.capacity = std::min(metrics.capacity, width * receiving / across);
  }
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
  const Butterfly& butterfly = *topology.shape<Butterfly>();
  const std::vector<std::uint8_t>& hops = butterfly.hops();
  const double all_hops = std::accumulate(hops.begin(), hops.end(), 0.0);
  const int columns_cut = butterfly.has_extra_column() && butterfly.dimensions() == 1 ? 2 : 1;
  return measure_cut(
      topology, *std::max_element(hops.begin(), hops.end()), ratio(all_hops, hops.size()),
      {std::int64_t{columns_cut} << butterfly.dimensions(), /*exact=*/!butterfly.has_extra_column()});
}

/// Each cut is between the switches of a level and their parents. It is the best if whole subtrees of that
/// level make half of the tree: a subtree is cut off at the cost of its links up, or in parts that cost no
/// less each.
TopologyMetrics measure_fat_tree(const Topology& topology) {
  const FatTree& tree = *topology.shape<FatTree>();
  const double terminals = tree.terminal_count();
  const auto terminals_below = [&](int level) {
    return static_cast<double>(tree.leaves_below(level)) * tree.children(0);
  };
  TopologyMetrics metrics;
  metrics.diameter = tree.distance(0, tree.leaf_count() - 1);
  metrics.bisection = std::numeric_limits<double>::infinity();
  metrics.capacity = std::numeric_limits<double>::infinity();
  double all_hops = 0;  // From one terminal to all.
  for (int level = 0; level + 1 < tree.levels(); ++level) {
    const double links = static_cast<double>(tree.switches(level)) * tree.parents(level);
    all_hops += 2 * (level + 1) * (terminals_below(level + 1) - terminals_below(level));
    metrics.capacity = std::min(metrics.capacity, links / (terminals - terminals_below(level)));
    if (links >= metrics.bisection) continue;
    metrics.bisection = links;
    metrics.bisection_exact = tree.leaf_count() / tree.leaves_below(level) % 2 == 0;
  }
  metrics.mean_distance = all_hops / (terminals - 1);
  if (!metrics.bisection_exact) {
    const WeightedCut cut = cut_terminals(topology);
    metrics.bisection = cut.there + cut.back;
  }
  return metrics;
}

TopologyMetrics measure_hyperx(const Topology& topology) {
  const HyperX& hyperx = *topology.shape<HyperX>();
  const double per_node = topology.terminals_per_node();
  const double terminals = topology.terminal_count();
  TopologyMetrics metrics;
  metrics.diameter = hyperx.dimensions();
  metrics.bisection = static_cast<double>(2 * bisection_of_hyperx(hyperx));
  double mean_with_self = 0;
  for (const int k : hyperx.radices()) mean_with_self += (k - 1.0) / k;
  metrics.mean_distance = mean_with_self * terminals / (terminals - 1);
  metrics.capacity = *std::min_element(hyperx.radices().begin(), hyperx.radices().end()) / per_node;
  return metrics;
}

/// One path of a link between every two stages leads from each terminal to each: uniform traffic loads all
/// links alike.
TopologyMetrics measure_multistage(const Topology& topology) {
  const int hops = topology.shape<Multistage>()->stages() - 1;
  const WeightedCut cut = cut_terminals(topology);
  TopologyMetrics metrics;
  metrics.diameter = hops;
  metrics.mean_distance = hops;
  metrics.bisection = cut.there + cut.back;
  metrics.bisection_exact = false;
  metrics.capacity = hops == 0 ? std::numeric_limits<double>::infinity() : 1;
  return metrics;
}

/// Hops between `start` and every node, over the ports that lead to a neighbour; -1 where there is no way.
template <class Neighbour>
std::vector<int> breadth_first(const Topology& topology, NodeId start, Neighbour&& neighbour) {
  std::vector<int> hops(topology.node_count(), -1);
  std::vector<NodeId> reached{start};  // In order of distance; also the queue of nodes to look at.
  hops[start] = 0;
  for (std::size_t next = 0; next < reached.size(); ++next) {
    const NodeId here = reached[next];
    for (PortId port = 0; port < topology.port_count(); ++port) {
      const NodeId there = neighbour(PortRef{here, port});
      if (there == kNoNode || hops[there] >= 0) continue;
      hops[there] = hops[here] + 1;
      reached.push_back(there);
    }
  }
  return hops;
}

}  // namespace

std::vector<int> hops_from(const Topology& topology, NodeId from) {
  return breadth_first(topology, from, [&](PortRef port) {
    return topology.is_open(port) ? kNoNode : topology.peer(port).node;
  });
}

std::vector<int> hops_to(const Topology& topology, NodeId to) {
  return breadth_first(topology, to, [&](PortRef port) {
    return topology.channel_to(port) < 0 ? kNoNode : topology.feeder(port).node;
  });
}

TopologyMetrics measure(const Topology& topology, bool half_duplex) {
  if (topology.terminal_count() < 2) throw std::logic_error("measure: a network has at least two terminals");
  const auto measure_one = [&] {
    const int terminals = topology.terminals_per_node();
    if (topology.shape<Butterfly>() && topology.is_whole()) return measure_butterfly(topology);
    if (topology.shape<FatTree>() && topology.is_whole()) return measure_fat_tree(topology);
    if (topology.shape<Multistage>() && topology.is_whole()) return measure_multistage(topology);
    if (topology.shape<HyperX>() && topology.is_whole()) return measure_hyperx(topology);
    const bool plain_links = !has_narrow_links(topology) && !has_one_way_links(topology);
    if (topology.shape<Grid>() && topology.is_whole() && terminals != 0 && plain_links)
      return measure_grid(*topology.shape<Grid>(), terminals);
    return topology.has_plain_terminals() && plain_links ? measure_graph(topology)
                                                         : measure_attached(topology);
  };
  TopologyMetrics metrics = measure_one();
  if (half_duplex) metrics.capacity /= 2;
  return metrics;
}

}  // namespace switchyard
