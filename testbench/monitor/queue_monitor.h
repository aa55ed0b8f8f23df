#pragma once

#include <vector>

#include "hw/design/design.h"
#include "hw/design/network.h"

namespace switchyard {

/// How full one central queue was, in packets.
struct QueueUse {
  NodeId node = 0;
  VcId queue = 0;
  double mean = 0;
  int max = 0;
};

/// Samples how full the central queues are, while it is open.
///
/// Every kPeriod cycles it looks at every router: means and maxima are those of the samples. The period is a
/// prime, so that it does not fall in step with the routing cycles. Without central queues it never asks for
/// a sample.
class QueueMonitor {
 public:
  static constexpr Cycle kPeriod = 41;

  /// `design` must outlive the monitor.
  explicit QueueMonitor(const Design& design);

  /// Samples from cycle `now` on, until close().
  void open(Cycle now);
  void close() { next_sample_ = kNever; }

  Cycle next_sample() const { return next_sample_; }
  void sample(Cycle now, const Network& network);

  /// One entry per node and queue; none without central queues or samples.
  std::vector<QueueUse> uses() const;

 private:
  struct Sum {
    std::uint64_t packets = 0;
    int max = 0;
  };

  NodeId node_count_;
  std::size_t queue_count_;
  std::vector<Sum> sums_;  ///< [node][queue]
  std::uint64_t samples_ = 0;
  Cycle next_sample_ = kNever;
};

}  // namespace switchyard
