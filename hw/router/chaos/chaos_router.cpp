#include "hw/router/chaos/chaos_router.h"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>
#include <utility>

#include "hw/base/bits.h"
#include "hw/base/ring_index.h"

namespace switchyard {
namespace {

[[noreturn, gnu::noinline, gnu::cold]] void fail(NodeId node, PortId port, const char* what) {
  throw std::logic_error("ChaosRouter: " + std::string(what) + " at node " + std::to_string(node) +
                         ", port " + std::to_string(port));
}

/// One in the input frame, one in the output frame, one that is leaving.
constexpr int kPacketsPerLink = 3;

/// What a packet in the queue may take, as a mask of ports.
PortMask ports_of(const CentralQueue::Packet& packet) { return PortMask(packet.preferred); }

}  // namespace

ChaosRouter::ChaosRouter(const ChaosConfig& config, NodeId node, const std::vector<int>& link_latency,
                         std::uint64_t seed, const RoutingFunction& routing, HalfDuplexLinks duplex)
    : config_(config),
      routing_(routing),
      node_(node),
      seed_(seed),
      links_(linked_ports(link_latency)),
      packets_(config.queue_size + kPacketsPerLink * links_.count() + config.ejection_buffer,
               config.packet_flits),
      terminal_(static_cast<PortId>(link_latency.size()) - 1, links_, config, packets_),
      recirculation_(config.injection, node),
      duplex_(std::move(duplex)),
      link_latency_(link_latency.begin(), link_latency.end()),
      landed_(*std::max_element(link_latency.begin(), link_latency.end())),
      input_frames_(link_latency.size()),
      output_frames_(link_latency.size()),
      on_link_(link_latency.size()),
      slots_(config.queue_size),
      queued_(slots_.size()),
      queue_(slots_),
      lfsr_(Lfsr::of_node(seed, node)) {
  just_read_.reserve(2 * config.visits_per_cycle + 1);
  ChaosRouter::reset();
}

void ChaosRouter::reset() {
  full_inputs_ = to_eject_ = to_queue_ = receiving_ = reading_ = 0;
  full_outputs_ = crossing_ = leaving_ = wanted_ = 0;
  credit_ = links_;
  credits_.fill(static_cast<std::uint16_t>(config_.packet_flits));
  unread_.fill(0);
  turn_.reset(
      ArbiterStarts(config_.arbiter_start, seed_, node_).of(ArbiterStarts::kRouter, terminal_.port()));
  packets_.reset();
  terminal_.reset();
  recirculation_.reset();
  holds_first_token_ = recirculation_.starts_with_token();
  duplex_.reset();
  clock_ = 0;
  std::fill(landed_.begin(), landed_.end(), PortMask{0});
  wanting_.fill(0);
  queue_.reset();
  just_read_.clear();
  lfsr_ = Lfsr::of_node(seed_, node_);
}

[[gnu::flatten]] bool ChaosRouter::step(const PortInputs& inputs, PortOutputs& outputs) {
  clock_ = next_in_ring(clock_, landed_.size());
  crossing_ &= ~landed_[clock_];
  landed_[clock_] = 0;
  granted_ = duplex_.grant(inputs.request_ports);
  for_each_bit(inputs.flit_ports, [&](PortId p) { accept_flit(p, inputs.flits[p]); });
  for_each_bit(inputs.credit_ports, [&](PortId p) { accept_credit(p); });
  terminal_.begin_cycle(inputs, outputs);
  terminal_.send_ejected(outputs);
  if (reading_ != 0) read_on(outputs);
  admit_what_was_read();
  if (std::exchange(holds_first_token_, false)) {
    enqueue(packets_.open(Recirculation::null_packet(recirculation_.next(), 0)));
  }
  for (int visits = config_.visits_per_cycle; visits > 0; --visits) {
    const PortMask channels = visitable();
    if (channels == 0) break;
    visit(turn_.grant(channels), outputs);
  }
  drive_links(outputs);
  terminal_.keep_pace(outputs);
  if (duplex_.half_duplex()) outputs.request_ports = duplex_.request(ready_to_send());
  return must_step();
}

void ChaosRouter::set_faulty_ports(PortMask ports) {
  faulty_ = ports;
  wanted_ = 0;
  for_each_bit(links_ & ~faulty_, [&](PortId p) {
    if (wanting_[p] != 0) wanted_.set(p);
  });
}

void ChaosRouter::accept_flit(PortId p, const Flit& flit) {
  if (flit.remaining > config_.packet_flits) fail(node_, p, "a packet longer than a frame");
  if (p == terminal_.port()) {
    if (!terminal_.accept_flit(flit)) fail(node_, p, "the injection buffer overflows");
    return;
  }
  if (flit.head) return accept_head(p, flit);
  const auto frame = bit<PortMask>(p);
  if ((receiving_ & frame) == 0) fail(node_, p, "a flit without its head flit");
  packets_.add(input_frames_[p], flit);
  ++unread_[p];
  if (flit.tail()) receiving_ &= ~frame;
}

void ChaosRouter::accept_head(PortId p, const Flit& head) {
  const auto frame = bit<PortMask>(p);
  if (((full_inputs_ | reading_) & frame) != 0 || (links_ & frame) == 0) {
    fail(node_, p, "the input frame overflows");
  }
  input_frames_[p] = packets_.open(head);
  unread_[p] = 1;
  full_inputs_ |= frame;
  if (!head.tail()) receiving_ |= frame;
  const bool here = head.destination == node_;
  if (here && head.packet != kNullPacket) to_eject_ |= frame;
  if (!here || Recirculation::stays(head)) to_queue_ |= frame;
}

void ChaosRouter::accept_credit(PortId p) {
  if (p == terminal_.port()) {
    if (!terminal_.accept_credit()) fail(node_, p, "more credits than slots");
    return;
  }
  std::uint16_t& credits = credits_[p];
  if (credits == config_.packet_flits) fail(node_, p, "more credits than frames");
  if (++credits == config_.packet_flits) credit_.set(p);
}

/// The flits behind the head flits that were read leave their frames, one per cycle.
void ChaosRouter::read_on(PortOutputs& outputs) {
  for_each_bit(reading_, [&](PortId p) {
    std::uint16_t& unread = unread_[p];
    if (unread == 0) return;
    outputs.return_credit(p, 0);
    if (--unread == 0) reading_ &= receiving_ | ~bit<PortMask>(p);
  });
}

/// What the visits of the last cycle have read takes part in those of this one.
void ChaosRouter::admit_what_was_read() {
  for (const PortMask ports : just_read_) {
    for_each_bit(ports, [&](PortId p) { ++wanting_[p]; });
    wanted_ |= ports & ~faulty_;
  }
  queue_.make_all_eligible();
  just_read_.clear();
}

/// Input frames whose packet could not be read now, whatever a visit sends.
PortMask ChaosRouter::without_place() const {
  PortMask ports = terminal_.can_eject() ? PortMask{0} : to_eject_;
  if (full()) ports |= to_queue_ & ~wanted_ & (can_deroute() ? faulty_ : links_);
  return ports;
}

bool ChaosRouter::can_inject() const {
  if (!terminal_.may_inject()) return false;
  if (terminal_.next().destination == node_) return terminal_.can_eject();
  return !full() || recirculation_.at_home() != 0;
}

/// Channels that may be visited and, unless empty visits count, where there is something to do.
PortMask ChaosRouter::visitable() const {
  const PortMask channels = free_output_frames() & ~without_place();
  if (config_.empty_visits == ChaosConfig::EmptyVisits::Counted) {
    return full_inputs_ != 0 || queue_.size() != 0 || terminal_.has_flits() ? channels : PortMask{0};
  }
  return can_inject() ? channels : channels & (full_inputs_ | wanted_);
}

void ChaosRouter::visit(PortId channel, PortOutputs& outputs) {
  const auto frame = bit<PortMask>(channel);
  if ((wanted_ & frame) != 0) {
    send(channel, match(channel));
  } else if (full() && (to_queue_ & ~faulty_ & frame) != 0) {
    send(channel, pick_victim());
  }
  if ((full_inputs_ & frame) != 0) read(channel, outputs);
  if (can_inject()) inject(outputs);
}

/// Match. Precondition: the channel is wanted.
CentralQueue::Cursor ChaosRouter::match(PortId channel) const {
  CentralQueue::Cursor cursor = queue_.oldest();
  while (!ports_of(queue_.at(cursor)).test(channel)) queue_.next(cursor);
  return cursor;
}

/// Deroute. Precondition: can_deroute().
CentralQueue::Cursor ChaosRouter::pick_victim() {
  CentralQueue::Cursor victim = queue_.oldest();
  if (config_.variant == ChaosConfig::Variant::Chaos) {
    for (std::uint32_t skipped = lfsr_.below(eligible()); skipped != 0; --skipped) queue_.next(victim);
    return victim;
  }
  const bool last = config_.variant == ChaosConfig::Variant::Natural;
  for (CentralQueue::Cursor cursor = victim; !queue_.at_end(cursor); queue_.next(cursor)) {
    if (last || age_at(cursor) > age_at(victim)) victim = cursor;
  }
  return victim;
}

void ChaosRouter::send(PortId channel, CentralQueue::Cursor packet) {
  for_each_bit(ports_of(queue_.at(packet)), [&](PortId p) {
    if (--wanting_[p] == 0) wanted_.clear(p);
  });
  output_frames_[channel] = queued_[packet.at];
  full_outputs_.set(channel);
  queue_.remove(packet);
}

/// Precondition: there is a packet in the input frame, and a place for it.
void ChaosRouter::read(PortId channel, PortOutputs& outputs) {
  const auto frame = bit<PortMask>(channel);
  const int packet = input_frames_[channel];
  outputs.return_credit(channel, 0);
  if (--unread_[channel] != 0 || (receiving_ & frame) != 0) reading_ |= frame;
  const bool ejects = (to_eject_ & frame) != 0;
  const bool takes_place = (to_queue_ & frame) != 0;
  full_inputs_ &= ~frame;
  to_eject_ &= ~frame;
  to_queue_ &= ~frame;
  if (takes_place && packets_.head(packet).destination == node_) return recirculate(packet, outputs);
  if (ejects) return terminal_.eject(packet);
  enqueue(packet);
}

/// A packet for this node that is a null packet, or leaves one.
void ChaosRouter::recirculate(int packet, PortOutputs& outputs) {
  const Flit arrived = packets_.head(packet);
  if (arrived.packet == kNullPacket) {
    packets_.take(packet);
  } else {
    packets_.head(packet).over_null = false;
    terminal_.eject(packet);
  }
  using Kind = Recirculation::Successor::Kind;
  const auto [kind, null_packet] = recirculation_.succeed(arrived, terminal_.may_send_from(node_));
  if (kind == Kind::NullPacket) enqueue(packets_.open(null_packet));
  if (kind == Kind::Own) inject_over_null(outputs);
}

/// Precondition: the packet is for another node.
void ChaosRouter::inject_over_null(PortOutputs& outputs) {
  const int packet = terminal_.take_next(outputs);
  packets_.head(packet).over_null = true;
  recirculation_.injected();
  enqueue(packet);
}

/// Precondition: can_inject().
void ChaosRouter::inject(PortOutputs& outputs) {
  if (terminal_.next().destination != node_ && full()) {
    recirculation_.leave_home();
    return inject_over_null(outputs);
  }
  const int packet = terminal_.take_next(outputs);
  recirculation_.injected();
  if (packets_.head(packet).destination == node_) return terminal_.eject(packet);
  enqueue(packet);
}

/// Precondition: the packet is for another node.
void ChaosRouter::enqueue(int packet) {
  const Flit& head = packets_.head(packet);
  const std::uint64_t candidates =
      routing_.queue_candidates(node_, head.destination, 0, terminal_.port() + 1).preferred;
  queued_[queue_.push(head, candidates, 0)] = packet;
  just_read_.emplace_back(candidates);
  if (terminal_.has_next()) recirculation_.overtake();
}

void ChaosRouter::drive_links(PortOutputs& outputs) {
  const PortMask sending = ready_to_send() & granted_;
  for_each_bit(sending & ~leaving_, [&](PortId p) { start_to_leave(p); });
  for_each_bit(sending, [&](PortId p) { send_flit(p, outputs); });
}

/// Links that have a flit to send: of the packet that is leaving or, if there is none, of the output frame.
PortMask ChaosRouter::ready_to_send() const {
  PortMask ready = full_outputs_ & credit_ & ~leaving_;
  for_each_bit(leaving_, [&](PortId p) {
    if (packets_.has_flit(on_link_[p])) ready.set(p);
  });
  return ready;
}

void ChaosRouter::start_to_leave(PortId p) {
  const auto frame = bit<PortMask>(p);
  on_link_[p] = output_frames_[p];
  full_outputs_ &= ~frame;
  leaving_ |= frame;
  const std::size_t latency = link_latency_[p];
  if (latency == 1) return;  // The head flit lands before the next visit.
  const std::size_t landing = clock_ + latency;
  landed_[landing >= landed_.size() ? landing - landed_.size() : landing] |= frame;
  crossing_ |= frame;
}

void ChaosRouter::send_flit(PortId p, PortOutputs& outputs) {
  const auto frame = bit<PortMask>(p);
  Flit flit = packets_.take(on_link_[p]);
  flit.vc = 0;
  outputs.send(p, flit);
  --credits_[p];
  credit_ &= ~frame;
  if (flit.tail()) leaving_ &= ~frame;
}

/// Whether the next step would do anything without new inputs.
bool ChaosRouter::must_step() const {
  return terminal_.must_step() || !just_read_.empty() || (crossing_ | reading_ | leaving_) != 0 ||
         visitable() != 0 || ready_to_send() != 0 || duplex_.busy();
}

void ChaosRouter::visit_buffers(const std::function<void(const BufferView&)>& visit) const {
  for (PortId p = 0; p < terminal_.port(); ++p) {
    const bool waits = full_inputs_.test(p);
    visit({{Side::Input, p, 0},
           unread_[p],
           config_.packet_flits,
           waits ? &packets_.head(input_frames_[p]) : nullptr,
           reading_.test(p)});
    const bool full = full_outputs_.test(p);
    const int packet = output_frames_[p];
    visit({{Side::Output, p, 0},
           full ? packets_.arrived(packet) : 0,
           config_.packet_flits,
           full ? &packets_.head(packet) : nullptr,
           crossing_.test(p)});
  }
  terminal_.visit_buffers(visit);
  visit({{Side::Central, kCentralQueues, 0},
         queue_.size(),
         config_.queue_size * config_.packet_flits,
         queue_.front(),
         false});
}

std::vector<WaitFor> ChaosRouter::waits_for(const BufferRef& ref) const {
  const PortMask free = free_output_frames();
  const WaitFor queue{WaitFor::Where::Here, {Side::Central, kCentralQueues, 0}};
  const WaitFor ejection{WaitFor::Where::Here, {Side::Output, terminal_.port(), 0}};
  const auto output_frames = [&](PortMask ports) {
    std::vector<WaitFor> waits;
    for_each_bit(ports, [&](PortId p) { waits.push_back({WaitFor::Where::Here, {Side::Output, p, 0}}); });
    return waits;
  };
  if (ref.side == Side::Central) {
    const PortMask ports = wanted_ | (can_deroute() ? to_queue_ & ~faulty_ : PortMask{0});
    std::vector<WaitFor> waits = (ports & free) != 0 ? std::vector<WaitFor>{} : output_frames(ports);
    for (CentralQueue::Cursor cursor = queue_.oldest(); !queue_.at_end(cursor); queue_.next(cursor)) {
      const PortMask candidates = ports_of(queue_.at(cursor));
      if (candidates == 0 || (candidates & ~faulty_) != 0) continue;
      waits.push_back({WaitFor::Where::Repair, {Side::Output, lowest_bit(candidates), 0}});
    }
    return waits;
  }
  if (ref.port == terminal_.port()) {
    if (ref.side == Side::Output) return {};  // The terminal takes what comes.
    if (!terminal_.has_next()) return {};     // The flits of a packet that was injected.
    const bool arrived = terminal_.next().destination == node_;
    if (!can_inject()) return {arrived ? ejection : queue};
    return free != 0 ? std::vector<WaitFor>{} : output_frames(links_);
  }
  const auto frame = bit<PortMask>(ref.port);
  if (ref.side == Side::Output) {
    if ((full_outputs_ & ~(credit_ | leaving_) & frame) == 0) return {};
    return {{WaitFor::Where::Far, {Side::Input, ref.port, 0}}};
  }
  if ((full_inputs_ & frame) == 0) return {};  // Its flits follow a head flit that was read.
  if ((free & frame) == 0) return output_frames(frame);
  if ((to_eject_ & frame) != 0 && !terminal_.can_eject()) return {ejection};
  return {};
}

}  // namespace switchyard
