#include "tlm/socket/approximate_carrier.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "hw/analysis/zero_load.h"

namespace switchyard {

ApproximateCarrier::ApproximateCarrier(const sc_core::sc_module_name& name, const Design& design,
                                       const CycleClock& clock, CarrierListener& listener,
                                       ArrivalObserver* observer)
    : sc_core::sc_module(name),
      design_(design),
      node_count_(design.topology->terminal_count()),
      clock_(clock),
      half_period_(clock.period * 0.5),
      listener_(listener),
      observer_(observer),
      windows_(node_count_, PacketWindow(node_count_)) {
  SC_HAS_PROCESS(ApproximateCarrier);
  SC_METHOD(on_half_period);
  sensitive << half_period_later_;
  dont_initialize();
  build_network();
  int shortest = std::numeric_limits<int>::max();
  for (const Channel& channel : design.topology->channels()) shortest = std::min(shortest, channel.latency);
  no_hop_ = zero_load_latency(design.router.timing, {}, /*flits=*/1);
  one_hop_ = zero_load_latency(design.router.timing, ZeroLoadPath::over(/*hops=*/1, shortest), /*flits=*/1) -
             no_hop_;
}

void ApproximateCarrier::build_network() {
  network_ = make_approximate_network(
      design_, [this](const PacketArrival& arrival) { arrived(arrival); },
      [this](const PacketDeparture& departure) { departed(departure); });
}

/// From a packet's entrance to its arrival.
Cycle ApproximateCarrier::least_latency(const Parcel& parcel, int flits) const {
  const Cycle hops = design_.distance(parcel.source, parcel.destination);
  return no_hop_ + hops * one_hop_ + flits - 1;
}

void ApproximateCarrier::send(Parcel& parcel, int flits) {
  const Cycle from = clock_.cycle_after(sc_core::sc_time_stamp());
  const Entering packet{&parcel, flits, from};
  const auto behind =
      std::upper_bound(entering_.begin(), entering_.end(), packet, [](const Entering& a, const Entering& b) {
        return std::tie(a.from, a.parcel->source, b.parcel->is_response) <
               std::tie(b.from, b.parcel->source, a.parcel->is_response);
      });
  entering_.insert(behind, packet);
  soonest_.push(from + least_latency(parcel, flits));
  wake_for(departures_awaited_ ? from : soonest_.top());
}

void ApproximateCarrier::await_departures() {
  const sc_core::sc_time now = sc_core::sc_time_stamp();
  if (departures_awaited_ || idle()) return;
  departures_awaited_ = true;
  if (now >= clock_.first_edge) {
    const Cycle last_edge = clock_.cycle_after(now) - 1;
    catch_up(half_period_after(last_edge) < now ? last_edge + 1 : last_edge);
  }
  wake_for_next();
}

void ApproximateCarrier::reset() {
  clock_ = clock_.restarted(sc_core::sc_time_stamp());
  build_network();
  for (PacketWindow& window : windows_) window.clear();
  entering_.clear();
  soonest_ = {};
  late_ = 0;
  departures_ = Calendar<Departure>();
  departures_awaited_ = false;
  happenings_.clear();
  told_.clear();
  half_period_later_.cancel();
  wake_cycle_ = kNever;
  if (observer_ != nullptr) observer_->reset();
}

void ApproximateCarrier::on_half_period() {
  if (!delta_.reached()) return;
  if (in_reset()) return;  // It came between the delta cycles.
  const Cycle cycle = std::exchange(wake_cycle_, kNever);
  for (; !soonest_.empty() && soonest_.top() <= cycle; soonest_.pop()) ++late_;
  catch_up(cycle);  // Departures that nobody waited for come before the arrivals of the same packets.
  if (in_reset()) return;
  catch_up(cycle + 1);
  if (in_reset()) return;
  if (idle()) departures_awaited_ = false;
  wake_for_next();
}

/// What happens before cycle `end`, if that is not known, and tells it.
void ApproximateCarrier::catch_up(Cycle end) {
  if (end <= network_->now()) return;
  const auto later = std::find_if(entering_.begin(), entering_.end(),
                                  [end](const Entering& packet) { return packet.from >= end; });
  for (auto packet = entering_.begin(); packet != later; ++packet) enter(*packet);
  entering_.erase(entering_.begin(), later);
  network_->run(end);
  departures_.run(end, [this](Cycle, const Departure& departure) {
    happenings_.push_back({departure.parcel->source, /*arrival=*/false, departure.parcel, departure.flits});
  });
  tell();
}

/// The listener may send, and may reset: then there is nothing more to tell.
void ApproximateCarrier::tell() {
  told_.swap(happenings_);
  std::sort(told_.begin(), told_.end());
  for (std::size_t i = 0; i < told_.size(); ++i) Happening(told_[i]).tell(listener_);
  told_.clear();
}

void ApproximateCarrier::enter(const Entering& packet) {
  const Parcel& parcel = *packet.parcel;
  const PacketId id = windows_[parcel.source].add(*packet.parcel) * node_count_ + parcel.source;
  if (observer_ != nullptr)
    observer_->created(id, packet.from, parcel.source, parcel.destination, packet.flits);
  network_->run(packet.from);
  network_->send(id, parcel.source, parcel.destination, packet.flits, packet.from);
}

void ApproximateCarrier::departed(const PacketDeparture& departure) {
  Parcel& parcel = windows_[departure.packet % node_count_][departure.packet / node_count_];
  departures_.schedule(std::max(departure.at, departures_.now()), {&parcel, departure.flits});
}

void ApproximateCarrier::arrived(const PacketArrival& arrival) {
  Parcel* const parcel = windows_[arrival.source].take(arrival.packet / node_count_);
  if (parcel == nullptr || late_ == 0)
    throw std::logic_error("the network delivered a packet that is not under way");
  --late_;
  if (observer_ != nullptr) observer_->arrived(arrival);
  happenings_.push_back({parcel->destination, /*arrival=*/true, parcel, 0});
}

/// What happens in `cycle` is to be told half a period after its edge.
void ApproximateCarrier::wake_for(Cycle cycle) {
  if (cycle >= wake_cycle_) return;
  wake_cycle_ = cycle;
  half_period_later_.notify(half_period_after(cycle) - sc_core::sc_time_stamp());
}

void ApproximateCarrier::wake_for_next() {
  if (!soonest_.empty()) wake_for(soonest_.top());
  if (late_ != 0 || departures_awaited_) wake_for(network_->next());
  if (!departures_awaited_) return;
  if (!entering_.empty()) wake_for(entering_.front().from);
  if (!departures_.empty()) wake_for(departures_.next());
}

}  // namespace switchyard
