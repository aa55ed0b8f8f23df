#include "hw/router/splitter/link_colours.h"

#include "hw/topology/multibutterfly.h"

namespace switchyard {

LinkColours::LinkColours(const Topology& network, NodeId node) {
  const auto& shape = *network.shape<Multibutterfly>();
  const auto side = [&](NodeId of) { return shape.goes_down(shape.level(of) - 1, shape.row(of)); };
  count = 2 * shape.config().multiplicity;
  leaving.resize(count);
  arriving.resize(count);
  for (PortId port = 0; port < network.port_count(); ++port) {
    if (network.channel_to({node, port}) >= 0) arriving[colour_of(port, side(node))].set(port);
    if (network.channel_from({node, port}) < 0) continue;
    const PortRef far = network.peer({node, port});
    leaving[colour_of(far.port, side(far.node))].set(port);
  }
}

}  // namespace switchyard
