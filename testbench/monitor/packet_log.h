#pragma once

#include <memory>
#include <vector>

#include "hw/base/divisor.h"
#include "hw/base/types.h"
#include "testbench/monitor/packet_request.h"

namespace switchyard {

/// What the test bench knows of one packet. Times are cycles.
struct PacketRecord {
  Cycle created = 0;
  Cycle injected = kNever;  ///< Head flit left the source.
  NodeId destination = 0;
  std::uint16_t flits = 0;
  std::uint16_t hops = 0;  ///< Network channels that the head flit has crossed.
  std::uint8_t label = 0;  ///< Its class.
  bool arriving = false;   ///< Its head flit has reached its destination.
  bool delivered = false;
};

/// The records of all packets that are waiting or under way, by id.
///
/// Packet n of node s has the id n * N + s. Each source keeps a ring of records from its oldest undelivered
/// packet to its newest.
///
/// Errors: std::length_error when a source has used up its ids (2^32 / N packets).
class PacketLog {
 public:
  explicit PacketLog(NodeId node_count);

  NodeId node_count() const { return nodes_.value(); }
  NodeId source_of(PacketId id) const { return nodes_.remainder(id); }

  PacketId create(NodeId source, const PacketRequest& request);
  /// The record of the last packet that this source created. Precondition: it is not yet delivered.
  const PacketRecord& newest(NodeId source) const {
    const Ring& ring = rings_[source];
    return ring.records[(ring.next - 1) & ring.mask];
  }
  /// The record of a packet that is not yet delivered; null if the id names no such packet.
  PacketRecord* find(PacketId id) {
    const std::uint32_t sequence = nodes_.quotient(id);
    Ring& ring = rings_[id - sequence * nodes_.value()];
    if (sequence - ring.oldest >= ring.next - ring.oldest) return nullptr;
    PacketRecord& record = ring.records[sequence & ring.mask];
    return record.delivered ? nullptr : &record;
  }
  const PacketRecord* find(PacketId id) const { return const_cast<PacketLog*>(this)->find(id); }
  /// Marks the packet as delivered and forgets it. Precondition: find(id) is not null.
  void retire(PacketId id);

  std::uint64_t created() const { return created_; }
  std::uint64_t delivered() const { return delivered_; }
  std::uint64_t pending() const { return created_ - delivered_; }

  /// Calls `visit(id, record)` for every packet that is not yet delivered.
  template <class Visit>
  void for_each_pending(Visit&& visit) const {
    for (NodeId source = 0; source < node_count(); ++source) {
      const Ring& ring = rings_[source];
      for (std::uint32_t n = ring.oldest; n != ring.next; ++n) {
        const PacketRecord& record = ring.records[n & ring.mask];
        if (!record.delivered) visit(n * node_count() + source, record);
      }
    }
  }

 private:
  struct Ring {
    std::unique_ptr<PacketRecord[]> records;
    std::uint32_t mask = 0;
    std::uint32_t oldest = 0;  ///< Sequence number of the oldest undelivered packet.
    std::uint32_t next = 0;    ///< Sequence number of the next packet.
  };
  void grow(Ring& ring);

  Divisor nodes_;
  std::uint32_t max_packets_;  ///< Per source.
  std::vector<Ring> rings_;
  std::uint64_t created_ = 0;
  std::uint64_t delivered_ = 0;
};

}  // namespace switchyard
