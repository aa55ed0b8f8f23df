#include "testbench/engine/packet_traffic.h"

#include <algorithm>

namespace switchyard {

PacketTraffic::PacketTraffic(const Experiment& experiment, DeliveryListener& listener)
    : admission_(experiment.design),
      source_(experiment.injection.make_source()),
      listening_(source_->listening()),
      news_(*source_, listener),
      check_(experiment.design.topology->terminal_count(), news_.ear()),
      upcoming_(experiment.design.topology->terminal_count()),
      turns_(upcoming_.size()),
      asked_(upcoming_.size(), kNever),
      network_(make_approximate_network(experiment.design,
                                        [this](const PacketArrival& arrival) { arrived(arrival); })) {
  for (NodeId node = 0; node < upcoming_.size(); ++node) {
    turns_[node] = next_turn_++;
    look_ahead(node);
  }
}

/// Takes its next request. The order of the packets of a cycle is that in which their sources could have
/// known of them: it does not depend on how far a source reads ahead.
void PacketTraffic::look_ahead(NodeId source) {
  PacketRequest& request = upcoming_[source];
  if (!source_->next(source, request)) return;
  if (request.flits != 0 && request.created == creating_) return due_.push_back(source);
  schedule(source);
}

/// A source that listens may be asked before the cycle that it has named, and then name another.
void PacketTraffic::schedule(NodeId source) {
  const Cycle at = upcoming_[source].created;
  if (listening_ != nullptr) {
    if (at == asked_[source]) return;
    asked_[source] = at;
    if (at == kNever) return;
  }
  creations_.schedule(at, source);
}

void PacketTraffic::arrived(const PacketArrival& arrival) {
  check_.arrived(arrival);
  if (listening_ == nullptr) return;
  upcoming_[arrival.destination].created = arrival.arrived;
  look_ahead(arrival.destination);
  create_due();
}

/// Cycle by cycle, as packets that are created in a cycle may set out in it.
void PacketTraffic::advance(Cycle cycles) {
  const Cycle end = now() + cycles;
  while (now() < end && !ended()) {
    const Cycle next = now() + 1;
    create_packets(next);
    network_->run(next);
  }
}

void PacketTraffic::create_packets(Cycle next) {
  creating_ = now();
  creations_.run(next, [this](Cycle at, NodeId source) {
    if (listening_ != nullptr) {
      if (at != asked_[source]) return;
      asked_[source] = kNever;
    }
    if (upcoming_[source].flits == 0) return look_ahead(source);
    due_.push_back(source);
  });
  const auto earlier = [this](NodeId a, NodeId b) { return turns_[a] < turns_[b]; };
  if (!std::is_sorted(due_.begin(), due_.end(), earlier)) std::sort(due_.begin(), due_.end(), earlier);
  create_due();
}

void PacketTraffic::create_due() {
  for (std::size_t i = 0; i < due_.size(); ++i) create(due_[i]);  // A source may have more in this cycle.
  due_.clear();
}

void PacketTraffic::create(NodeId source) {
  const PacketRequest request = upcoming_[source];
  if (admission_.if_any() != nullptr && admission_.refuses(source, request.destination, request.created)) {
    ++refused_[{source, request.destination}];
    if (listening_ != nullptr) listening_->refused(source);
  } else {
    network_->send(check_.created(source, request), source, request.destination, request.flits,
                   request.created);
  }
  turns_[source] = next_turn_++;
  look_ahead(source);
}

void PacketTraffic::collect(Results& results) {
  results.flit_hops = check_.flit_hops();
  results.refused = refused_;
  results.failed_check = failure();
  if (listening_ != nullptr) results.messages = listening_->figures();
}

}  // namespace switchyard
