#include "testbench/workload/static_workload.h"

#include <limits>
#include <utility>

#include "testbench/traffic/read_traffic.h"

namespace switchyard {

StaticWorkload::StaticWorkload(NodeId node_count, std::uint64_t seed, std::uint32_t packets_per_node,
                               std::shared_ptr<const Pattern> pattern, PacketLength length)
    : pattern_(std::move(pattern)), length_(std::move(length)) {
  nodes_.reserve(node_count);
  for (NodeId node = 0; node < node_count; ++node) {
    nodes_.push_back({RandomStream(seed, node, Purpose::Destination),
                      RandomStream(seed, node, Purpose::Length), packets_per_node});
  }
}

bool StaticWorkload::next(NodeId source, PacketRequest& request) {
  Node& node = nodes_[source];
  if (node.packets_left == 0) return false;
  const std::optional<NodeId> destination = pattern_->destination(source, node.destinations);
  if (!destination) return false;
  --node.packets_left;
  request = {/*when=*/0, *destination, length_.draw(node.lengths)};
  return true;
}

Injection build_static_workload(const TrafficContext& context) {
  // Packet ids number the packets of all nodes.
  constexpr std::int64_t kMaxPackets = std::numeric_limits<PacketId>::max();
  const std::int64_t most_per_node =
      context.topology != nullptr ? kMaxPackets / context.topology->terminal_count() : kMaxPackets;
  const auto packets = context.config.integer<std::uint32_t>(
      "packets_per_node", {1, most_per_node},
      {"packets", "that every node sends in cycle 0", "1..(2^32 - 1) / nodes"});
  const PacketLength length = read_packet_length(context.config);
  const auto pattern = read_pattern(context);

  Injection injection;
  injection.longest_packet = length.longest();
  injection.mean_packet = length.mean();
  injection.finite = true;
  if (pattern == nullptr) return injection;
  const NodeId nodes = context.topology->terminal_count();
  injection.make_source = [nodes, seed = context.seed, packets, pattern, length] {
    return std::make_unique<StaticWorkload>(nodes, seed, packets, pattern, length);
  };
  return injection;
}

}  // namespace switchyard
