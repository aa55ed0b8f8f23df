#include "hw/design/proof/buffer_bound.h"

namespace switchyard {

std::optional<BufferBound> buffer_bound(const Design& design) {
  if (!design.router.has_model) return std::nullopt;
  if (design.router.link_queues && design.router.link_queues->size == 0) return std::nullopt;
  const Topology& topology = *design.topology;
  const auto leads_somewhere = [&](NodeId node, const BufferRef& buffer) {
    return buffer.side == Side::Central || topology.terminal_ports(node).test(buffer.port) ||
           topology.far_end({node, buffer.port}).node != kNoNode;
  };
  BufferBound bound;
  for (NodeId node = 0; node < topology.node_count(); ++node) {
    int flits = 0;
    design.make_router(node)->visit_buffers([&](const BufferView& view) {
      if (leads_somewhere(node, view.buffer)) flits += view.capacity;
    });
    bound.network += flits;
    if (flits <= bound.largest_node) continue;
    bound.largest_node = flits;
    bound.node = node;
  }
  return bound;
}

}  // namespace switchyard
