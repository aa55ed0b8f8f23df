#include "hw/router/chaos_router.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "hw/base/bits.h"

namespace switchyard {
namespace {

[[noreturn, gnu::noinline, gnu::cold]] void fail(NodeId node, PortId port, const char* what) {
  throw std::logic_error("ChaosRouter: " + std::string(what) + " at node " + std::to_string(node) +
                         ", port " + std::to_string(port));
}

/// What a packet in the queue may take, as a mask of ports.
PortMask ports_of(const CentralQueue::Packet& packet) { return static_cast<PortMask>(packet.ways); }

}  // namespace

ChaosRouter::ChaosRouter(const ChaosConfig& config, NodeId node, const std::vector<int>& link_latency,
                         std::uint64_t seed, const RoutingFunction& routing)
    : config_(config),
      routing_(routing),
      node_(node),
      seed_(seed),
      links_(linked_ports(link_latency)),
      terminal_(static_cast<PortId>(link_latency.size()) - 1, links_, config),
      link_latency_(link_latency.begin(), link_latency.end()),
      landed_(static_cast<std::size_t>(*std::max_element(link_latency.begin(), link_latency.end()))),
      input_frames_(link_latency.size()),
      output_frames_(link_latency.size()),
      slots_(static_cast<std::size_t>(config.queue_size)),
      queue_(slots_),
      lfsr_(Lfsr::of_node(seed, node)) {
  just_read_.reserve(2 * static_cast<std::size_t>(config.visits_per_cycle));
  ChaosRouter::reset();
}

void ChaosRouter::reset() {
  full_inputs_ = arrived_ = full_outputs_ = crossing_ = wanted_ = 0;
  credit_ = links_;
  turn_.reset();
  terminal_.reset();
  clock_ = 0;
  std::fill(landed_.begin(), landed_.end(), PortMask{0});
  wanting_.fill(0);
  queue_.reset();
  just_read_.clear();
  lfsr_ = Lfsr::of_node(seed_, node_);
}

[[gnu::flatten]] bool ChaosRouter::step(const PortInputs& inputs, PortOutputs& outputs) {
  clock_ = clock_ + 1 == landed_.size() ? 0 : clock_ + 1;
  crossing_ &= ~landed_[clock_];
  landed_[clock_] = 0;
  for_each_bit(inputs.flit_ports, [&](PortId p) { accept_flit(p, inputs.flits[p]); });
  for_each_bit(inputs.credit_ports, [&](PortId p) { accept_credit(p); });
  terminal_.begin_cycle(inputs);
  terminal_.send_delivered(outputs);
  admit_what_was_read();
  for (int visits = config_.visits_per_cycle; visits > 0; --visits) {
    const PortMask channels = visitable();
    if (channels == 0) break;
    visit(turn_.grant(channels), outputs);
  }
  drive_links(outputs);
  terminal_.keep_pace(outputs);
  return must_step();
}

void ChaosRouter::set_faulty_ports(PortMask ports) {
  faulty_ = ports;
  wanted_ = 0;
  for_each_bit(links_ & ~faulty_, [&](PortId p) {
    if (wanting_[static_cast<std::size_t>(p)] != 0) wanted_ |= bit<PortMask>(p);
  });
}

void ChaosRouter::accept_flit(PortId p, const Flit& flit) {
  if (!flit.head || !flit.tail()) fail(node_, p, "a packet of several flits");
  if (p == terminal_.port()) {
    if (!terminal_.accept_flit(flit)) fail(node_, p, "the injection buffer overflows");
    return;
  }
  const auto frame = bit<PortMask>(p);
  if ((full_inputs_ & frame) != 0 || (links_ & frame) == 0) fail(node_, p, "the input frame overflows");
  input_frames_[static_cast<std::size_t>(p)] = flit;
  full_inputs_ |= frame;
  if (flit.destination == node_) arrived_ |= frame;
}

void ChaosRouter::accept_credit(PortId p) {
  if (p == terminal_.port()) {
    if (!terminal_.accept_credit()) fail(node_, p, "more credits than slots");
    return;
  }
  const auto frame = bit<PortMask>(p);
  if ((credit_ & frame) != 0) fail(node_, p, "more credits than frames");
  credit_ |= frame;
}

/// What the visits of the last cycle have read takes part in those of this one.
void ChaosRouter::admit_what_was_read() {
  for (const PortMask ports : just_read_) {
    for_each_bit(ports, [&](PortId p) { ++wanting_[static_cast<std::size_t>(p)]; });
    wanted_ |= ports & ~faulty_;
  }
  queue_.ripen_all();
  just_read_.clear();
}

/// Input frames whose packet could not be read now, whatever a visit sends.
PortMask ChaosRouter::without_place() const {
  PortMask ports = terminal_.can_deliver() ? 0 : arrived_;
  if (queue_.full()) ports |= full_inputs_ & ~(arrived_ | wanted_) & (can_deroute() ? faulty_ : links_);
  return ports;
}

bool ChaosRouter::can_inject() const {
  if (!terminal_.may_inject()) return false;
  return terminal_.next().destination == node_ ? terminal_.can_deliver() : !queue_.full();
}

/// Channels that may be visited and, unless empty visits count, where there is something to do.
PortMask ChaosRouter::visitable() const {
  const PortMask channels = free_output_frames() & ~without_place();
  if (config_.empty_visits == ChaosConfig::EmptyVisits::Counted) {
    return full_inputs_ != 0 || queue_.size() != 0 || terminal_.has_next() ? channels : 0;
  }
  return can_inject() ? channels : channels & (full_inputs_ | wanted_);
}

void ChaosRouter::visit(PortId channel, PortOutputs& outputs) {
  const auto frame = bit<PortMask>(channel);
  if ((wanted_ & frame) != 0) {
    send(channel, match(channel));
  } else if (queue_.full() && (full_inputs_ & ~(arrived_ | faulty_) & frame) != 0) {
    send(channel, pick_victim());
  }
  read(channel, outputs);
}

/// Match. Precondition: the channel is wanted.
CentralQueue::Cursor ChaosRouter::match(PortId channel) const {
  CentralQueue::Cursor cursor = queue_.oldest();
  while ((ports_of(queue_.at(cursor)) >> channel & 1) == 0) queue_.next(cursor);
  return cursor;
}

/// Deroute. Precondition: can_deroute().
CentralQueue::Cursor ChaosRouter::pick_victim() {
  CentralQueue::Cursor victim = queue_.oldest();
  if (config_.variant == ChaosConfig::Variant::Chaos) {
    for (std::uint32_t skipped = lfsr_.below(static_cast<std::uint32_t>(ripe())); skipped != 0; --skipped)
      queue_.next(victim);
    return victim;
  }
  const bool last = config_.variant == ChaosConfig::Variant::Natural;
  for (CentralQueue::Cursor cursor = victim; !queue_.at_end(cursor); queue_.next(cursor)) {
    if (last || queue_.at(cursor).flit.packet > queue_.at(victim).flit.packet) victim = cursor;
  }
  return victim;
}

void ChaosRouter::send(PortId channel, CentralQueue::Cursor packet) {
  for_each_bit(ports_of(queue_.at(packet)), [&](PortId p) {
    if (--wanting_[static_cast<std::size_t>(p)] == 0) wanted_ &= ~bit<PortMask>(p);
  });
  Flit& frame = output_frames_[static_cast<std::size_t>(channel)];
  frame = queue_.at(packet).flit;
  frame.vc = 0;
  full_outputs_ |= bit<PortMask>(channel);
  queue_.remove(packet);
}

void ChaosRouter::read(PortId channel, PortOutputs& outputs) {
  const auto frame = bit<PortMask>(channel);
  if ((full_inputs_ & frame) != 0) {
    if ((arrived_ & frame) != 0) {
      terminal_.deliver(input_frame(channel));
    } else {
      enqueue(input_frame(channel));
    }
    full_inputs_ &= ~frame;
    arrived_ &= ~frame;
    outputs.return_credit(channel, 0);
  }
  if (can_inject()) inject(outputs);
}

void ChaosRouter::inject(PortOutputs& outputs) {
  const Flit& flit = terminal_.next();
  if (flit.destination == node_) {
    terminal_.deliver(flit);
  } else {
    enqueue(flit);
  }
  terminal_.take_next(outputs);
}

void ChaosRouter::enqueue(const Flit& flit) {
  RouteSet routes;
  routing_.route({node_, flit.destination, kCentralQueues, 0}, routes);
  queue_.push(flit, routes.ports(), 0);
  just_read_.push_back(routes.ports());
}

void ChaosRouter::drive_links(PortOutputs& outputs) {
  const PortMask leaving = full_outputs_ & credit_;
  full_outputs_ &= ~leaving;
  credit_ &= ~leaving;
  for_each_bit(leaving, [&](PortId p) {
    const auto port = static_cast<std::size_t>(p);
    outputs.send(p, output_frames_[port]);
    const std::size_t latency = link_latency_[port];
    if (latency == 1) return;  // It lands before the next visit.
    const std::size_t landing = clock_ + latency;
    landed_[landing >= landed_.size() ? landing - landed_.size() : landing] |= bit<PortMask>(p);
    crossing_ |= bit<PortMask>(p);
  });
}

/// Whether the next step would do anything without new inputs.
bool ChaosRouter::must_step() const {
  return terminal_.must_step() || !just_read_.empty() || crossing_ != 0 || visitable() != 0;
}

void ChaosRouter::visit_lanes(const std::function<void(const LaneView&)>& visit) const {
  const auto show = [&](Side side, PortId p, PortMask full, const std::vector<Flit>& frames, bool bound) {
    const bool is_full = (full >> p & 1) != 0;
    visit({{side, p, 0}, is_full ? 1 : 0, is_full ? &frames[static_cast<std::size_t>(p)] : nullptr, bound});
  };
  for (PortId p = 0; p < terminal_.port(); ++p) {
    show(Side::Input, p, full_inputs_, input_frames_, false);
    show(Side::Output, p, full_outputs_, output_frames_, (crossing_ >> p & 1) != 0);
  }
  terminal_.visit_lanes(visit);
  visit({{Side::Central, kCentralQueues, 0}, queue_.size(), queue_.front(), false});
}

std::vector<Want> ChaosRouter::wants(const LaneRef& ref) const {
  const PortMask free = free_output_frames();
  const Want queue{Want::Where::Here, {Side::Central, kCentralQueues, 0}};
  const Want delivery{Want::Where::Here, {Side::Output, terminal_.port(), 0}};
  const auto output_frames = [&](PortMask ports) {
    std::vector<Want> wants;
    for_each_bit(ports, [&](PortId p) { wants.push_back({Want::Where::Here, {Side::Output, p, 0}}); });
    return wants;
  };
  if (ref.side == Side::Central) {
    const PortMask ports = wanted_ | (can_deroute() ? full_inputs_ & ~(arrived_ | faulty_) : 0);
    std::vector<Want> wants = (ports & free) != 0 ? std::vector<Want>{} : output_frames(ports);
    for (CentralQueue::Cursor cursor = queue_.oldest(); !queue_.at_end(cursor); queue_.next(cursor)) {
      const PortMask ways = ports_of(queue_.at(cursor));
      if (ways == 0 || (ways & ~faulty_) != 0) continue;
      wants.push_back({Want::Where::Repair, {Side::Output, lowest_bit(ways), 0}});
    }
    return wants;
  }
  if (ref.port == terminal_.port()) {
    if (ref.side == Side::Output) return {};  // The terminal takes what comes.
    const bool arrived = terminal_.next().destination == node_;
    if (!can_inject()) return {arrived ? delivery : queue};
    return free != 0 ? std::vector<Want>{} : output_frames(links_);
  }
  const auto frame = bit<PortMask>(ref.port);
  if (ref.side == Side::Output) {
    if (((full_outputs_ & ~credit_) & frame) == 0) return {};
    return {{Want::Where::Far, {Side::Input, ref.port, 0}}};
  }
  if ((free & frame) == 0) return output_frames(frame);
  if ((arrived_ & frame) != 0 && !terminal_.can_deliver()) return {delivery};
  return {};
}

}  // namespace switchyard
