#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <vector>

#include "hw/base/bits.h"
#include "testbench/workload/trace_workload.h"
#include "tests/support/test_bench.h"

namespace switchyard {

/// The same network with these packets and no others. `packets`: at least one.
inline Experiment with_packets(Experiment experiment, const std::vector<TraceEntry>& packets) {
  const auto trace = std::make_shared<const Trace>(experiment.design.topology->terminal_count(), packets);
  experiment.injection = Injection{};
  experiment.injection.make_source = [trace] { return std::make_unique<TraceWorkload>(trace); };
  double flits = 0;
  for (const TraceEntry& entry : packets) {
    experiment.injection.longest_packet =
        std::max<int>(experiment.injection.longest_packet, entry.packet.flits);
    flits += entry.packet.flits;
  }
  experiment.injection.mean_packet = flits / static_cast<double>(packets.size());
  experiment.injection.finite = true;
  return experiment;
}

/// The cycles in which the tails of packets reached their terminals, by packet.
class TailTimes final : public LinkObserver {
 public:
  void at_router(Cycle, NodeId, const PortInputs&) override {}
  void at_terminal(Cycle now, NodeId, const PortInputs& arrivals) override {
    if (arrivals.flit_ports != 0 && arrivals.flits[0].tail()) times_[arrivals.flits[0].packet] = now;
  }

  /// kNever if it has not arrived.
  Cycle of(PacketId packet) const {
    const auto found = times_.find(packet);
    return found == times_.end() ? kNever : found->second;
  }

 private:
  std::map<PacketId, Cycle> times_;
};

}  // namespace switchyard
