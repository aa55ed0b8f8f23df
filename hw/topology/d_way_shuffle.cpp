#include "hw/topology/builders.h"

namespace switchyard {

Topology build_d_way_shuffle(const DWayShuffleConfig& config) {
  const NodeId d = config.radix;
  NodeId first_digit = 1;  // Weight of an address's first digit.
  for (int digit = 1; digit < config.dimensions; ++digit) first_digit *= d;
  Topology network("d_way_shuffle", d * first_digit, 2 * config.radix + 1);
  for (NodeId node = 0; node < network.node_count(); ++node) {
    for (NodeId a = 0; a < d; ++a) {
      const NodeId next = a * first_digit + node / d;
      if (next == node) continue;
      network.connect({node, static_cast<PortId>(a)}, {next, static_cast<PortId>(d + node % d)},
                      config.link_latency);
    }
  }
  return network;
}

}  // namespace switchyard
