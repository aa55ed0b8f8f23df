#include "testbench/run/packet_traffic.h"

#include <fmt/format.h>

namespace switchyard {

PacketTraffic::PacketTraffic(const Experiment& experiment, Measurement& measurement)
    : admission_(experiment.design),
      measurement_(measurement),
      log_(experiment.design.topology->node_count()),
      source_(experiment.injection.make_source()),
      upcoming_(experiment.design.topology->node_count()),
      network_(make_approximate_network(experiment.design,
                                        [this](const PacketArrival& arrival) { arrived(arrival); })) {
  for (NodeId node = 0; node < upcoming_.size(); ++node) look_ahead(node);
}

void PacketTraffic::look_ahead(NodeId source) {
  if (source_->next(source, upcoming_[source])) creations_.schedule(upcoming_[source].created, source);
}

/// Cycle by cycle, as packets that are created in a cycle may set out in it.
void PacketTraffic::advance(Cycle cycles) {
  const Cycle end = now() + cycles;
  while (now() < end && !ended()) {
    const Cycle next = now() + 1;
    creations_.run(next, [this](Cycle, NodeId source) { create(source); });
    network_->run(next);
  }
}

void PacketTraffic::create(NodeId source) {
  const PacketRequest request = upcoming_[source];
  if (admission_.if_any() != nullptr && admission_.refuses(source, request.destination, request.created)) {
    ++refused_[{source, request.destination}];
  } else {
    const PacketId id = log_.create(source, request);
    measurement_.on_created(source, *log_.find(id));
    network_->send(id, source, request.destination, request.flits, request.created);
  }
  look_ahead(source);
}

void PacketTraffic::arrived(const PacketArrival& arrival) {
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
  flit_hops_ += static_cast<std::uint64_t>(arrival.flits) * static_cast<std::uint64_t>(arrival.hops + 1);
  measurement_.on_flits(arrival.source, record->flits);
  measurement_.on_delivered(arrival.packet, arrival.source, *record, arrival.arrived);
  log_.retire(arrival.packet);
}

void PacketTraffic::collect(Results& results) {
  results.flit_hops = flit_hops_;
  results.refused = refused_;
  results.failed_check = failure_;
}

}  // namespace switchyard
