#include "testbench/run/design_figures.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "hw/analysis/zero_load.h"

namespace switchyard {
namespace {

constexpr NodeId kMostNodesForAllPairs = 1024;

ZeroLoadFigures over_all_pairs(const Design& design, int flits) {
  const Topology& topology = *design.topology;
  Cycle least = std::numeric_limits<Cycle>::max();
  Cycle most = 0;
  Cycle sum = 0;
  for (NodeId source = 0; source < topology.node_count(); ++source) {
    for (NodeId destination = 0; destination < topology.node_count(); ++destination) {
      if (source == destination) continue;
      const Cycle latency = zero_load_latency(
          design.timing, zero_load_path(topology, *design.routing, source, destination), flits);
      least = std::min(least, latency);
      most = std::max(most, latency);
      sum += latency;
    }
  }
  const double nodes = topology.node_count();
  return {flits, static_cast<double>(least), static_cast<double>(sum) / (nodes * (nodes - 1)),
          static_cast<double>(most), true};
}

/// With links all alike every hop adds the same, so the mean distance has the mean latency.
ZeroLoadFigures by_distance(const Design& design, int flits, const TopologyMetrics& metrics,
                            int link_latency) {
  const auto at = [&](int hops) {
    const ZeroLoadPath path{std::vector<int>(static_cast<std::size_t>(hops), link_latency)};
    return static_cast<double>(zero_load_latency(design.timing, path, flits));
  };
  const double per_hop = at(2) - at(1);
  return {flits, at(1), at(1) + (metrics.mean_distance - 1) * per_hop, at(metrics.diameter), false};
}

BufferFigures buffers_of(const Design& design) {
  BufferFigures figures;
  figures.input_depth = design.timing.input_depth;
  figures.output_depth = design.timing.output_depth;
  design.make_router(0)->visit_lanes([&](const LaneView& view) {
    if (view.lane.side == Side::Input) ++figures.input_lanes;
    if (view.lane.side == Side::Output) ++figures.output_lanes;
  });
  figures.queues = design.queue_sizes;
  return figures;
}

}  // namespace

DesignFigures figures_of(const Experiment& experiment) {
  const Design& design = experiment.design;
  const Topology& topology = *design.topology;
  DesignFigures figures;
  figures.topology = measure(topology, design.half_duplex);
  for (const Channel& channel : topology.channels()) {
    if (channel.from < channel.to) ++figures.links[channel.latency];
  }
  figures.buffers = buffers_of(design);
  const int flits = static_cast<int>(std::lround(experiment.injection.mean_packet));
  figures.zero_load = topology.node_count() <= kMostNodesForAllPairs
                          ? over_all_pairs(design, flits)
                          : by_distance(design, flits, figures.topology, figures.links.rbegin()->first);
  figures.load_share = experiment.injection.load / figures.topology.capacity;
  return figures;
}

}  // namespace switchyard
