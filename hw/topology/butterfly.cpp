#include "hw/topology/butterfly.h"

#include "hw/topology/builders.h"

namespace switchyard {
namespace {

constexpr std::uint8_t kUnreached = 255;

/// Hops from one node to every node.
std::vector<std::uint8_t> hops_from(const Butterfly& shape, NodeId from) {
  std::vector<std::uint8_t> hops(shape.node_count(), kUnreached);
  std::vector<NodeId> reached{from};  // In order of distance; also the queue of nodes to look at.
  hops[from] = 0;
  for (std::size_t next = 0; next < reached.size(); ++next) {
    const NodeId here = reached[next];
    const int column = shape.column(here);
    const int up = (column + 1) % shape.columns();
    const int down = (column + shape.columns() - 1) % shape.columns();
    const NodeId r = shape.row(here);
    for (const NodeId there : {shape.node_at(up, r), shape.node_at(up, r ^ shape.cross_bit(column)),
                               shape.node_at(down, r), shape.node_at(down, r ^ shape.cross_bit(down))}) {
      if (hops[there] != kUnreached) continue;
      hops[there] = static_cast<std::uint8_t>(hops[here] + 1);
      reached.push_back(there);
    }
  }
  return hops;
}

}  // namespace

Butterfly::Butterfly(int dimensions, int straight_links, bool extra_column)
    : n_(dimensions), columns_(dimensions + extra_column), straight_links_(straight_links) {
  for (int column = 0; column < columns_; ++column) {
    const std::vector<std::uint8_t> hops = hops_from(*this, node_at(column, 0));
    hops_.insert(hops_.end(), hops.begin(), hops.end());
  }
}

Topology build_butterfly(const ButterflyConfig& config) {
  const Butterfly shape(config.dimensions, config.straight_links, config.extra_column);
  Topology network("butterfly", shape.node_count(), shape.network_ports() + 1);
  for (NodeId node = 0; node < shape.node_count(); ++node) {
    const int column = shape.column(node);
    const NodeId row = shape.row(node);
    const int next = (column + 1) % shape.columns();
    for (int link = 0; link < config.straight_links; ++link) {
      network.connect({node, shape.up_straight(link)}, {shape.node_at(next, row), shape.down_straight(link)},
                      config.link_latency);
    }
    network.connect({node, shape.up_cross()},
                    {shape.node_at(next, row ^ shape.cross_bit(column)), shape.down_cross()},
                    config.link_latency);
  }
  network.set_shape(shape);
  return network;
}

}  // namespace switchyard
