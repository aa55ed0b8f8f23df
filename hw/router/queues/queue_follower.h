#pragma once

#include <memory>
#include <utility>

#include "hw/router/queues/queue_block.h"

namespace switchyard {

/// Does what a QueueBlock decides in the place of a QueueSwitch, whose queues follow for those who look at
/// them, and say what their packets may take.
class QueueFollower {
 public:
  /// `queues` must outlive it.
  QueueFollower(QueueSwitch& queues, std::unique_ptr<QueueBlock> block)
      : queues_(queues), block_(std::move(block)) {
    arrivals_.queues = &queues;
  }

  void reset() { block_->reset(); }

  /// A cycle, after QueueSwitch::make_eligible(). The arguments are those of serve() and fill().
  template <class Node>
  void run(QueueSwitch::VcSet free, QueueSwitch::VcSet entering, Node&& node) {
    arrivals_.free = free;
    arrivals_.entering = entering;
    for_each_bit(entering, [&](int vc) { arrivals_.fronts[vc] = node.front(vc); });
    const QueueDepartures& departures = block_->step(arrivals_);
    for_each_bit(departures.sent, [&](PortId port) {
      const Flit& flit = departures.flits[port];
      node.send(queues_.remove(flit.packet), queues_.vc_index(port, flit.vc), flit);
    });
    for (VcId q = queues_.queue_count() - 1; q >= 0; --q) {
      for (const int source : departures.sources[q]) {
        if (source < queues_.ports()) {
          queues_.enter(q, queues_.vc_index(source, q), node);
        } else {
          queues_.move(source - queues_.ports(), q, node);
        }
      }
    }
  }

 private:
  QueueSwitch& queues_;
  std::unique_ptr<QueueBlock> block_;
  QueueArrivals arrivals_;
};

}  // namespace switchyard
