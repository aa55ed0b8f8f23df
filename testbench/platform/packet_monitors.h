#pragma once

#include <filesystem>
#include <memory>

#include "testbench/monitor/link_monitor.h"
#include "testbench/monitor/measurement.h"
#include "testbench/packets/trace_recorder.h"
#include "tlm/socket/packet_observer.h"

namespace switchyard {

/// Tells `listener` what it hears, and records it; null if `record` is empty.
std::unique_ptr<TraceRecorder> record_packets(const std::filesystem::path& record, const Design& design,
                                              DeliveryListener& listener);

/// The scoreboard, the credit check and the statistics of a run, attached to the packets of an Interconnect.
class PacketMonitors final : public PacketObserver {
 public:
  /// `record`: where all packets go as a trace; empty: nowhere.
  PacketMonitors(const Design& design, const std::filesystem::path& record);

  void created(PacketId id, Cycle queued, NodeId source, NodeId destination, int flits) override;
  void injected(PacketId id, Cycle now) override { scoreboard_.injected(id, now); }
  void arrived(Cycle now, NodeId at, const Flit& flit) override { scoreboard_.arrived(now, at, flit); }
  void reset() override;

  LinkMonitor& links() { return links_; }
  const Measurement& measurement() const { return measurement_; }
  const Scoreboard& scoreboard() const { return scoreboard_; }
  const std::string& failure() const;                    ///< The first; empty: all is well.
  TraceRecorder* recorder() { return recorder_.get(); }  ///< Null: nothing is recorded.

 private:
  Measurement measurement_;
  std::unique_ptr<TraceRecorder> recorder_;
  Scoreboard scoreboard_;
  LinkMonitor links_;
  std::string failure_;
};

}  // namespace switchyard
