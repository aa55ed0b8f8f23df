#include "tests/support/naive_chaos_router.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "hw/base/bits.h"
#include "hw/base/random_stream.h"
#include "hw/router/packet/recirculation.h"

namespace switchyard {

using Policy = InjectionConfig::Policy;

NaiveChaosRouter::NaiveChaosRouter(const ChaosConfig& config, NodeId node, std::vector<int> link_latency,
                                   std::vector<bool> first_on_link, std::uint64_t seed,
                                   const RoutingFunction& routing, Mutant mutant)
    : config_(config),
      node_(node),
      link_latency_(std::move(link_latency)),
      first_on_link_(std::move(first_on_link)),
      seed_(seed),
      routing_(routing),
      mutant_(mutant) {
  NaiveChaosRouter::reset();
}

void NaiveChaosRouter::reset() {
  frames_.clear();
  arbiters_.clear();
  granted_.clear();
  for (PortId p = 0; p < terminal(); ++p) {
    const int latency = link_latency_[static_cast<std::size_t>(p)];
    if (latency == 0) continue;
    frames_[p].credits = config_.packet_flits;
    granted_[p] = true;
    if (first_on_link_.empty()) continue;
    arbiters_.emplace(p, HalfDuplexArbiter(first_on_link_[static_cast<std::size_t>(p)], latency));
  }
  queue_.clear();
  injected_.clear();
  entering_.reset();
  ejected_.clear();
  terminal_credits_ = config_.injection_buffer * config_.packet_flits;
  at_home_ = has(Policy::PrivateBuffer) ? config_.injection.buffers : 0;
  overtaken_ = 0;
  has_first_token_ = false;
  if (has(Policy::Token)) {  // Spread evenly: token t starts where the first t shares of the nodes end.
    const auto tokens = static_cast<std::uint64_t>(config_.injection.tokens);
    for (std::uint64_t t = 1; t <= tokens; ++t) {
      const std::uint64_t nodes = config_.injection.nodes;
      has_first_token_ = has_first_token_ || (t * nodes + tokens - 1) / tokens - 1 == node_;
    }
  }
  last_ = ArbiterStarts(config_.arbiter_start, seed_, node_).of(ArbiterStarts::kRouter, terminal()) - 1;
  last_read_ = -1;
  lfsr_.emplace(1 + RandomStream(seed_, node_, Purpose::Selection).below(Lfsr::kPeriod));
}

bool NaiveChaosRouter::step(const PortInputs& inputs, PortOutputs& outputs) {
  for (auto& [port, frames] : frames_) {
    if (frames.crossing > 0) --frames.crossing;
  }
  for (auto& [port, arbiter] : arbiters_)
    granted_[port] = arbiter.grant((inputs.request_ports >> port & 1) != 0);
  receive(inputs);
  move_injected(outputs);
  eject(outputs);
  read_on(outputs);
  for (Queued& packet : queue_) packet.eligible = true;
  if (std::exchange(has_first_token_, false)) pass_null(after(node_), 0, outputs);
  visit_channels(outputs);
  drive_links(outputs);
  return true;
}

void NaiveChaosRouter::receive(const PortInputs& inputs) {
  for_each_bit(PortMask{inputs.flit_ports}, [&](PortId p) {
    const Flit& flit = inputs.flits[p];
    if (p == terminal()) return injected_.push_back(flit);
    Frames& frames = frames_.at(p);
    if (++frames.unread > config_.packet_flits) throw std::logic_error("an input frame overflows");
    if (flit.head) {
      if (frames.input || frames.reading) throw std::logic_error("an input frame overflows");
      frames.input = std::make_shared<Packet>();
    }
    (frames.input ? frames.input : frames.reading)->flits.push_back(flit);
  });
  for_each_bit(PortMask{inputs.credit_ports},
               [&](PortId p) { ++(p == terminal() ? terminal_credits_ : frames_.at(p).credits); });
}

void NaiveChaosRouter::move_injected(PortOutputs& outputs) {
  moved_ = false;
  if (!entering_ || injected_.empty()) return;
  entering_->flits.push_back(injected_.front());
  injected_.pop_front();
  if (entering_->has_come()) entering_.reset();
  moved_ = true;
  outputs.return_credit(terminal(), 0);
}

void NaiveChaosRouter::eject(PortOutputs& outputs) {
  if (ejected_.empty() || terminal_credits_ == 0) return;
  Packet& packet = *ejected_.front();
  if (packet.gone == packet.flits.size()) return;
  Flit flit = packet.flits[packet.gone++];
  flit.over_null = false;
  flit.vc = 0;
  outputs.send(terminal(), flit);
  if (flit.tail()) ejected_.pop_front();
  --terminal_credits_;
}

void NaiveChaosRouter::read_on(PortOutputs& outputs) {
  for (auto& [port, frames] : frames_) {
    if (!frames.reading || frames.unread == 0) continue;
    --frames.unread;
    outputs.return_credit(port, 0);
    if (frames.unread == 0 && frames.reading->has_come()) frames.reading.reset();
  }
}

void NaiveChaosRouter::visit_channels(PortOutputs& outputs) {
  for (int visits = 0; visits < config_.visits_per_cycle; ++visits) {
    std::optional<PortId> next;
    for (const auto& [port, frames] : frames_) {  // The first one after the last; else the first of all.
      if (!visitable(port)) continue;
      if (!next || (port > last_ && *next <= last_)) next = port;
    }
    if (!next) break;
    last_ = *next;
    visit(*next, outputs);
  }
  if (mutant_ != Mutant::ReadsApart) return;
  last_read_ = (last_read_ + 1) % terminal();
  if (frames_.count(last_read_) != 0 && frames_.at(last_read_).input) {
    const bool here = frames_.at(last_read_).input->header().destination == node_;
    if (here ? ejection_has_room() : !full()) read(last_read_, outputs);
  }
  if (can_inject()) inject(outputs);
}

void NaiveChaosRouter::drive_links(PortOutputs& outputs) {
  const auto has_flit = [](const Frames& f) {
    return f.leaving && f.leaving->gone < f.leaving->flits.size();
  };
  const auto may_start = [&](const Frames& f) {
    const bool far_is_empty = f.credits == config_.packet_flits;
    const bool far_has_room = mutant_ == Mutant::SendsBehindTail && f.credits > 0;
    return f.output && !f.leaving && (far_is_empty || far_has_room);
  };
  for (auto& [port, frames] : frames_) {
    if (!granted_[port] && mutant_ != Mutant::IgnoresGrants) continue;
    if (may_start(frames)) {
      frames.leaving = std::exchange(frames.output, nullptr);
      frames.crossing = mutant_ == Mutant::EmptiesAtOnce ? 0 : link_latency_[static_cast<std::size_t>(port)];
    }
    if (!has_flit(frames) || frames.credits == 0) continue;
    Flit flit = frames.leaving->flits[frames.leaving->gone++];
    flit.vc = 0;
    outputs.send(port, flit);
    --frames.credits;
    if (flit.tail()) frames.leaving.reset();
  }
  for (auto& [port, arbiter] : arbiters_) {
    const Frames& frames = frames_.at(port);
    const bool wanted = may_start(frames) || has_flit(frames);
    arbiter.request(wanted);
    if (wanted) outputs.request_ports |= bit<PortMask>(port);
  }
}

bool NaiveChaosRouter::ejection_has_room() const {
  return static_cast<int>(ejected_.size()) < config_.ejection_buffer;
}

bool NaiveChaosRouter::full() const {
  const int kept = mutant_ == Mutant::KeepsNothing ? 0 : at_home_;
  return static_cast<int>(queue_.size()) + kept == config_.queue_size;
}

bool NaiveChaosRouter::wanted(PortId channel) const {
  return std::any_of(queue_.begin(), queue_.end(), [&](const Queued& packet) {
    return packet.eligible && std::count(packet.candidates.begin(), packet.candidates.end(), channel) != 0;
  });
}

bool NaiveChaosRouter::can_deroute() const {
  const auto eligible =
      std::count_if(queue_.begin(), queue_.end(), [](const Queued& p) { return p.eligible; });
  return full() && eligible >= 2;
}

bool NaiveChaosRouter::needs_place(const Flit& header) const {
  return header.destination != node_ || header.packet == kNullPacket ||
         (header.over_null && mutant_ != Mutant::ForgetsNull);
}

bool NaiveChaosRouter::needs_ejection(const Flit& header) const {
  return header.destination == node_ && header.packet != kNullPacket;
}

bool NaiveChaosRouter::can_inject() const {
  if (!has_next()) return false;
  if (injected_[0].destination == node_) return ejection_has_room();
  return !full() || (at_home_ > 0 && static_cast<int>(queue_.size()) < config_.queue_size);
}

/// Whether a visit would do anything.
bool NaiveChaosRouter::useful(PortId channel) const {
  return frames_.at(channel).input || wanted(channel) || can_inject();
}

bool NaiveChaosRouter::visitable(PortId channel) const {
  const Frames& frames = frames_.at(channel);
  if (frames.output || frames.crossing > 0) return false;
  if (frames.input) {
    const Flit& header = frames.input->header();
    const bool unserved = needs_ejection(header) && !ejection_has_room();
    if (unserved && mutant_ != Mutant::VisitsUnserved) return false;
    if (needs_place(header) && full() && !wanted(channel) && !can_deroute()) return false;
  }
  if (config_.empty_visits == ChaosConfig::EmptyVisits::Free) return useful(channel);
  return !queue_.empty() || !injected_.empty() ||
         std::any_of(frames_.begin(), frames_.end(), [](const auto& f) { return f.second.input != nullptr; });
}

void NaiveChaosRouter::visit(PortId channel, PortOutputs& outputs) {
  Frames& frames = frames_.at(channel);
  std::size_t chosen = queue_.size();
  for (std::size_t i = queue_.size(); i-- > 0;) {
    const std::vector<PortId>& candidates = queue_[i].candidates;
    if (queue_[i].eligible && std::count(candidates.begin(), candidates.end(), channel) != 0) chosen = i;
  }
  const bool must_enter = frames.input && needs_place(frames.input->header());
  if (chosen == queue_.size() && can_deroute() && must_enter) chosen = victim();
  if (chosen != queue_.size()) {
    frames.output = queue_[chosen].packet;
    queue_.erase(queue_.begin() + static_cast<std::ptrdiff_t>(chosen));
  }
  if (mutant_ == Mutant::ReadsApart) return;
  if (mutant_ == Mutant::InjectsBetween && can_inject()) inject(outputs);
  read(channel, outputs);
  if (can_inject()) inject(outputs);
}

std::size_t NaiveChaosRouter::victim() {
  std::vector<std::size_t> eligible;
  for (std::size_t i = 0; i < queue_.size(); ++i) {
    if (queue_[i].eligible) eligible.push_back(i);
  }
  if (config_.variant == ChaosConfig::Variant::Natural) return eligible.back();
  if (config_.variant == ChaosConfig::Variant::Chaos) {
    return eligible[lfsr_->below(static_cast<std::uint32_t>(eligible.size()))];
  }
  return *std::max_element(eligible.begin(), eligible.end(), [&](std::size_t a, std::size_t b) {
    const Flit first = queue_[a].packet->header();
    const Flit second = queue_[b].packet->header();
    return first.payload != second.payload ? first.payload < second.payload : first.packet < second.packet;
  });
}

void NaiveChaosRouter::read(PortId channel, PortOutputs& outputs) {
  Frames& frames = frames_.at(channel);
  if (!frames.input) return;
  const Flit header = frames.input->header();
  if (needs_ejection(header) && !ejection_has_room()) return;  // Only of a mutant.
  if (needs_place(header) && static_cast<int>(queue_.size()) == config_.queue_size) return;  // The same.
  const PacketPtr packet = std::exchange(frames.input, nullptr);
  outputs.return_credit(channel, 0);
  --frames.unread;
  if (frames.unread > 0 || !packet->has_come()) frames.reading = packet;
  if (needs_ejection(header)) ejected_.push_back(packet);
  if (header.destination != node_) return enqueue(packet);
  if (!needs_place(header)) return;
  const NodeId source = header.packet % config_.injection.nodes;
  const bool null = header.packet == kNullPacket;
  pass_null(null ? node_ : has(Policy::Token) ? after(source) : source, header.payload, outputs);
}

/// A null packet for a node, which may be this one, has a place here.
void NaiveChaosRouter::pass_null(NodeId destination, std::uint32_t created, PortOutputs& outputs) {
  const auto packet = std::make_shared<Packet>();
  packet->flits.push_back(Flit{kNullPacket, destination, created, 1, 0, true});
  if (destination != node_) return enqueue(packet);
  if (has(Policy::PrivateBuffer)) {
    ++at_home_;
    return;
  }
  const bool waits = has_next() && injected_[0].destination != node_;
  if (waits && overtaken_ >= config_.injection.patience) return inject(outputs, /*over_null=*/true);
  pass_null(after(node_), created, outputs);
}

void NaiveChaosRouter::inject(PortOutputs& outputs, bool over_null) {
  const auto packet = std::make_shared<Packet>();
  packet->flits.push_back(injected_.front());
  injected_.pop_front();
  if (!packet->has_come()) entering_ = packet;
  moved_ = true;
  outputs.return_credit(terminal(), 0);
  overtaken_ = 0;
  if (packet->header().destination == node_) return ejected_.push_back(packet);
  if (full() && !over_null) {
    --at_home_;
    over_null = true;
  }
  packet->flits[0].over_null = over_null;
  enqueue(packet);
}

void NaiveChaosRouter::enqueue(const PacketPtr& packet) {
  RouteSet routes;
  routing_.route({node_, packet->header().destination, kCentralQueues, 0}, routes);
  std::vector<PortId> candidates;
  for (const RouteChoice& choice : routes) candidates.push_back(choice.port);
  queue_.push_back({packet, candidates, false});
  if (has_next()) ++overtaken_;
}

void NaiveChaosRouter::visit_buffers(const std::function<void(const BufferView&)>& visit) const {
  const auto show = [&](Side side, PortId port, const Packet* front, std::size_t size, bool bound) {
    const Flit* const header = front != nullptr ? &front->header() : nullptr;
    visit({{side, port, 0}, static_cast<int>(size), /*capacity=*/0, header, bound});
  };
  for (PortId p = 0; p < terminal(); ++p) {
    const auto found = frames_.find(p);
    static const Frames kNone;
    const Frames& frames = found == frames_.end() ? kNone : found->second;
    show(Side::Input, p, frames.input.get(), static_cast<std::size_t>(frames.unread),
         frames.reading != nullptr);
    const bool on_the_way = frames.crossing > 0 && link_latency_[static_cast<std::size_t>(p)] > 1;
    show(Side::Output, p, frames.output.get(), frames.output ? frames.output->flits.size() : 0, on_the_way);
  }
  visit({{Side::Input, terminal(), 0},
         static_cast<int>(injected_.size()),
         /*capacity=*/0,
         injected_.empty() ? nullptr : &injected_.front(),
         entering_ != nullptr});
  show(Side::Output, terminal(), ejected_.empty() ? nullptr : ejected_[0].get(), ejected_.size(), false);
  show(Side::Central, kCentralQueues, queue_.empty() ? nullptr : queue_[0].packet.get(), queue_.size(),
       false);
}

}  // namespace switchyard
