#include "tlm/socket/socket_terminal.h"

#include <algorithm>

namespace switchyard {

SocketTerminal::SocketTerminal(NodeId node, NodeId node_count, const TerminalPort& port,
                               TerminalListener& listener, PacketObserver* observer)
    : node_(node),
      node_count_(node_count),
      listener_(listener),
      observer_(observer),
      networks_(port.networks),
      request_vcs_(port.injection_mask(kRequests)),
      response_vcs_(port.injection_mask(std::min(kResponses, port.networks.count() - 1))),
      injection_vcs_(request_vcs_ | response_vcs_, port.input_depth, port.first_vc),
      window_(node_count) {}

void SocketTerminal::queue(Parcel& parcel, int flits, Cycle from) {
  (parcel.is_response ? responses_ : requests_).push_back({&parcel, flits, from});
}

void SocketTerminal::drop() {
  responses_.clear();
  requests_.clear();
  leaving_.clear();
  window_.clear();
  dropped_ = true;
}

void SocketTerminal::reset() {
  injection_vcs_.reset();
  dropped_ = false;
}

Cycle SocketTerminal::step(Cycle now, const PortInputs& inputs, PortOutputs& outputs) {
  if (dropped_) return kNever;
  sink(now, inputs, outputs);
  fill_vcs(now);
  if (injection_vcs_.can_send()) send(now, outputs);
  if (injection_vcs_.can_send()) return now + 1;
  const Queue* const next = next_queue();
  if (next == nullptr) return kNever;
  return std::max(now + 1, next->front().from);
}

void SocketTerminal::sink(Cycle now, const PortInputs& inputs, PortOutputs& outputs) {
  if (inputs.flit_ports != 0) {
    const Flit& flit = inputs.flits[0];
    if (observer_ != nullptr) observer_->arrived(now, node_, flit);
    outputs.return_credit(0, flit.vc);
    if (flit.tail()) listener_.received(node_, flit.packet);
  }
  if (inputs.credit_ports != 0) injection_vcs_.take_credits(inputs.credits[0]);
}

/// The one whose first packet is next, of those for which a VC is idle; null if there is none.
SocketTerminal::Queue* SocketTerminal::next_queue() {
  const bool response = !responses_.empty() && (response_vcs_ & injection_vcs_.idle()) != 0;
  const bool request = !requests_.empty() && (request_vcs_ & injection_vcs_.idle()) != 0;
  if (!response) return request ? &requests_ : nullptr;
  if (!request) return &responses_;
  return requests_.front().from < responses_.front().from ? &requests_ : &responses_;
}

void SocketTerminal::fill_vcs(Cycle now) {
  for (Queue* queue = next_queue(); queue != nullptr && queue->front().from <= now; queue = next_queue()) {
    const VcMask vcs = queue == &responses_ ? response_vcs_ : request_vcs_;
    const Packet packet = queue->front();
    queue->pop_front();
    const PacketId id = window_.add(*packet.parcel) * node_count_ + node_;
    const NodeId destination = packet.parcel->destination;
    injection_vcs_.start(lowest_bit(vcs & injection_vcs_.idle()), id, destination,
                         static_cast<std::uint16_t>(packet.flits), packet.from);
    leaving_.push_back({id, packet.parcel, packet.flits});
    if (observer_ != nullptr) observer_->created(id, packet.from, node_, destination, packet.flits);
  }
}

void SocketTerminal::send(Cycle now, PortOutputs& outputs) {
  const Flit& flit = injection_vcs_.send(outputs, networks_.foremost(injection_vcs_.sendable()));
  if (flit.head && observer_ != nullptr) observer_->injected(flit.packet, now);
  if (!flit.tail()) return;
  const auto left = std::find_if(leaving_.begin(), leaving_.end(),
                                 [&](const Leaving& packet) { return packet.id == flit.packet; });
  listener_.sent(node_, *left->parcel, left->flits);
  leaving_.erase(left);
}

}  // namespace switchyard
