#include "hw/router/exchange/exchange_router.h"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>
#include <utility>

#include "hw/base/bits.h"

namespace switchyard {
namespace {

[[noreturn, gnu::noinline, gnu::cold]] void fail(NodeId node, PortId port, const char* what) {
  throw std::logic_error("ExchangeRouter: " + std::string(what) + " at node " + std::to_string(node) +
                         ", port " + std::to_string(port));
}

}  // namespace

ExchangeRouter::ExchangeRouter(const ExchangeConfig& config, NodeId node,
                               const std::vector<int>& link_latency, const std::vector<int>& distance,
                               std::uint64_t seed, const RoutingFunction& routing)
    : config_(config),
      routing_(routing),
      node_(node),
      seed_(seed),
      all_(low_bits<BufferMask>(config.buffers)),
      distance_(distance),
      links_(linked_ports(link_latency)),
      packets_(config.ejection_buffer + 1, 1),
      terminal_(static_cast<PortId>(link_latency.size()) - 1, links_, config, packets_),
      recirculation_(config.injection, node),
      buffers_(config.buffers),
      lfsr_(Lfsr::of_node(seed, node)) {
  const int shared = config.buffers - config.injection.kept_places();
  if (shared < links_.count()) {
    throw std::invalid_argument("ExchangeRouter: " + std::to_string(shared) + " buffers for " +
                                std::to_string(links_.count()) + " links");
  }
  ExchangeRouter::reset();
}

void ExchangeRouter::reset() {
  held_ = kept_ = fresh_ = arrived_ = 0;
  idle_ = links_;
  replied_ = unread_ = 0;
  next_link_ =
      ArbiterStarts(config_.arbiter_start, seed_, node_).of(ArbiterStarts::kRouter, terminal_.port());
  packets_.reset();
  terminal_.reset();
  recirculation_.reset();
  holds_first_token_ = recirculation_.starts_with_token();
  arrivals_ = 0;
  kept_for_.fill(-1);
  lfsr_ = Lfsr::of_node(seed_, node_);
}

[[gnu::flatten]] bool ExchangeRouter::step(const PortInputs& inputs, PortOutputs& outputs) {
  fresh_ = 0;
  replied_ = 0;
  terminal_.begin_cycle(inputs, outputs);
  end_exchanges(inputs, outputs);
  if (std::exchange(holds_first_token_, false)) {
    put(lowest_bit(empty()), Recirculation::null_packet(recirculation_.next(), 0));
  }
  eject(outputs);
  for_each_bit(inputs.flit_ports & ~bit<PortMask>(terminal_.port()), [&](PortId p) {
    if (inputs.flits[p].vc == kRequest) answer(p, inputs.flits[p], outputs);
  });
  start_exchanges(outputs);
  inject(outputs);
  terminal_.keep_pace(outputs);
  return must_step();
}

/// The ejection buffer, and then packets that arrived while it had no room.
void ExchangeRouter::eject(PortOutputs& outputs) {
  terminal_.send_ejected(outputs);
  while ((held_ & arrived_) != 0 && terminal_.can_eject()) {
    const int oldest = first_of(held_ & arrived_);
    take(oldest);
    settle(oldest, Flit{buffer(oldest).flit}, outputs);
  }
}

/// A reply comes with the credit of its request, and both before a request that the far end sent with them.
void ExchangeRouter::end_exchanges(const PortInputs& inputs, PortOutputs& outputs) {
  for_each_bit(inputs.flit_ports, [&](PortId p) {
    const Flit& flit = inputs.flits[p];
    if (!flit.head || !flit.tail()) fail(node_, p, "a packet of several flits");
    if (p == terminal_.port()) {
      if (!terminal_.accept_flit(flit)) fail(node_, p, "the injection buffer overflows");
      return;
    }
    if (flit.vc != kReply) return;
    if (kept_for_[p] < 0) fail(node_, p, "a reply without a request");
    kept_.clear(kept_for_[p]);
    put(kept_for_[p], flit);
    kept_for_[p] = -1;
    outputs.return_credit(p, kReply);
  });
  for_each_bit(inputs.credit_ports, [&](PortId p) {
    if (p == terminal_.port()) {
      if (!terminal_.accept_credit()) fail(node_, p, "more credits than slots");
      return;
    }
    if (inputs.credits[p].test(kReply)) {
      if (!unread_.test(p)) fail(node_, p, "a credit without a reply");
      unread_.clear(p);
    }
    if (!inputs.credits[p].test(kRequest)) return;
    if (idle_.test(p)) fail(node_, p, "a credit without a request");
    if (kept_for_[p] >= 0) kept_.clear(kept_for_[p]);
    kept_for_[p] = -1;
    idle_.set(p);
  });
}

void ExchangeRouter::answer(PortId p, const Flit& request, PortOutputs& outputs) {
  outputs.return_credit(p, kRequest);
  const int kept = kept_for_[p];
  const bool crosses = kept >= 0;
  if (crosses) {
    kept_.clear(kept);
    kept_for_[p] = -1;
  }
  if (request.destination == node_ && !Recirculation::stays(request) && terminal_.can_eject()) {
    return terminal_.eject(packets_.open(request));
  }
  if (crosses) return settle(kept, request, outputs);
  const BufferMask wanted = wanting(p);
  if (wanted == 0 && has_room()) return settle(lowest_bit(empty()), request, outputs);
  const int given = wanted != 0 ? first_of(wanted) : pick_victim();
  if (given < 0) fail(node_, p, "a request finds no buffer");
  send(p, kReply, given, outputs);
  replied_.set(p);
  unread_.set(p);
  settle(given, request, outputs);
}

/// A packet has got a buffer, which is empty.
void ExchangeRouter::settle(int index, const Flit& flit, PortOutputs& outputs) {
  if (flit.destination != node_) return put(index, flit);
  if (flit.packet != kNullPacket) {
    if (!terminal_.can_eject()) return put(index, flit);
    Flit content = flit;
    content.over_null = false;
    terminal_.eject(packets_.open(content));
    if (!Recirculation::stays(flit)) return;
  }
  using Kind = Recirculation::Successor::Kind;
  const auto [kind, null_packet] = recirculation_.succeed(flit, terminal_.may_send_from(node_));
  if (kind == Kind::NullPacket) put(index, null_packet);
  if (kind == Kind::Own) inject_into(index, /*over_null=*/true, outputs);
}

/// Each link that is idle takes the first of the packets that it brings nearer.
void ExchangeRouter::start_exchanges(PortOutputs& outputs) {
  if ((ready() & ~arrived_) == 0) return;
  const PortMask links = idle_ & ~(replied_ | faulty_);
  PortId last = -1;
  for_each_bit_from(links, next_link_, [&](PortId p) {
    const BufferMask wanted = wanting(p);
    if (wanted == 0) return;
    const int chosen = first_of(wanted);
    send(p, kRequest, chosen, outputs);
    kept_.set(chosen);
    kept_for_[p] = static_cast<std::int8_t>(chosen);
    idle_.clear(p);
    if (last < 0) last = p;
  });
  if (last >= 0) next_link_ = last + 1;
}

bool ExchangeRouter::can_inject() const {
  if (!terminal_.may_inject()) return false;
  if (terminal_.next().destination == node_) return terminal_.can_eject();
  return has_room() || recirculation_.at_home() != 0;
}

void ExchangeRouter::inject(PortOutputs& outputs) {
  if (!can_inject()) return;
  if (terminal_.next().destination == node_) {
    recirculation_.injected();
    return terminal_.eject(terminal_.take_next(outputs));
  }
  const bool over_null = !has_room();
  if (over_null) recirculation_.leave_home();
  inject_into(lowest_bit(empty()), over_null, outputs);
}

void ExchangeRouter::inject_into(int index, bool over_null, PortOutputs& outputs) {
  Flit flit = packets_.take(terminal_.take_next(outputs));
  flit.over_null = over_null;
  put(index, flit);
  recirculation_.injected();
}

void ExchangeRouter::put(int index, const Flit& flit) {
  Buffer& buffer = this->buffer(index);
  buffer.flit = flit;
  buffer.candidates = 0;
  buffer.came = arrivals_++;
  held_.set(index);
  fresh_.set(index);
  arrived_.clear(index);
  if (terminal_.has_next()) recirculation_.overtake();
  if (flit.destination == node_) {
    arrived_.set(index);
  } else {
    buffer.candidates =
        PortMask(routing_.queue_candidates(node_, flit.destination, 0, terminal_.port() + 1).preferred);
    for (PortId p = 0; p < terminal_.port(); ++p) {  // Of all ports: which ones cannot be predicted.
      BufferMask& nearer = nearer_[p];
      nearer.clear(index);
      nearer.set(index, buffer.candidates.test(p));
    }
  }
  switch (config_.priority) {
    case ExchangeConfig::Priority::Age: buffer.rank = {0, age_of(flit)}; break;
    case ExchangeConfig::Priority::Distance:
      buffer.rank = {static_cast<std::uint32_t>(distance_[flit.destination]), age_of(flit)};
      break;
    case ExchangeConfig::Priority::None: buffer.rank = {0, buffer.came}; break;
  }
}

void ExchangeRouter::send(PortId p, VcId vc, int index, PortOutputs& outputs) {
  Flit flit = buffer(index).flit;
  flit.vc = static_cast<std::uint8_t>(vc);
  outputs.send(p, flit);
  take(index);
}

/// Buffers whose packet may leave and comes nearer by this link.
ExchangeRouter::BufferMask ExchangeRouter::wanting(PortId p) const {
  return nearer_[p] & ready() & ~arrived_;
}

/// Precondition: `buffers != 0`.
int ExchangeRouter::first_of(BufferMask buffers) const {
  int first = lowest_bit(buffers);
  for_each_bit(buffers, [&](int b) {
    if (buffer(b).rank < buffer(first).rank) first = b;
  });
  return first;
}

/// The packet to give away for one that must be taken; -1 if there is none.
int ExchangeRouter::pick_victim() {
  BufferMask candidates = ready();
  if (candidates == 0) return -1;
  if (config_.priority == ExchangeConfig::Priority::None) {
    if ((candidates & ~arrived_) != 0) candidates &= ~arrived_;  // Those are as good as gone.
    for (auto n = lfsr_.below(candidates.count()); n != 0; --n) {
      candidates &= candidates - 1;
    }
    return lowest_bit(candidates);
  }
  int last = lowest_bit(candidates);
  for_each_bit(candidates, [&](int b) {
    if (buffer(b).rank > buffer(last).rank) last = b;
  });
  return last;
}

/// Whether the next step would do anything without new inputs.
bool ExchangeRouter::must_step() const {
  if (fresh_ != 0 || can_inject() || terminal_.must_step()) return true;
  if ((held_ & arrived_) != 0 && terminal_.can_eject()) return true;
  bool leaves = false;  // The other idle links were offered all that is ready.
  for_each_bit(idle_ & replied_ & ~faulty_, [&](PortId p) { leaves |= wanting(p) != 0; });
  return leaves;
}

void ExchangeRouter::visit_buffers(const std::function<void(const BufferView&)>& visit) const {
  for (PortId p = 0; p < terminal_.port(); ++p) {
    for (const VcId vc : {kRequest, kReply}) visit({{Side::Input, p, vc}, 0, 0, nullptr, false});
  }
  terminal_.visit_buffers(visit);
  const Buffer* first = nullptr;
  for_each_bit(held_, [&](int b) {
    const bool earlier = first == nullptr || static_cast<std::int32_t>(buffer(b).came - first->came) < 0;
    if (earlier) first = &buffer(b);
  });
  visit({{Side::Central, kCentralQueues, 0},
         held_.count(),
         static_cast<int>(buffers_.size()),
         first != nullptr ? &first->flit : nullptr,
         false});
}

/// Exchanges end by themselves, so that all waits do, but those for the terminal and for faulty links.
std::vector<WaitFor> ExchangeRouter::waits_for(const BufferRef& ref) const {
  if (ref.side == Side::Central) {
    std::vector<WaitFor> waits;
    for_each_bit(held_ & ~arrived_, [&](int b) {
      const PortMask candidates = buffer(b).candidates;
      if (candidates == 0 || (candidates & ~faulty_) != 0) return;
      waits.push_back({WaitFor::Where::Repair, {Side::Output, lowest_bit(candidates), 0}});
    });
    return waits;
  }
  if (ref.side != Side::Input || ref.port != terminal_.port() || can_inject()) return {};
  const bool here = terminal_.next().destination == node_;
  return {{WaitFor::Where::Here, here ? BufferRef{Side::Output, terminal_.port(), 0}
                                      : BufferRef{Side::Central, kCentralQueues, 0}}};
}

}  // namespace switchyard
