#include "testbench/monitor/packet_log.h"

#include <limits>
#include <stdexcept>
#include <string>

namespace switchyard {

PacketLog::PacketLog(NodeId node_count)
    : nodes_(node_count),
      max_packets_(std::numeric_limits<PacketId>::max() / node_count),
      rings_(node_count) {}

PacketId PacketLog::create(NodeId source, const PacketRequest& request) {
  Ring& ring = rings_[source];
  if (ring.next == max_packets_) {
    throw std::length_error("PacketLog: node " + std::to_string(source) + " has sent all of its " +
                            std::to_string(max_packets_) + " packet ids");
  }
  if (ring.records == nullptr || ring.next - ring.oldest > ring.mask) grow(ring);
  PacketRecord& record = ring.records[ring.next & ring.mask];
  record = PacketRecord{};
  record.created = request.created;
  record.destination = request.destination;
  record.flits = request.flits;
  record.label = request.label;
  ++created_;
  return ring.next++ * node_count() + source;
}

void PacketLog::retire(PacketId id) {
  const std::uint32_t sequence = nodes_.quotient(id);
  Ring& ring = rings_[id - sequence * nodes_.value()];
  ring.records[sequence & ring.mask].delivered = true;
  ++delivered_;
  while (ring.oldest != ring.next && ring.records[ring.oldest & ring.mask].delivered) ++ring.oldest;
}

void PacketLog::grow(Ring& ring) {
  const std::uint32_t capacity = ring.records == nullptr ? 4 : 2 * (ring.mask + 1);
  auto records = std::make_unique<PacketRecord[]>(capacity);
  for (std::uint32_t n = ring.oldest; n != ring.next; ++n)
    records[n & (capacity - 1)] = ring.records[n & ring.mask];
  ring.records = std::move(records);
  ring.mask = capacity - 1;
}

}  // namespace switchyard
