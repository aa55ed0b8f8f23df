#pragma once

#include <vector>

#include "hw/alloc/arbiter_starts.h"

namespace switchyard {

/// Who goes first after reset at the arbiters of a node with central queues. The order of the members is that
/// of the arbiters' numbers.
struct QueueStarts {
  std::vector<int> sources;  ///< [queue]: port, or queue behind the ports, that enters it first.
  int ejections = 0;    ///< Port x queues + class of the buffer that the ejection buffer takes from first.
  int first_queue = 0;  ///< That takes links first.
  int selection = 0;    ///< Output port that least_loaded prefers among equals.

  static QueueStarts draw(const ArbiterStarts& starts, int ports, int queues) {
    int arbiter = ArbiterStarts::kRouter;
    const auto one = [&](int requesters) { return starts.of(arbiter++, requesters); };
    QueueStarts drawn;
    for (int q = 0; q < queues; ++q) drawn.sources.push_back(one(ports + queues));
    drawn.ejections = one(ports * queues);
    drawn.first_queue = one(queues);
    drawn.selection = one(ports);
    return drawn;
  }
};

}  // namespace switchyard
