#include "testbench/traffic/network_interface.h"

#include <algorithm>

#include "hw/base/bits.h"

namespace switchyard {

NetworkInterface::NetworkInterface(NodeId node, const TerminalPort& port, PacketSource& source,
                                   Scoreboard& scoreboard, const Admission* admission)
    : node_(node),
      lane_count_(static_cast<std::uint8_t>(port.injection_lanes)),
      source_(source),
      scoreboard_(scoreboard),
      admission_(admission),
      next_packet_(node),
      credit_(low_bits<VcMask>(port.injection_lanes)) {
  for (Lane& lane : lanes_) lane.credits = static_cast<std::uint16_t>(port.input_depth);
  exhausted_ = !source_.next(node_, upcoming_);
}

Cycle NetworkInterface::step(Cycle now, const PortInputs& inputs, PortOutputs& outputs) {
  sink(now, inputs, outputs);
  if (!exhausted_ && upcoming_.created <= now) create_packets(now);
  const bool waits = queued_ != 0 && !may_start(now);
  if (queued_ != 0 && !waits) fill_lanes();
  send(now, outputs);
  const bool fills_lanes = queued_ != 0 && !waits && busy_ != low_bits<VcMask>(lane_count_);
  if ((busy_ & credit_) != 0 || fills_lanes) return now + 1;
  const Cycle next = exhausted_ ? kNever : upcoming_.created;
  return waits ? std::min(next, admission_->next_change(node_, now)) : next;
}

void NetworkInterface::sink(Cycle now, const PortInputs& inputs, PortOutputs& outputs) {
  if (inputs.flit_ports != 0) {
    scoreboard_.arrived(now, node_, inputs.flits[0]);
    outputs.return_credit(0, inputs.flits[0].vc);
  }
  if (inputs.credit_ports == 0) return;
  for_each_bit(inputs.credits[0], [&](VcId vc) { ++lanes_[static_cast<std::size_t>(vc)].credits; });
  credit_ = static_cast<VcMask>(credit_ | inputs.credits[0]);
}

void NetworkInterface::create_packets(Cycle now) {
  while (!exhausted_ && upcoming_.created <= now) {
    if (admission_ != nullptr && admission_->refuses(node_, upcoming_.destination, upcoming_.created)) {
      scoreboard_.refused(node_, upcoming_.destination);
    } else {
      scoreboard_.created(node_, upcoming_);
      ++queued_;
    }
    exhausted_ = !source_.next(node_, upcoming_);
  }
}

void NetworkInterface::fill_lanes() {
  const auto all = low_bits<VcMask>(lane_count_);
  while (queued_ != 0 && busy_ != all) {
    const VcId vc = lowest_bit(static_cast<VcMask>(all & ~busy_));
    const PacketRecord& record = scoreboard_.record(next_packet_);
    Lane& lane = lanes_[static_cast<std::size_t>(vc)];
    lane.packet = next_packet_;
    lane.destination = record.destination;
    lane.remaining = record.flits;
    lane.head = true;
    busy_ = static_cast<VcMask>(busy_ | bit<VcMask>(vc));
    next_packet_ += scoreboard_.log().node_count();
    --queued_;
  }
}

void NetworkInterface::send(Cycle now, PortOutputs& outputs) {
  const auto sendable = static_cast<VcMask>(busy_ & credit_);
  if (sendable == 0) return;
  const VcId vc = arbiter_.grant(sendable);
  Lane& lane = lanes_[static_cast<std::size_t>(vc)];
  if (lane.head) scoreboard_.injected(lane.packet, now);
  outputs.send(0, {lane.packet, lane.destination, payload_of(lane.packet, lane.remaining), lane.remaining,
                   static_cast<std::uint8_t>(vc), lane.head});
  lane.head = false;
  if (--lane.remaining == 0) busy_ = static_cast<VcMask>(busy_ & ~bit<VcMask>(vc));
  if (--lane.credits == 0) credit_ = static_cast<VcMask>(credit_ & ~bit<VcMask>(vc));
}

}  // namespace switchyard
