#include "tlm/socket/approximate_carrier.h"

#include <algorithm>
#include <stdexcept>
#include <tuple>

namespace switchyard {

ApproximateCarrier::ApproximateCarrier(const sc_core::sc_module_name& name, const Design& design,
                                       const CycleClock& clock, CarrierListener& listener,
                                       ArrivalObserver* observer)
    : sc_core::sc_module(name),
      design_(design),
      clock_(clock),
      listener_(listener),
      observer_(observer),
      windows_(design.topology->node_count()) {
  SC_HAS_PROCESS(ApproximateCarrier);
  SC_METHOD(on_half_period);
  sensitive << half_period_later_;
  dont_initialize();
  build_network();
}

void ApproximateCarrier::build_network() {
  network_ = make_approximate_network(
      design_, [this](const PacketArrival& arrival) { arrived(arrival); },
      [this](const PacketDeparture& departure) { departed(departure); });
}

void ApproximateCarrier::send(Parcel& parcel, int flits) {
  const Cycle from = clock_.cycle_after(sc_core::sc_time_stamp());
  entering_.push_back({&parcel, flits, from});
  wake_for(from);
}

void ApproximateCarrier::reset() {
  clock_ = clock_.restarted(sc_core::sc_time_stamp());
  build_network();
  for (PacketWindow& window : windows_) window.clear();
  entering_.clear();
  departures_ = Calendar<PacketDeparture>();
  happenings_.clear();
  half_period_later_.cancel();
  wake_cycle_ = kNever;
  if (observer_ != nullptr) observer_->reset();
}

/// What happens in `cycle` is to be told half a period after its edge.
void ApproximateCarrier::wake_for(Cycle cycle) {
  if (cycle >= wake_cycle_) return;
  wake_cycle_ = cycle;
  half_period_later_.notify(clock_.edge(cycle) + clock_.period * 0.5 - sc_core::sc_time_stamp());
}

void ApproximateCarrier::on_half_period() {
  if (!delta_.reached()) return;
  if (sc_core::sc_time_stamp() < clock_.first_edge) return;  // A reset came between the delta cycles.
  const Cycle cycle = std::exchange(wake_cycle_, kNever);
  enter_until(cycle);
  network_->run(cycle + 1);
  departures_.run(cycle + 1, [this](Cycle, const PacketDeparture& departure) {
    const NodeId source = departure.packet % design_.topology->node_count();
    happenings_.departure(source, windows_[source][departure.packet / design_.topology->node_count()],
                          departure.flits);
  });
  happenings_.tell(listener_);
  if (!entering_.empty()) wake_for(entering_.front().from);
  if (!departures_.empty()) wake_for(departures_.next());
  wake_for(network_->next());
}

/// Those that were handed over before the edge of `cycle`, in the order that PacketCarrier promises.
void ApproximateCarrier::enter_until(Cycle cycle) {
  const auto end = std::find_if(entering_.begin(), entering_.end(),
                                [cycle](const Entering& packet) { return packet.from > cycle; });
  std::stable_sort(entering_.begin(), end, [](const Entering& a, const Entering& b) {
    return std::tie(a.from, a.parcel->source, b.parcel->is_response) <
           std::tie(b.from, b.parcel->source, a.parcel->is_response);
  });
  for (auto packet = entering_.begin(); packet != end; ++packet) enter(*packet);
  entering_.erase(entering_.begin(), end);
}

void ApproximateCarrier::enter(const Entering& packet) {
  const Parcel& parcel = *packet.parcel;
  const PacketId id =
      windows_[parcel.source].add(*packet.parcel) * design_.topology->node_count() + parcel.source;
  if (observer_ != nullptr)
    observer_->created(id, packet.from, parcel.source, parcel.destination, packet.flits);
  network_->run(packet.from);
  network_->send(id, parcel.source, parcel.destination, packet.flits, packet.from);
}

void ApproximateCarrier::departed(const PacketDeparture& departure) {
  departures_.schedule(std::max(departure.at, departures_.now()), departure);
}

void ApproximateCarrier::arrived(const PacketArrival& arrival) {
  Parcel* const parcel = windows_[arrival.source].take(arrival.packet / design_.topology->node_count());
  if (parcel == nullptr) throw std::logic_error("the network delivered a packet that is not under way");
  if (observer_ != nullptr) observer_->arrived(arrival);
  happenings_.arrival(parcel->destination, *parcel);
}

}  // namespace switchyard
