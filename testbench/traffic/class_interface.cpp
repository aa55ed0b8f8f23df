#include "testbench/traffic/class_interface.h"

#include <algorithm>

namespace switchyard {
namespace {

VcMask injection_vcs(const TerminalPort& port) {
  VcMask vcs = 0;
  for (int network = 0; network < port.networks.count(); ++network) vcs |= port.injection_mask(network);
  return vcs;
}

/// The class to whose packets this one has the replies; none if it has no replies.
std::optional<std::size_t> request_of(const TrafficClasses& classes, std::uint8_t label) {
  if (label == 0 || !classes[label - std::size_t{1}].reply) return {};
  return label - std::size_t{1};
}

}  // namespace

ClassInterface::ClassInterface(NodeId node, const TerminalPort& port, const TrafficClasses& classes,
                               ListeningSource& source, Scoreboard& scoreboard, const Admission* admission)
    : node_(node),
      port_(port),
      classes_(classes),
      source_(source),
      scoreboard_(scoreboard),
      admission_(admission),
      queues_(classes.size()),
      answering_(classes.size()),
      injection_vcs_(injection_vcs(port), port.input_depth, port.first_vc) {
  for (VcId vc = 0; vc < port.virtual_channels; ++vc) ejection_.emplace_back(port.input_depth[vc]);
  source_.next(node_, upcoming_);
}

Cycle ClassInterface::step(Cycle now, const PortInputs& inputs, PortOutputs& outputs) {
  accept(inputs);
  if (arrived_ != 0) take_one(now, outputs);
  if (upcoming_.created <= now) create_packets(now);
  const bool may_start = this->may_start(now);
  if (may_start) fill_vcs();
  if (injection_vcs_.can_send()) send(now, outputs);
  if (injection_vcs_.can_send() || can_take_any() || (may_start && can_start())) return now + 1;
  return may_start ? upcoming_.created : std::min(upcoming_.created, admission_->next_change(node_, now));
}

void ClassInterface::accept(const PortInputs& inputs) {
  if (inputs.flit_ports != 0) {
    const Flit& flit = inputs.flits[0];
    ejection_[flit.vc].push(flit);
    arrived_.set(flit.vc);
  }
  if (inputs.credit_ports != 0) injection_vcs_.take_credits(inputs.credits[0]);
}

bool ClassInterface::may_take(const Flit& flit) const {
  if (!flit.head) return true;
  const PacketRecord* const record = scoreboard_.log().find(flit.packet);
  if (record == nullptr) return true;  // The scoreboard will say what is wrong.
  const std::optional<Reply>& reply = classes_[record->label].reply;
  return !reply || !reply->buffer || answering_[record->label].taken < *reply->buffer;
}

bool ClassInterface::can_take_any() const {
  bool can = false;
  for_each_bit(arrived_, [&](VcId vc) { can = can || may_take(ejection_[vc].front()); });
  return can;
}

void ClassInterface::take_one(Cycle now, PortOutputs& outputs) {
  VcMask ready = 0;
  for_each_bit(arrived_, [&](VcId vc) {
    if (may_take(ejection_[vc].front())) ready.set(vc);
  });
  if (ready == 0) return;
  const VcId vc = sink_.grant(ready);
  const Flit flit = ejection_[vc].front();
  ejection_[vc].pop();
  if (ejection_[vc].empty()) arrived_.clear(vc);
  if (const PacketRecord* const record = flit.head ? scoreboard_.log().find(flit.packet) : nullptr)
    answering_[record->label].taken += classes_[record->label].reply.has_value();
  scoreboard_.arrived(now, node_, flit);
  outputs.return_credit(0, vc);
  if (flit.tail())
    upcoming_.created = now;  // The source may have a packet before the cycle that it had named.
}

void ClassInterface::create_packets(Cycle now) {
  while (upcoming_.created <= now) {
    if (upcoming_.flits != 0) create(upcoming_);
    upcoming_.created = now;
    source_.next(node_, upcoming_);
  }
}

void ClassInterface::create(const PacketRequest& packet) {
  if (admission_ != nullptr && admission_->refuses(node_, packet.destination, packet.created)) {
    source_.refused(node_);
    reply_is_gone(packet.label);
    return scoreboard_.refused(node_, packet.destination);
  }
  queues_[packet.label].push_back(scoreboard_.created(node_, packet));
  if (const auto request = request_of(classes_, packet.label)) ++answering_[*request].created;
}

void ClassInterface::reply_is_gone(std::uint8_t label) {
  if (const auto request = request_of(classes_, label)) --answering_[*request].taken;
}

/// The source queue with the oldest packet of a virtual network; null if none has any.
std::deque<PacketId>* ClassInterface::oldest_of(int network) {
  std::deque<PacketId>* oldest = nullptr;
  for (std::size_t label = 0; label < classes_.size(); ++label) {
    std::deque<PacketId>& queue = queues_[label];
    if (classes_[label].network != network || queue.empty()) continue;
    if (oldest == nullptr ||
        scoreboard_.record(queue.front()).created < scoreboard_.record(oldest->front()).created)
      oldest = &queue;
  }
  return oldest;
}

/// Whether a packet waits and an injection VC of its network is idle.
bool ClassInterface::can_start() {
  for (int network = 0; network < port_.networks.count(); ++network) {
    const bool is_idle = (port_.injection_mask(network) & injection_vcs_.idle()) != 0;
    if (is_idle && oldest_of(network) != nullptr) return true;
  }
  return false;
}

void ClassInterface::fill_vcs() {
  for (int network = 0; network < port_.networks.count(); ++network) {
    const VcMask vcs = port_.injection_mask(network);
    std::deque<PacketId>* queue = oldest_of(network);
    for (; queue != nullptr && (vcs & injection_vcs_.idle()) != 0; queue = oldest_of(network)) {
      const PacketId packet = queue->front();
      queue->pop_front();
      const PacketRecord& record = scoreboard_.record(packet);
      injection_vcs_.start(lowest_bit(vcs & injection_vcs_.idle()), packet, record.destination, record.flits,
                           record.created);
    }
  }
}

void ClassInterface::send(Cycle now, PortOutputs& outputs) {
  const Flit& flit = injection_vcs_.send(outputs, port_.networks.foremost(injection_vcs_.sendable()));
  if (flit.head) scoreboard_.injected(flit.packet, now);
  if (!flit.tail()) return;
  const std::uint8_t label = scoreboard_.record(flit.packet).label;
  if (const auto request = request_of(classes_, label)) --answering_[*request].created;
  reply_is_gone(label);
}

std::optional<VcMask> ClassInterface::waits_to_reply(VcId vc) const {
  if (!arrived_.test(vc) || may_take(ejection_[vc].front())) return {};
  const std::uint8_t label = scoreboard_.record(ejection_[vc].front().packet).label;
  if (answering_[label].created < answering_[label].taken) return VcMask{0};  // One is still being served.
  return port_.injection_mask(classes_[classes_[label].reply->label].network);
}

}  // namespace switchyard
