#include "testbench/monitor/queue_monitor.h"

#include <algorithm>

#include "hw/base/ratio.h"

namespace switchyard {

QueueMonitor::QueueMonitor(const Design& design)
    : node_count_(design.topology->node_count()),
      queue_count_(design.router.queue_sizes.size()),
      sums_(node_count_ * queue_count_) {}

void QueueMonitor::open(Cycle now) {
  if (queue_count_ != 0) next_sample_ = now;
}

void QueueMonitor::sample(Cycle now, const Network& network) {
  for (NodeId node = 0; node < node_count_; ++node) {
    network.router(node).visit_buffers([&](const BufferView& view) {
      if (view.buffer.side != Side::Central) return;
      Sum& sum = sums_[node * queue_count_ + view.buffer.vc];
      sum.packets += view.occupancy;
      sum.max = std::max(sum.max, view.occupancy);
    });
  }
  ++samples_;
  next_sample_ = now + kPeriod;
}

std::vector<QueueUse> QueueMonitor::uses() const {
  std::vector<QueueUse> uses;
  if (samples_ == 0) return uses;
  for (NodeId node = 0; node < node_count_; ++node) {
    for (std::size_t queue = 0; queue < queue_count_; ++queue) {
      const Sum& sum = sums_[node * queue_count_ + queue];
      uses.push_back({node, static_cast<VcId>(queue), ratio(sum.packets, samples_), sum.max});
    }
  }
  return uses;
}

}  // namespace switchyard
