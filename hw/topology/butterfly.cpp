#include "hw/topology/butterfly.h"

#include "hw/topology/builders.h"

namespace switchyard {
namespace {

constexpr std::uint8_t kUnreached = 255;

/// `row` with bit c moved to bit 0, and the others after it.
NodeId rotated_down(NodeId row, int c, int n) { return (row >> c | row << (n - c)) & ((NodeId{1} << n) - 1); }

}  // namespace

Butterfly::Butterfly(int dimensions, int straight_links)
    : n_(dimensions), straight_links_(straight_links), hops_(node_count(), kUnreached) {
  std::vector<NodeId> reached{0};  // In order of distance; also the queue of nodes to look at.
  hops_[0] = 0;
  for (std::size_t next = 0; next < reached.size(); ++next) {
    const NodeId here = reached[next];
    const int up = (column(here) + 1) % n_;
    const int down = (column(here) + n_ - 1) % n_;
    const NodeId r = row(here);
    for (const NodeId there : {node_at(up, r), node_at(up, r ^ NodeId{1} << column(here)), node_at(down, r),
                               node_at(down, r ^ NodeId{1} << down)}) {
      if (hops_[there] != kUnreached) continue;
      hops_[there] = static_cast<std::uint8_t>(hops_[here] + 1);
      reached.push_back(there);
    }
  }
}

/// Moving every column back by that of `a`, and every row by the same rotation of its bits, keeps the links.
int Butterfly::distance(NodeId a, NodeId b) const {
  const int columns = column(b) - column(a);
  const NodeId rows = rotated_down(row(a) ^ row(b), column(a), n_);
  return hops_[node_at(columns < 0 ? columns + n_ : columns, rows)];
}

Topology build_butterfly(const ButterflyConfig& config) {
  const Butterfly shape(config.dimensions, config.straight_links);
  Topology network("butterfly", shape.node_count(), shape.network_ports() + 1);
  for (NodeId node = 0; node < shape.node_count(); ++node) {
    const int column = shape.column(node);
    const NodeId row = shape.row(node);
    const int next = (column + 1) % config.dimensions;
    for (int link = 0; link < config.straight_links; ++link) {
      network.connect({node, shape.up_straight(link)}, {shape.node_at(next, row), shape.down_straight(link)},
                      config.link_latency);
    }
    network.connect({node, shape.up_cross()},
                    {shape.node_at(next, row ^ NodeId{1} << column), shape.down_cross()},
                    config.link_latency);
  }
  network.set_butterfly(shape);
  return network;
}

}  // namespace switchyard
