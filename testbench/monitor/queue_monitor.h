#pragma once

#include <optional>
#include <vector>

#include "hw/design/design.h"
#include "hw/design/network.h"

namespace switchyard {

/// How full one queue was, in packets.
struct QueueUse {
  NodeId node = 0;
  BufferRef queue;
  double mean = 0;
  int max = 0;
};

/// Samples how full the queues are, while it is open: central queues, and those of links.
///
/// Every kPeriod cycles it looks at every router: means and maxima are those of the samples, but the maximum
/// of a queue whose router counts it is that of all cycles since reset. The period is a prime, so that it
/// does not fall in step with the routing cycles. Without queues it never asks for a sample.
class QueueMonitor {
 public:
  static constexpr Cycle kPeriod = 41;

  /// `design` must outlive the monitor.
  explicit QueueMonitor(const Design& design);

  /// Samples from cycle `now` on, until close().
  void open(Cycle now);
  void close(const Network& network);

  Cycle next_sample() const { return next_sample_; }
  void sample(Cycle now, const Network& network);

  /// One entry per node and queue, in their order; none without queues or samples.
  std::vector<QueueUse> uses() const;

 private:
  struct Sum {
    NodeId node = 0;
    BufferRef queue;
    std::uint64_t packets = 0;
    int max = 0;
  };
  /// Of each queue its number, counted from 0 through all nodes.
  template <class Visit>
  void visit_queues(const Network& network, const Visit& visit) const;

  NodeId node_count_;
  std::optional<Side> side_;  ///< Of the buffers that are queues; none without queues.
  std::vector<Sum> sums_;     ///< Since the first sample.
  std::uint64_t samples_ = 0;
  Cycle next_sample_ = kNever;
};

}  // namespace switchyard
