#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hw/design/proof/buffer_bound.h"
#include "hw/topology/metrics.h"
#include "testbench/experiment/experiment.h"
#include "testbench/experiment/zero_load_figures.h"
#include "testbench/inspect/pattern_bound.h"

namespace switchyard {

/// The buffers of node 0, and what those of all nodes can hold.
/// The ports of a router that have a link or a terminal; where each node has its terminal at the last port,
/// all.
PortMask ports_in_use(const Topology& topology, NodeId node);
/// The node that has most of them.
NodeId busiest_node(const Topology& topology);

/// Of the node with most ports in use.
struct BufferFigures {
  int input_vcs = 0;
  std::vector<int> input_depths;  ///< Flits of each VC of a port; one number where all are alike.
  int output_vcs = 0;
  int output_depth = 0;
  std::vector<int> queues;  ///< Packets of each central queue.
  std::optional<LinkQueues> link_queues;
  std::optional<BufferBound> bound;
};

/// What can be said of an experiment before it runs: of the topology without its faults, of the latency with
/// those that routing knows.
struct DesignFigures {
  TopologyMetrics topology;
  std::map<int, std::size_t> links;  ///< Latency in cycles -> links of that latency.
  std::size_t narrow_links = 0;      ///< Those that take a flit in several cycles.
  std::size_t one_way_links = 0;
  BufferFigures buffers;
  std::optional<ZeroLoadFigures> zero_load;  ///< None if faults have left no way between any two nodes.
  LoadBounds bounds;
};

/// Time: up to 1024 nodes proportional to the pairs and their distance, above that to the nodes.
DesignFigures figures_of(const Experiment& experiment);

}  // namespace switchyard
