#pragma once

#include <cstdint>

#include "hw/base/types.h"

namespace switchyard {

/// What goes from one terminal to another: one or several packets.
struct Parcel {
  NodeId source = 0;
  NodeId destination = 0;
  bool is_response = false;
  std::uint32_t packets_under_way = 0;
};

/// Is told what becomes of packets.
class CarrierListener {
 public:
  virtual ~CarrierListener() = default;
  /// The tail of a packet of `flits` flits has left its source's queue.
  virtual void departed(Parcel& parcel, int flits) = 0;
  /// The tail of a packet has arrived.
  virtual void arrived(Parcel& parcel) = 0;
};

/// Carries packets between the terminals of a network, whatever is in between, in SystemC time.
///
/// Timing:  a packet that is handed over at time t enters the network at a clock edge strictly after t. What
///          happens at the edge of cycle c is told half a period after it, in the second delta cycle of that
///          time (so after whatever else was due then), by ascending node, departure before arrival. So
///          neither the order of processes within a delta cycle nor, where there are flits, the level of
///          the network can be seen by the listener.
/// Order:   packets of a node that were handed over between the same two edges leave responses first; else
///          those leave first that were handed over first.
class PacketCarrier {
 public:
  virtual ~PacketCarrier() = default;
  /// `parcel` must live until the packet has arrived or reset() was called.
  virtual void send(Parcel& parcel, int flits) = 0;
  /// Somebody waits for a departure: those of the past are told at once, all others in time until the network
  /// is empty. As long as nobody does, departures may be told late, though before the packets' arrivals.
  virtual void await_departures() = 0;
  /// Resets the network; all packets are lost, and nothing more is told of them.
  virtual void reset() = 0;
};

}  // namespace switchyard
