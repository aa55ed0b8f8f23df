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

}  // namespace

ChaosRouter::ChaosRouter(const ChaosConfig& config, NodeId node, const std::vector<int>& link_latency,
                         std::uint64_t seed, const RoutingFunction& routing, HalfDuplexLinks duplex,
                         const VisitFactory& make_visits)
    : config_(config),
      routing_(routing),
      node_(node),
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
      visits_(
          {.config = config,
           .node = node,
           .channels = terminal_.port(),
           .first_channel =
               ArbiterStarts(config.arbiter_start, seed, node).of(ArbiterStarts::kRouter, terminal_.port()),
           .random = Lfsr::of_node(seed, node)}) {
  if (make_visits) follower_ = std::make_unique<VisitFollower>(visits_, make_visits(visits_.site()));
  ChaosRouter::reset();
}

void ChaosRouter::reset() {
  full_inputs_ = to_eject_ = to_queue_ = receiving_ = reading_ = 0;
  full_outputs_ = crossing_ = leaving_ = 0;
  credit_ = links_;
  credits_.fill(static_cast<std::uint16_t>(config_.packet_flits));
  unread_.fill(0);
  visits_.reset();
  if (follower_) follower_->reset();
  packets_.reset();
  terminal_.reset();
  recirculation_.reset();
  holds_first_token_ = recirculation_.starts_with_token();
  duplex_.reset();
  clock_ = 0;
  std::fill(landed_.begin(), landed_.end(), PortMask{0});
}

/// What the visits find in this node, and do in it.
struct ChaosRouter::VisitNode {
  ChaosRouter& router;
  PortOutputs& outputs;

  ChannelStates channels() const { return router.channels(); }
  /// The head flit of a packet to be injected, if there is one.
  const Flit* next() const { return router.terminal_.may_inject() ? &router.terminal_.next() : nullptr; }
  int waiting_flits() const { return router.terminal_.waiting_flits(); }
  int ejection_room() const { return router.terminal_.ejection_room(); }
  const Flit& front(PortId channel) const { return router.packets_.head(router.input_frames_[channel]); }
  PortMask ways_of(const Flit& head) const {
    return head.destination == router.node_ ? PortMask{0} : router.ways_of(head);
  }

  void send(PortId channel, int packet) {
    router.output_frames_[channel] = packet;
    router.full_outputs_.set(channel);
  }
  void read(PortId channel) { router.read(channel, outputs); }
  void inject() { router.inject(outputs); }
};

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
  visits_.admit();
  if (std::exchange(holds_first_token_, false)) {
    enqueue(packets_.open(Recirculation::null_packet(recirculation_.next(), 0)));
  }
  VisitNode node{*this, outputs};
  if (follower_) {
    follower_->run(node);
  } else {
    for (int visits = config_.visits_per_cycle; visits > 0; --visits) {
      const PortId channel = visits_.next_channel(channels());
      if (channel < 0) break;
      visits_.visit(channel, node);
    }
  }
  drive_links(outputs);
  terminal_.keep_pace(outputs);
  if (duplex_.half_duplex()) outputs.request_ports = duplex_.request(ready_to_send());
  return must_step();
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

ChannelStates ChaosRouter::channels() const {
  return {.free = free_output_frames(),
          .full = full_inputs_,
          .entering = to_queue_,
          .stuck = terminal_.can_eject() ? PortMask{0} : to_eject_,
          .kept = recirculation_.at_home(),
          .can_inject = can_inject(),
          .has_waiting = terminal_.has_flits()};
}

bool ChaosRouter::can_inject() const {
  if (!terminal_.may_inject()) return false;
  if (terminal_.next().destination == node_) return terminal_.can_eject();
  return !full() || recirculation_.at_home() != 0;
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
  visits_.enter(head, ways_of(head), packet);
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
  return terminal_.must_step() || visits_.has_new() || (crossing_ | reading_ | leaving_) != 0 ||
         visits_.visitable(channels()) != 0 || ready_to_send() != 0 || duplex_.busy();
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
         visits_.queue().size(),
         config_.queue_size * config_.packet_flits,
         visits_.queue().front(),
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
    const PortMask ports =
        visits_.wanted() |
        (visits_.can_deroute(recirculation_.at_home()) ? to_queue_ & ~faulty_ : PortMask{0});
    std::vector<WaitFor> waits = (ports & free) != 0 ? std::vector<WaitFor>{} : output_frames(ports);
    const CentralQueue& queued = visits_.queue();
    for (CentralQueue::Cursor cursor = queued.oldest(); !queued.at_end(cursor); queued.next(cursor)) {
      const PortMask candidates = VisitSequencer::channels_of(queued.at(cursor));
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
