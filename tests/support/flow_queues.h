#pragma once

#include <cmath>
#include <random>
#include <vector>

#include "testbench/monitor/flow_record.h"

namespace switchyard {

/// Sources with a queue each that serves `rate` flits per cycle, whole flits only: a stable queue has a load
/// below its rate. In each cycle a source creates a packet with the same probability.
class FlowQueues {
 public:
  struct Source {
    double load = 0;  ///< Flits per cycle.
    double rate = 1;  ///< The same; at most 1.
    int packet_length = 1;
  };

  FlowQueues(std::vector<Source> sources, unsigned seed)
      : sources_(std::move(sources)), queues_(sources_.size()), random_(seed) {
    totals_.created.resize(sources_.size());
    totals_.arrived.resize(sources_.size());
  }

  Cycle now() const { return now_; }

  void run_to(Cycle end) {
    for (; now_ < end; ++now_) {
      for (std::size_t s = 0; s < sources_.size(); ++s) step(s);
    }
  }

  /// Takes the samples of `record` that are due until `end`.
  void run_recorded(Cycle end, FlowRecord& record) {
    while (record.next() <= end) {
      run_to(record.next());
      record.add(totals_);
    }
    run_to(end);
  }

 private:
  struct Queue {
    std::vector<Cycle> created;  ///< Of each packet that has come.
    std::size_t gone = 0;        ///< Packets that have left.
    int sent = 0;                ///< Flits of the first.
  };

  double unit() { return static_cast<double>(random_() >> 11) * 0x1p-53; }

  void step(std::size_t s) {
    const Source& source = sources_[s];
    Queue& queue = queues_[s];
    if (unit() < source.load / source.packet_length) {
      queue.created.push_back(now_);
      totals_.created[s] += static_cast<std::uint64_t>(source.packet_length);
    }
    if (queue.gone == queue.created.size() || (source.rate < 1 && unit() >= source.rate)) return;
    ++totals_.arrived[s];
    if (++queue.sent < source.packet_length) return;
    totals_.latency += now_ + 1 - queue.created[queue.gone];
    ++totals_.packets;
    ++queue.gone;
    queue.sent = 0;
  }

  std::vector<Source> sources_;
  std::vector<Queue> queues_;
  FlowTotals totals_;
  std::mt19937_64 random_;
  Cycle now_ = 0;
};

}  // namespace switchyard
