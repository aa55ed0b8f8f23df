#include "hw/router/queues/queue_switch.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include "hw/alloc/arbiter_array.h"

namespace switchyard {
namespace {

std::uint64_t vcs_of_port_0(int queues, int ports) {
  if (queues > QueueSwitch::kMaxQueues || ports * queues > 63) {
    throw std::invalid_argument("QueueSwitch: " + std::to_string(ports) + " ports of " +
                                std::to_string(queues) + " classes are more than 63 VCs");
  }
  std::uint64_t vcs = 0;
  for (int q = 0; q < queues; ++q) vcs |= class_bit(q, 0, ports);
  return vcs;
}

}  // namespace

QueueSwitch::QueueSwitch(QueueSite site)
    : each_class_(vcs_of_port_0(static_cast<int>(site.config.queue_size.size()), site.ports)),
      node_(site.node),
      per_port_(static_cast<std::uint16_t>((1 << kReciprocalBits) / site.ports + 1)),
      ports_(static_cast<std::uint8_t>(site.ports)),
      queue_count_(static_cast<std::uint8_t>(site.config.queue_size.size())),
      head_only_(site.config.queue_service == KonstantinidouConfig::Service::Head),
      departures_per_cycle_(site.config.departures_per_cycle),
      admissions_per_cycle_(site.config.admissions_per_cycle),
      selection_(site.config.selection),
      routing_(*site.routing),
      exits_(site.exits),
      slots_(std::accumulate(site.config.queue_size.begin(), site.config.queue_size.end(), 0)),
      site_(std::move(site)),
      pushed_(site_.config.phits_per_packet > 1 ? site_.config.phits_per_packet : 0) {
  std::span<CentralQueue::Slot> slots = slots_;
  for (VcId q = 0; q < queue_count_; ++q) {
    queues_[q] = CentralQueue(slots.first(site_.config.queue_size[q]));
    slots = slots.subspan(site_.config.queue_size[q]);
  }
  reset();
}

void QueueSwitch::reset() {
  for (CentralQueue& queue : queues_) queue.reset();
  queued_ = 0;
  first_queue_ = static_cast<std::uint8_t>(site_.starts.first_queue);
  lfsr_ = site_.random;
  reset_arbiters(turn_, site_.starts.sources);
  order_.reset(ports_, site_.starts.selection);
  clock_ = 0;
  std::fill(pushed_.begin(), pushed_.end(), std::array<std::uint8_t, kMaxQueues>{});
}

VcId QueueSwitch::remove(PacketId packet) {
  for (VcId q = 0; q < queue_count_; ++q) {
    CentralQueue& queue = queues_[q];
    for (CentralQueue::Cursor cursor = queue.oldest(); !queue.at_end(cursor); queue.next(cursor)) {
      if (queue.at(cursor).flit.packet != packet) continue;
      queue.remove(cursor);
      note_size(q);
      return q;
    }
  }
  throw std::logic_error("QueueSwitch: packet " + std::to_string(packet) + " leaves node " +
                         std::to_string(node_) + ", and is in no queue");
}

}  // namespace switchyard
