#pragma once

#include "tlm/approximate/approximate_network.h"

namespace switchyard {

/// Sees all packets of an ApproximateCarrier: what a PacketObserver is where there are flits.
class ArrivalObserver {
 public:
  virtual ~ArrivalObserver() = default;
  /// A packet joins its source's queue in cycle `queued`; ids are canonical.
  virtual void created(PacketId id, Cycle queued, NodeId source, NodeId destination, int flits) = 0;
  virtual void arrived(const PacketArrival& arrival) = 0;
  /// All packets are lost.
  virtual void reset() = 0;
};

}  // namespace switchyard
