#include "testbench/traffic/network_interface.h"

#include <algorithm>

namespace switchyard {

NetworkInterface::NetworkInterface(NodeId node, const TerminalPort& port, PacketSource& source,
                                   Scoreboard& scoreboard, const Admission* admission)
    : node_(node),
      source_(source),
      scoreboard_(scoreboard),
      admission_(admission),
      listens_(source.listening() != nullptr),
      next_packet_(node),
      injection_vcs_(port.injection_mask(/*network=*/0), port.input_depth, port.first_vc) {
  exhausted_ = !source_.next(node_, upcoming_);
}

Cycle NetworkInterface::step(Cycle now, const PortInputs& inputs, PortOutputs& outputs) {
  sink(now, inputs, outputs);
  if (!exhausted_ && upcoming_.created <= now) create_packets(now);
  const bool waits = queued_ != 0 && !may_start(now);
  if (queued_ != 0 && !waits) fill_vcs();
  send(now, outputs);
  const bool fills_vcs = queued_ != 0 && !waits && !injection_vcs_.full();
  if (injection_vcs_.can_send() || fills_vcs || (arrives_ && injection_vcs_.can_send_marker()))
    return now + 1;
  const Cycle next = exhausted_ ? kNever : upcoming_.created;
  return waits ? std::min(next, admission_->next_change(node_, now)) : next;
}

inline void NetworkInterface::sink(Cycle now, const PortInputs& inputs, PortOutputs& outputs) {
  if (inputs.flit_ports != 0) {
    if (inputs.flits[0].marker) [[unlikely]]
      source_.listening()->released(node_, now);
    else
      scoreboard_.arrived(now, node_, inputs.flits[0]);
    outputs.return_credit(0, inputs.flits[0].vc);
    if (listens_ && inputs.flits[0].tail()) [[unlikely]]
      hear(now);
  }
  if (inputs.credit_ports != 0) injection_vcs_.take_credits(inputs.credits[0]);
}

/// The source may have a packet before the cycle that it had named.
void NetworkInterface::hear(Cycle now) {
  if (upcoming_.flits == 0) upcoming_.created = now;
}

void NetworkInterface::create_packets(Cycle now) {
  while (!exhausted_ && upcoming_.created <= now) {
    if (upcoming_.flits != 0) create(upcoming_, now);
    exhausted_ = !source_.next(node_, upcoming_);
  }
}

void NetworkInterface::create(const PacketRequest& packet, Cycle now) {
  if (packet.arrives) {
    arrives_ = true;
    return;
  }
  if (admission_ != nullptr && admission_->refuses(node_, packet.destination, packet.created)) {
    if (listens_) source_.listening()->refused(node_);
    return scoreboard_.refused(node_, packet.destination);
  }
  const PacketId id = scoreboard_.created(node_, packet);
  ++queued_;
  if (queued_ == 1 && !injection_vcs_.full() && may_start(now))
    start(id, packet.destination, packet.flits, packet.created);
}

void NetworkInterface::fill_vcs() {
  while (queued_ != 0 && !injection_vcs_.full()) {
    const PacketRecord& record = scoreboard_.record(next_packet_);
    start(next_packet_, record.destination, record.flits, record.created);
  }
}

/// The oldest packet leaves the queue. Precondition: an injection VC is idle.
inline void NetworkInterface::start(PacketId packet, NodeId destination, std::uint16_t flits, Cycle created) {
  injection_vcs_.start(packet, destination, flits, created);
  next_packet_ += scoreboard_.log().node_count();
  --queued_;
}

void NetworkInterface::send(Cycle now, PortOutputs& outputs) {
  if (!injection_vcs_.can_send()) {
    if (arrives_) send_marker(outputs);
    return;
  }
  const Flit& flit = injection_vcs_.send(outputs);
  if (odd_epoch_) [[unlikely]]
    outputs.flits[0].odd_epoch = true;
  if (flit.head) scoreboard_.injected(flit.packet, now);
}

void NetworkInterface::send_marker(PortOutputs& outputs) {
  if (!injection_vcs_.can_send_marker()) return;
  injection_vcs_.send_marker(outputs);
  arrives_ = false;
  odd_epoch_ = !odd_epoch_;
}

}  // namespace switchyard
