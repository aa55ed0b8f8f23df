#pragma once

#include "hw/base/flit.h"

namespace switchyard {

/// Sees all packets of a FlitCarrier where they set out and where they arrive: a scoreboard, for one.
class PacketObserver {
 public:
  virtual ~PacketObserver() = default;
  /// A packet leaves its queue; ids are canonical. `queued`: the first cycle in which it might have.
  virtual void created(PacketId id, Cycle queued, NodeId source, NodeId destination, int flits) = 0;
  /// Its head flit leaves the terminal.
  virtual void injected(PacketId id, Cycle now) = 0;
  virtual void arrived(Cycle now, NodeId at, const Flit& flit) = 0;
  /// All packets are lost.
  virtual void reset() = 0;
};

}  // namespace switchyard
