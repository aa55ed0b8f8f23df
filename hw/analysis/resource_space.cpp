#include "hw/analysis/resource_space.h"

namespace switchyard {

std::string ResourceSpace::name(ResourceId id) const {
  const Resource resource = at(id);
  const std::string node = std::to_string(resource.node);
  const std::string vc = std::to_string(resource.vc);
  if (resource.port == kCentralQueues) return "node " + node + " queue " + vc;
  if (is_source(resource)) return "source " + node;
  const PortRef far = topology_.feeder({resource.node, resource.port});
  return "channel " + std::to_string(far.node) + " -> " + node + " VC " + vc;
}

}  // namespace switchyard
