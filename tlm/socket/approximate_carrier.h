#pragma once

#include <memory>
#include <systemc>
#include <vector>

#include "tlm/approximate/approximate_network.h"
#include "tlm/approximate/calendar.h"
#include "tlm/socket/arrival_observer.h"
#include "tlm/socket/cycle_clock.h"
#include "tlm/socket/happenings.h"
#include "tlm/socket/packet_carrier.h"
#include "tlm/socket/packet_window.h"
#include "tlm/socket/second_delta.h"

namespace switchyard {

/// Carries packets without flits, through an ApproximateNetwork.
///
/// The network is run up to a cycle when that has passed, and only if something happens in it.
///
/// Timing, order:  see PacketCarrier.
/// Errors:         std::logic_error if the network delivers a packet that is not under way.
class ApproximateCarrier final : public sc_core::sc_module, public PacketCarrier {
 public:
  /// `observer` may be null; it and the others must outlive the carrier.
  /// Errors: std::invalid_argument if there is no such model of the design.
  ApproximateCarrier(const sc_core::sc_module_name& name, const Design& design, const CycleClock& clock,
                     CarrierListener& listener, ArrivalObserver* observer);

  void send(Parcel& parcel, int flits) override;
  void reset() override;

 private:
  struct Entering {
    Parcel* parcel;
    int flits;
    Cycle from;
  };

  void build_network();
  void on_half_period();
  void enter_until(Cycle cycle);
  void enter(const Entering& packet);
  void departed(const PacketDeparture& departure);
  void arrived(const PacketArrival& arrival);
  void wake_for(Cycle cycle);

  const Design& design_;
  CycleClock clock_;
  CarrierListener& listener_;
  ArrivalObserver* observer_;
  std::vector<PacketWindow> windows_;  ///< [source]
  std::unique_ptr<ApproximateNetwork> network_;
  std::vector<Entering> entering_;  ///< Which the network has not been given, in order of `from`.
  Calendar<PacketDeparture> departures_;
  Happenings happenings_;
  Cycle wake_cycle_ = kNever;  ///< For which half_period_later_ is notified.
  sc_core::sc_event half_period_later_;
  SecondDelta delta_;
};

}  // namespace switchyard
