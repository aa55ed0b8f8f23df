#include "testbench/inspect/pattern_bound.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "hw/analysis/path_figures.h"
#include "testbench/traffic/demand.h"

namespace switchyard {
namespace {

constexpr NodeId kMaxNodes = 4096;
constexpr std::size_t kMaxStates = std::size_t{1} << 22;  ///< Of walks from all nodes; some seconds.

/// A demand, in flits per cycle where the mean sender creates one.
struct Traffic {
  std::size_t pairs = 0;  ///< That have traffic.
  double most_of_a_source = 0;
  std::vector<double> destinations;
};

Traffic traffic_of(const Demand& demand, NodeId nodes) {
  Traffic traffic;
  traffic.destinations.resize(nodes);
  for (NodeId source = 0; source < nodes; ++source) {
    traffic.most_of_a_source = std::max(traffic.most_of_a_source, demand.rate(source));
    for (NodeId destination = 0; destination < nodes; ++destination) {
      const double rate = demand.rate(source, destination);
      if (rate == 0) continue;
      ++traffic.pairs;
      traffic.destinations[destination] += rate;
    }
  }
  return traffic;
}

/// What the terminals of one node send to those of another.
TrafficShares shares_of(const Demand& demand, const Topology& topology) {
  if (topology.has_plain_terminals())
    return [&](NodeId source, NodeId destination) { return demand.rate(source, destination); };
  const std::size_t nodes = topology.node_count();
  std::vector<double> shares(nodes * nodes);
  for (TerminalId source = 0; source < topology.terminal_count(); ++source) {
    const NodeId from = topology.attachment(source).entry.node;
    for (TerminalId to = 0; to < topology.terminal_count(); ++to) {
      const double share = demand.rate(source, to);
      if (share != 0) shares[from * nodes + topology.attachment(to).exit.node] += share;
    }
  }
  return [nodes, shares = std::move(shares)](NodeId source, NodeId destination) {
    return shares[source * nodes + destination];
  };
}

bool can_be_walked(const Design& design, const Traffic& traffic) {
  const NodeId nodes = design.topology->node_count();
  const std::size_t vcs = design.resources().size() / nodes;
  return design.routing != nullptr &&
         vcs * nodes * std::max<std::size_t>(traffic.pairs / nodes, 32) <= kMaxStates;
}

double capacity_of(const Design& design, const TopologyMetrics& metrics) {
  return std::min(metrics.capacity * design.router.link_rate, design.router.ejection_rate);
}

std::optional<PatternBound> pattern_bound(const Experiment& experiment, double capacity) {
  const Design& design = experiment.design;
  const Demand* const demand = experiment.injection.demand.get();
  if (demand == nullptr) return std::nullopt;
  if (demand->uniform()) return PatternBound{capacity, "the capacity"};
  const TerminalId terminals = design.topology->terminal_count();
  if (terminals > kMaxNodes) return std::nullopt;

  const Traffic traffic = traffic_of(*demand, terminals);
  double rate = design.router.link_rate / traffic.most_of_a_source;  // Of the mean sender.
  std::string limit = "its sources send no more";
  const auto busiest = std::max_element(traffic.destinations.begin(), traffic.destinations.end());
  if (design.router.ejection_rate / *busiest < rate) {
    rate = design.router.ejection_rate / *busiest;
    limit = fmt::format("the terminal of node {} takes no more", busiest - traffic.destinations.begin());
  }
  if (can_be_walked(design, traffic)) {
    const std::vector<double> load =
        channel_load(design.resources(), *design.routing, shares_of(*demand, *design.topology));
    const auto channel = busiest_channel(*design.topology, load, design.half_duplex());
    if (channel && design.router.link_rate / channel->load < rate) {
      rate = design.router.link_rate / channel->load;
      const Channel& full = design.topology->channels()[channel->channel];
      limit = fmt::format("channel {} -> {} is full, if packets take their ports equally often",
                          full.from.node, full.to.node);
    }
  }
  return PatternBound{rate * demand->senders() / terminals, std::move(limit)};
}

}  // namespace

LoadBounds load_bounds(const Experiment& experiment, const TopologyMetrics& metrics) {
  const double capacity = capacity_of(experiment.design, metrics);
  return {capacity, pattern_bound(experiment, capacity)};
}

std::string share_text(double load, const LoadBounds& bounds) {
  const auto& [capacity, pattern] = bounds;
  if (!pattern)
    return fmt::format("{:.1f} % of the capacity, which is that of uniform traffic", 100 * load / capacity);
  if (pattern->load == capacity) return fmt::format("{:.1f} % of capacity", 100 * load / capacity);
  return fmt::format("{:.1f} % of what the pattern allows: at {:.4f} {}", 100 * load / pattern->load,
                     pattern->load, pattern->limit);
}

}  // namespace switchyard
