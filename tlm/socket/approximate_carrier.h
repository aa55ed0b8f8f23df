#pragma once

#include <functional>
#include <memory>
#include <queue>
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
/// The network lags behind: it is run up to now when a packet may arrive, as none does before it would alone,
/// or when somebody waits for a departure. So a packet in an idle network takes one event of SystemC.
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
  void await_departures() override;
  void reset() override;

 private:
  /// A packet that the network has not been given.
  struct Entering {
    Parcel* parcel;
    int flits;
    Cycle from;
  };

  struct Departure {
    Parcel* parcel;
    int flits;
  };

  void build_network();
  Cycle least_latency(const Parcel& parcel, int flits) const;
  void on_half_period();
  void catch_up(Cycle end);
  void tell();
  void enter(const Entering& packet);
  void departed(const PacketDeparture& departure);
  void arrived(const PacketArrival& arrival);
  sc_core::sc_time half_period_after(Cycle cycle) const { return clock_.edge(cycle) + half_period_; }
  bool in_reset() const { return sc_core::sc_time_stamp() < clock_.first_edge; }
  bool idle() const { return soonest_.empty() && late_ == 0; }
  void wake_for(Cycle cycle);
  void wake_for_next();

  const Design& design_;
  const NodeId node_count_;
  CycleClock clock_;
  const sc_core::sc_time half_period_;
  CarrierListener& listener_;
  ArrivalObserver* observer_;
  Cycle no_hop_;   ///< What a packet of one flit takes to its own node,
  Cycle one_hop_;  ///< and for each hop besides, at the least.

  std::vector<PacketWindow> windows_;  ///< [source]
  std::unique_ptr<ApproximateNetwork> network_;
  std::vector<Entering> entering_;  ///< In the order in which they enter.
  /// When the packets under way may arrive, at the earliest; not those that may have by now.
  std::priority_queue<Cycle, std::vector<Cycle>, std::greater<>> soonest_;
  std::size_t late_ = 0;  ///< Packets under way beyond that.
  Calendar<Departure> departures_;
  bool departures_awaited_ = false;
  std::vector<Happening> happenings_;
  std::vector<Happening> told_;  ///< Those of tell(), while the listener may send.

  Cycle wake_cycle_ = kNever;  ///< For which half_period_later_ is notified.
  sc_core::sc_event half_period_later_;
  SecondDelta delta_;
};

}  // namespace switchyard
