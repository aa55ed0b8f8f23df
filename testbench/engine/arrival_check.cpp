#include "testbench/engine/arrival_check.h"

#include <fmt/format.h>

namespace switchyard {

PacketId ArrivalCheck::created(NodeId source, const PacketRequest& request) {
  const PacketId id = log_.create(source, request);
  listener_.on_created(source, log_.newest(source));
  return id;
}

void ArrivalCheck::arrived(const PacketArrival& arrival) {
  PacketRecord* const record = log_.find(arrival.packet);
  if (record == nullptr || record->destination != arrival.destination || record->flits != arrival.flits) {
    if (failure_.empty())
      failure_ =
          fmt::format("cycle {}: packet {} arrived at node {}, but {}", arrival.arrived, arrival.packet,
                      arrival.destination,
                      record == nullptr ? "it was delivered before, or never sent" : "was sent otherwise");
    return;
  }
  record->injected = arrival.injected;
  record->hops = static_cast<std::uint16_t>(arrival.hops);
  flit_hops_ += static_cast<std::uint64_t>(arrival.flits) * (arrival.hops + 1);
  listener_.on_flits(arrival.source, arrival.destination, record->flits);
  listener_.on_delivered(arrival.packet, arrival.source, *record, arrival.arrived);
  log_.retire(arrival.packet);
}

}  // namespace switchyard
