#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hw/design/proof/buffer_bound.h"
#include "hw/topology/metrics.h"
#include "testbench/experiment/experiment.h"
#include "testbench/inspect/pattern_bound.h"

namespace switchyard {

/// Zero-load packet latency over the ordered pairs of different nodes, in cycles.
struct ZeroLoadFigures {
  int flits = 1;  ///< The mean packet length, rounded.
  double min = 0;
  double mean = 0;
  double max = 0;
  static constexpr const char* kAllPairs = "over all pairs";
  std::string pairs = kAllPairs;  ///< Of which pairs: all; random ones; or, with the slowest link everywhere,
                                  ///< such at distance 1, the mean distance and the diameter.
};

/// The buffers of node 0, and what those of all nodes can hold.
struct BufferFigures {
  int input_lanes = 0;
  int input_depth = 0;  ///< Flits per lane.
  int output_lanes = 0;
  int output_depth = 0;
  std::vector<int> queues;  ///< Packets of each central queue.
  BufferBound bound;
};

/// What can be said of an experiment before it runs: of the topology without its faults, of the latency with
/// those that routing knows.
struct DesignFigures {
  TopologyMetrics topology;
  std::map<int, std::size_t> links;  ///< Latency in cycles -> links of that latency.
  BufferFigures buffers;
  std::optional<ZeroLoadFigures> zero_load;  ///< None if faults have left no way between any two nodes.
  LoadBounds bounds;
};

/// Of the operations of a shared memory machine whose links are all as slow as the slowest. `topology` is a
/// butterfly.
ZeroLoadFigures zero_load_of_operations(const Topology& topology);

/// Time: up to 1024 nodes proportional to the pairs and their distance, above that to the nodes.
DesignFigures figures_of(const Experiment& experiment);

}  // namespace switchyard
