#include "hw/router/splitter/link_colours.h"

#include "hw/topology/multibutterfly.h"

namespace switchyard {

std::vector<PortMask> arriving_by_colour(const Topology& network, NodeId node) {
  const auto& shape = *network.shape<Multibutterfly>();
  std::vector<PortMask> arriving(2 * shape.config().multiplicity);
  if (shape.level(node) == 0) return arriving;
  const int down = shape.goes_down(shape.level(node) - 1, shape.row(node)) ? 1 : 0;
  for (PortId input = 0; input < static_cast<PortId>(arriving.size()); ++input)
    arriving[input ^ down].set(input, network.channel_to({node, input}) >= 0);
  return arriving;
}

}  // namespace switchyard
