#include "testbench/traffic/open_loop.h"

#include <utility>

namespace switchyard {

OpenLoopSource::OpenLoopSource(std::uint64_t seed, std::shared_ptr<const Pattern> pattern,
                               Processes processes, PacketLength length)
    : pattern_(std::move(pattern)), processes_(std::move(processes)), length_(std::move(length)) {
  nodes_.reserve(processes_.size());
  for (NodeId node = 0; node < processes_.size(); ++node) {
    const CreationProcess* const process = processes_[node].get();
    nodes_.push_back(
        {process, process != nullptr ? process->start(seed, node) : CreationProcess::State(seed, node),
         RandomStream(seed, node, Purpose::Destination), RandomStream(seed, node, Purpose::Length)});
  }
}

bool OpenLoopSource::next(NodeId source, PacketRequest& request) {
  Node& node = nodes_[source];
  if (node.process == nullptr) return false;
  const std::optional<NodeId> destination = pattern_->destination(source, node.destinations);
  if (!destination) return false;
  const Cycle created = node.process->next(node.creation);
  if (created == kNever) return false;
  request = {created, *destination, length_.draw(node.lengths)};
  return true;
}

}  // namespace switchyard
