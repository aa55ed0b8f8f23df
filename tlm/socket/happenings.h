#pragma once

#include <algorithm>
#include <tuple>
#include <vector>

#include "tlm/socket/packet_carrier.h"

namespace switchyard {

/// What happened to a packet at a clock edge.
struct Happening {
  NodeId node;
  bool arrival;
  Parcel* parcel;
  int flits;

  /// The order in which a PacketCarrier tells.
  bool operator<(const Happening& other) const {
    return std::tie(node, arrival) < std::tie(other.node, other.arrival);
  }
  void tell(CarrierListener& listener) const {
    if (arrival) {
      listener.arrived(*parcel);
    } else {
      listener.departed(*parcel, flits);
    }
  }
};

}  // namespace switchyard
