#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "hw/router/chaos/visit_block.h"

namespace switchyard {

/// Does what a VisitBlock decides in the place of a VisitSequencer, whose queue follows for those who look at
/// it.
class VisitFollower {
 public:
  /// `visits` must outlive it.
  VisitFollower(VisitSequencer& visits, std::unique_ptr<VisitBlock> block)
      : visits_(visits), block_(std::move(block)) {}

  void reset() { block_->reset(); }

  /// The visits of a cycle, after VisitSequencer::admit(). Beyond a Node of VisitSequencer, `node` has
  ///
  ///     const Flit& front(PortId channel)    of the input frame
  ///     const Flit* next()                   of the packet to be injected, if there is one
  ///     PortMask ways_of(const Flit& head)   channels that bring it nearer; none if it is for this node
  ///     int ejection_room(), waiting_flits()
  ///
  /// Errors: std::logic_error if a packet leaves that is not in the queue, or one enters that has no place.
  template <class Node>
  void run(Node&& node) {
    look_at(node);
    const VisitDecisions& decisions = block_->step(arrivals_);
    for (const VisitDecisions::Visit& visit : decisions.visits) {
      if (visit.sends) node.send(visit.channel, visits_.take(visit.sent));
      if (visit.reads) {
        require_place_for(arrivals_.packets[visit.channel]);
        node.read(visit.channel);
      }
      if (visit.injects) {
        require_place_for(arrivals_.next);
        node.inject();
      }
    }
  }

 private:
  template <class Node>
  void look_at(Node&& node) {
    const ChannelStates now = node.channels();
    const auto packet_of = [&](const Flit& head) {
      return VisitArrivals::Packet{head.packet, head.payload, node.ways_of(head)};
    };
    arrivals_.faulty = visits_.faulty();
    arrivals_.free = now.free;
    arrivals_.full = now.full;
    for_each_bit(now.full, [&](PortId p) { arrivals_.packets[p] = packet_of(node.front(p)); });
    arrivals_.room = node.ejection_room();
    arrivals_.waiting = node.waiting_flits();
    const Flit* const next = node.next();
    arrivals_.has_next = next != nullptr;
    if (next != nullptr) arrivals_.next = packet_of(*next);
  }
  void require_place_for(const VisitArrivals::Packet& packet) const {
    if (packet.ways == 0 || !visits_.full(/*kept=*/0)) return;
    throw std::logic_error("VisitFollower: packet " + std::to_string(packet.packet) +
                           " enters a full queue at node " + std::to_string(visits_.site().node));
  }

  VisitSequencer& visits_;
  std::unique_ptr<VisitBlock> block_;
  VisitArrivals arrivals_;
};

}  // namespace switchyard
