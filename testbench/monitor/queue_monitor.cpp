#include "testbench/monitor/queue_monitor.h"

#include <algorithm>

#include "hw/base/ratio.h"

namespace switchyard {

QueueMonitor::QueueMonitor(const Design& design) : node_count_(design.topology->node_count()) {
  if (!design.router.queue_sizes.empty()) side_ = Side::Central;
  if (design.router.link_queues) side_ = Side::Output;
}

template <class Visit>
void QueueMonitor::visit_queues(const Network& network, const Visit& visit) const {
  std::size_t number = 0;
  for (NodeId node = 0; node < node_count_; ++node) {
    network.router(node).visit_buffers([&](const BufferView& view) {
      if (view.buffer.side == side_) visit(number++, node, view);
    });
  }
}

void QueueMonitor::open(Cycle now) {
  if (side_) next_sample_ = now;
}

void QueueMonitor::sample(Cycle now, const Network& network) {
  visit_queues(network, [&](std::size_t number, NodeId node, const BufferView& view) {
    if (number == sums_.size()) sums_.push_back({node, view.buffer});
    sums_[number].packets += view.occupancy;
    sums_[number].max = std::max(sums_[number].max, view.occupancy);
  });
  ++samples_;
  next_sample_ = now + kPeriod;
}

void QueueMonitor::close(const Network& network) {
  next_sample_ = kNever;
  if (samples_ == 0) return;
  visit_queues(network, [&](std::size_t number, NodeId, const BufferView& view) {
    sums_[number].max = std::max(sums_[number].max, view.most);
  });
}

std::vector<QueueUse> QueueMonitor::uses() const {
  std::vector<QueueUse> uses;
  for (const Sum& sum : sums_) uses.push_back({sum.node, sum.queue, ratio(sum.packets, samples_), sum.max});
  return uses;
}

}  // namespace switchyard
