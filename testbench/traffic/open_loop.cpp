#include "testbench/traffic/open_loop.h"

#include <utility>

namespace switchyard {

OpenLoopSource::OpenLoopSource(NodeId node_count, std::uint64_t seed, std::shared_ptr<const Pattern> pattern,
                               std::shared_ptr<const CreationProcess> process, PacketLength length)
    : pattern_(std::move(pattern)), process_(std::move(process)), length_(std::move(length)) {
  nodes_.reserve(node_count);
  for (NodeId node = 0; node < node_count; ++node) {
    nodes_.push_back({process_->start(seed, node), RandomStream(seed, node, Purpose::Destination),
                      RandomStream(seed, node, Purpose::Length)});
  }
}

bool OpenLoopSource::next(NodeId source, PacketRequest& request) {
  Node& node = nodes_[source];
  const std::optional<NodeId> destination = pattern_->destination(source, node.destinations);
  if (!destination) return false;
  const Cycle created = process_->next(node.creation);
  if (created == kNever) return false;
  request = {created, *destination, length_.draw(node.lengths)};
  return true;
}

}  // namespace switchyard
