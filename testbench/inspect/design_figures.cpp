#include "testbench/inspect/design_figures.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "hw/analysis/reachability.h"
#include "hw/analysis/zero_load.h"
#include "hw/base/bits.h"
#include "hw/base/random_stream.h"
#include "hw/base/ratio.h"
#include "testbench/experiment/machine.h"

namespace switchyard {
namespace {

constexpr NodeId kMaxNodesForAllPairs = 1024;

/// Collects the latencies of pairs of nodes, by their weights.
class ZeroLoadSum {
 public:
  ZeroLoadSum(const Design& design, int flits) : design_(design), flits_(flits) {}

  /// Nothing, if faults have left no way.
  void add(TerminalId from, TerminalId to, double weight = 1) {
    const NodeId source = design_.topology->attachment(from).entry.node;
    const NodeId destination = design_.topology->attachment(to).exit.node;
    if (source == kNoNode || destination == kNoNode) return;
    if (source != destination && !is_reachable(*design_.topology, *design_.routing, source, destination))
      return;
    const ZeroLoadPath path = zero_load_path(*design_.topology, *design_.routing, source, destination);
    const Cycle latency = zero_load_latency(design_.router.timing, path, flits_);
    least_ = std::min(least_, latency);
    most_ = std::max(most_, latency);
    sum_ += weight * static_cast<double>(latency);
    weights_ += weight;
  }
  std::optional<ZeroLoadFigures> figures(const std::string& pairs) const {
    if (weights_ == 0) return std::nullopt;
    return ZeroLoadFigures{flits_, static_cast<double>(least_), sum_ / weights_, static_cast<double>(most_),
                           pairs};
  }

 private:
  const Design& design_;
  int flits_;
  Cycle least_ = std::numeric_limits<Cycle>::max();
  Cycle most_ = 0;
  double sum_ = 0;
  double weights_ = 0;
};

std::optional<ZeroLoadFigures> over_all_pairs(const Design& design, int flits) {
  const TerminalId terminals = design.topology->terminal_count();
  ZeroLoadSum sum(design, flits);
  for (TerminalId source = 0; source < terminals; ++source) {
    for (TerminalId destination = 0; destination < terminals; ++destination) {
      if (source != destination) sum.add(source, destination);
    }
  }
  return sum.figures(ZeroLoadFigures::kAllPairs);
}

/// Over those that have traffic, each as often as it has packets.
std::optional<ZeroLoadFigures> over_demand(const Design& design, int flits, const Demand& demand) {
  const TerminalId terminals = design.topology->terminal_count();
  ZeroLoadSum sum(design, flits);
  for (TerminalId source = 0; source < terminals; ++source) {
    for (TerminalId destination = 0; destination < terminals; ++destination) {
      const double rate = demand.rate(source, destination);
      if (rate != 0) sum.add(source, destination, rate);
    }
  }
  return sum.figures(ZeroLoadFigures::kPairsOfTraffic);
}

/// Moves between central queues depend on more than the distance.
std::optional<ZeroLoadFigures> over_random_pairs(const Design& design, int flits) {
  constexpr int kPairs = 1 << 16;
  const TerminalId terminals = design.topology->terminal_count();
  RandomStream random(/*seed=*/1, /*node=*/0, Purpose::Destination);
  ZeroLoadSum sum(design, flits);
  for (int pair = 0; pair < kPairs; ++pair) {
    const TerminalId source = random.below(terminals);
    sum.add(source, (source + 1 + random.below(terminals - 1)) % terminals);
  }
  return sum.figures("over 65536 random pairs");
}

/// With links all alike every hop adds the same, so the mean distance has the mean latency.
ZeroLoadFigures by_distance(const Design& design, int flits, const TopologyMetrics& metrics,
                            int link_latency) {
  const auto at = [&](int hops) {
    const ZeroLoadPath path = ZeroLoadPath::over(hops, link_latency);
    return static_cast<double>(zero_load_latency(design.router.timing, path, flits));
  };
  const double per_hop = at(2) - at(1);
  return {flits, at(1), at(1) + (metrics.mean_distance - 1) * per_hop, at(metrics.diameter),
          "at distances 1, mean and diameter"};
}

BufferFigures buffers_of(const Design& design) {
  BufferFigures figures;
  figures.input_depths = design.router.timing.input_depth.listed(design.router.terminal.virtual_channels);
  figures.output_depth = design.router.timing.output_depth;
  const NodeId node = busiest_node(*design.topology);
  const PortMask ports = ports_in_use(*design.topology, node);
  design.make_router(node)->visit_buffers([&](const BufferView& view) {
    if (view.buffer.side != Side::Central && !ports.test(view.buffer.port)) return;
    if (view.buffer.side == Side::Input && view.capacity != 0) ++figures.input_vcs;
    if (view.buffer.side == Side::Output) ++figures.output_vcs;
  });
  figures.queues = design.router.queue_sizes;
  figures.link_queues = design.router.link_queues;
  figures.bound = buffer_bound(design);
  return figures;
}

/// Where the rest of `figures` is known.
std::optional<ZeroLoadFigures> zero_load_of(const Experiment& experiment, const DesignFigures& figures) {
  const Design& design = experiment.design;
  const Topology& topology = *design.whole_topology;
  const int flits = static_cast<int>(std::lround(experiment.injection.mean_packet));
  if (experiment.machine != nullptr) {
    if (const auto own = experiment.machine->zero_load(topology)) return own;
  }
  if (design.routing == nullptr) return std::nullopt;
  if (design.routing->routes_by_packet()) return std::nullopt;  // Ways are of packets, not of pairs.
  if (design.router.slot_period != 0) return std::nullopt;
  if (topology.terminal_count() <= kMaxNodesForAllPairs) {
    const Demand* const demand = experiment.injection.demand.get();
    return demand == nullptr || demand->uniform() ? over_all_pairs(design, flits)
                                                  : over_demand(design, flits, *demand);
  }
  const bool passes = design.routing != nullptr && !design.routing->stops_at_destination();
  const bool alike = topology.has_plain_terminals() && figures.links.size() == 1 &&
                     figures.narrow_links == 0 && !passes;  // Those paths are not minimal.
  if (!alike || !design.router.queue_sizes.empty() || !design.faults.known.empty())
    return over_random_pairs(design, flits);
  return by_distance(design, flits, figures.topology, figures.links.rbegin()->first);
}

}  // namespace

PortMask ports_in_use(const Topology& topology, NodeId node) {
  if (topology.has_plain_terminals()) return low_bits<PortMask>(topology.port_count());
  PortMask ports = topology.terminal_ports(node);
  for (PortId port = 0; port < topology.port_count(); ++port) {
    if (topology.far_end({node, port}).node != kNoNode) ports.set(port);
  }
  return ports;
}

NodeId busiest_node(const Topology& topology) {
  NodeId busiest = 0;
  for (NodeId node = 1; node < topology.node_count(); ++node) {
    if (ports_in_use(topology, node).count() > ports_in_use(topology, busiest).count()) busiest = node;
  }
  return busiest;
}

DesignFigures figures_of(const Experiment& experiment) {
  const Design& design = experiment.design;
  const Topology& topology = *design.whole_topology;
  DesignFigures figures;
  figures.topology = measure(topology, design.half_duplex());
  for (const Channel& channel : topology.channels()) {
    const bool one_way = topology.is_open(channel.to);
    if (channel.to < channel.from && !one_way) continue;  // The other direction of a link that was counted.
    ++figures.links[channel.latency];
    figures.one_way_links += one_way;
    figures.narrow_links += channel.cycles_per_flit != 1;
  }
  figures.buffers = buffers_of(design);
  figures.zero_load = zero_load_of(experiment, figures);
  figures.bounds = load_bounds(experiment, figures.topology);
  return figures;
}

}  // namespace switchyard
