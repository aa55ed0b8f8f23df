#pragma once

#include "testbench/monitor/link_monitor.h"
#include "testbench/monitor/measurement.h"
#include "tlm/socket/packet_observer.h"

namespace switchyard {

/// The scoreboard, the credit check and the statistics of a run, attached to the packets of an Interconnect.
class PacketMonitors final : public PacketObserver {
 public:
  explicit PacketMonitors(const Design& design);

  void created(PacketId id, Cycle queued, NodeId source, NodeId destination, int flits) override;
  void injected(PacketId id, Cycle now) override { scoreboard_.injected(id, now); }
  void arrived(Cycle now, NodeId at, const Flit& flit) override { scoreboard_.arrived(now, at, flit); }
  void reset() override;

  LinkMonitor& links() { return links_; }
  const Measurement& measurement() const { return measurement_; }
  const Scoreboard& scoreboard() const { return scoreboard_; }
  const std::string& failure() const;  ///< The first; empty: all is well.

 private:
  Measurement measurement_;
  Scoreboard scoreboard_;
  LinkMonitor links_;
  std::string failure_;
};

}  // namespace switchyard
