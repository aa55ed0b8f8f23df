#include "hw/topology/builders.h"
#include "hw/topology/grid.h"

namespace switchyard {
namespace {

/// The whole mesh.
std::vector<int> radices_of(const ChipletsConfig& config) {
  std::vector<int> radices;
  for (std::size_t d = 0; d < config.radix.size(); ++d)
    radices.push_back(config.radix[d] * config.chiplets[d]);
  return radices;
}

/// Which row of its chiplet's edge in dimension d a node is in.
int row_of(const ChipletsConfig& config, const Grid& grid, NodeId node, int d) {
  int row = 0;
  for (int e = grid.dimensions() - 1; e >= 0; --e) {
    if (e != d) row = row * config.radix[e] + grid.coordinate(node, e) % config.radix[e];
  }
  return row;
}

/// Of `links` in `rows` rows, evenly spread.
bool has_link(int row, int rows, int links) {
  // The middle of the k-th part of the edge: (2k + 1) rows / (2 links), rounded down.
  for (int k = 0; k < links; ++k) {
    if ((2 * k + 1) * rows / (2 * links) == row) return true;
  }
  return false;
}

}  // namespace

int rows_of_edge(const ChipletsConfig& config, int d) {
  int rows = 1;
  for (std::size_t e = 0; e < config.radix.size(); ++e) {
    if (static_cast<int>(e) != d) rows *= config.radix[e];
  }
  return rows;
}

Topology build_chiplets(const ChipletsConfig& config) {
  Grid grid(radices_of(config), /*wraps=*/false, /*single_port=*/false);
  Topology mesh("chiplets", grid.node_count(), grid.network_ports() + 1);
  std::vector<PortRef> missing;
  NodeId stride = 1;  // Distance in node ids between neighbours of the current dimension.
  for (int d = 0; d < grid.dimensions(); ++d) {
    const int rows = rows_of_edge(config, d);
    for (NodeId node = 0; node < grid.node_count(); ++node) {
      const int x = grid.coordinate(node, d);
      if (x + 1 == grid.radix(d)) continue;
      const bool leaves_die = (x + 1) % config.radix[d] == 0;
      const PortRef from{node, grid.up_port(d)};
      mesh.connect(from, {node + stride, grid.down_port(d)},
                   leaves_die ? LinkConfig{config.die_latency, config.die_cycles_per_flit}
                              : LinkConfig{config.link_latency});
      if (leaves_die && config.die_links != 0 &&
          !has_link(row_of(config, grid, node, d), rows, config.die_links))
        missing.push_back(from);
    }
    stride *= static_cast<NodeId>(grid.radix(d));
  }
  mesh.set_shape(std::move(grid));
  return mesh.without(missing);
}

}  // namespace switchyard
