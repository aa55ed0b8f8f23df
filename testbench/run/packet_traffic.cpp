#include "testbench/run/packet_traffic.h"

namespace switchyard {

PacketTraffic::PacketTraffic(const Experiment& experiment, Measurement& measurement)
    : admission_(experiment.design),
      check_(experiment.design.topology->node_count(), measurement),
      source_(experiment.injection.make_source()),
      upcoming_(experiment.design.topology->node_count()),
      network_(make_approximate_network(experiment.design,
                                        [this](const PacketArrival& arrival) { check_.arrived(arrival); })) {
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
    network_->send(check_.created(source, request), source, request.destination, request.flits,
                   request.created);
  }
  look_ahead(source);
}

void PacketTraffic::collect(Results& results) {
  results.flit_hops = check_.flit_hops();
  results.refused = refused_;
  results.failed_check = check_.failure();
}

}  // namespace switchyard
