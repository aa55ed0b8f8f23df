#pragma once

#include <algorithm>
#include <tuple>
#include <vector>

#include "tlm/socket/packet_carrier.h"

namespace switchyard {

/// What happened to packets at a clock edge, to be told in the order that a PacketCarrier promises.
class Happenings {
 public:
  bool empty() const { return noted_.empty(); }
  void departure(NodeId node, Parcel& parcel, int flits) { noted_.push_back({node, false, &parcel, flits}); }
  void arrival(NodeId node, Parcel& parcel) { noted_.push_back({node, true, &parcel, 0}); }
  void clear() { noted_.clear(); }

  /// Tells all, and forgets it. The listener may send packets meanwhile.
  void tell(CarrierListener& listener) {
    told_.swap(noted_);
    std::sort(told_.begin(), told_.end(), [](const Happening& a, const Happening& b) {
      return std::tie(a.node, a.arrival) < std::tie(b.node, b.arrival);
    });
    for (const Happening& happening : told_) {
      if (happening.arrival) {
        listener.arrived(*happening.parcel);
      } else {
        listener.departed(*happening.parcel, happening.flits);
      }
    }
    told_.clear();
  }

 private:
  struct Happening {
    NodeId node;
    bool arrival;
    Parcel* parcel;
    int flits;
  };
  std::vector<Happening> noted_;
  std::vector<Happening> told_;  ///< Those of tell().
};

}  // namespace switchyard
