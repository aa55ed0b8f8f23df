#pragma once

#include "testbench/monitor/packet_log.h"
#include "testbench/report/results.h"

namespace switchyard {

/// What carries the packets of a run, from their sources to a Measurement: with or without flits.
class TrafficNetwork {
 public:
  virtual ~TrafficNetwork() = default;

  virtual Cycle now() const = 0;
  /// Runs `cycles` cycles, or fewer if the run ends before.
  virtual void advance(Cycle cycles) = 0;
  /// A check has failed, or nothing will ever move again.
  virtual bool ended() const = 0;
  /// The sources will create no more packets.
  virtual bool exhausted() const = 0;
  virtual const PacketLog& log() const = 0;
  /// When the last processor was released from a barrier; 0 without barriers.
  virtual Cycle last_release() const { return 0; }
  /// A packet has been refused, as faults leave it no way.
  virtual bool has_refused() const = 0;

  virtual void open_window() {}
  /// `results.measured` is set: what of the window is known here only.
  virtual void close_window(Results& /*results*/) {}
  /// All is delivered, and has been for a while.
  virtual void check_drained() {}
  /// At the end of the run: what is known here only.
  virtual void collect(Results& results) = 0;
};

}  // namespace switchyard
