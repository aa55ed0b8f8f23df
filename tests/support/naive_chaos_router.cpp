#include "tests/support/naive_chaos_router.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "hw/base/bits.h"
#include "hw/base/random_stream.h"

namespace switchyard {

NaiveChaosRouter::NaiveChaosRouter(const ChaosConfig& config, NodeId node, std::vector<int> link_latency,
                                   std::uint64_t seed, const RoutingFunction& routing, Mutant mutant)
    : config_(config),
      node_(node),
      link_latency_(std::move(link_latency)),
      seed_(seed),
      routing_(routing),
      mutant_(mutant) {
  NaiveChaosRouter::reset();
}

void NaiveChaosRouter::reset() {
  frames_.clear();
  for (PortId p = 0; p + 1 < static_cast<PortId>(link_latency_.size()); ++p) {
    if (link_latency_[static_cast<std::size_t>(p)] != 0) frames_[p] = Frames{};
  }
  queue_.clear();
  injected_.clear();
  delivered_.clear();
  terminal_credits_ = config_.injection_buffer;
  last_ = last_read_ = -1;
  lfsr_.emplace(1 + RandomStream(seed_, node_, Purpose::Selection).below(Lfsr::kPeriod));
}

bool NaiveChaosRouter::step(const PortInputs& inputs, PortOutputs& outputs) {
  const auto terminal = static_cast<PortId>(link_latency_.size()) - 1;
  for (auto& [port, frames] : frames_) {
    if (frames.crossing > 0) --frames.crossing;
  }
  for_each_bit(PortMask{inputs.flit_ports}, [&](PortId p) {
    if (p == terminal) return injected_.push_back(inputs.flits[p]);
    if (frames_.at(p).input) throw std::logic_error("an input frame overflows");
    frames_.at(p).input = inputs.flits[p];
  });
  for_each_bit(PortMask{inputs.credit_ports}, [&](PortId p) {
    if (p == terminal) {
      ++terminal_credits_;
    } else {
      frames_.at(p).credit = true;
    }
  });
  if (!delivered_.empty() && terminal_credits_ > 0) {
    outputs.send(terminal, delivered_.front());
    delivered_.erase(delivered_.begin());
    --terminal_credits_;
  }
  for (Queued& packet : queue_) packet.ripe = true;
  may_inject_ = true;

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
  if (mutant_ == Mutant::ReadsApart) {
    last_read_ = (last_read_ + 1) % terminal;
    const bool room = static_cast<int>(queue_.size()) < config_.queue_size;
    if (frames_.count(last_read_) != 0 && frames_.at(last_read_).input) {
      const bool here = frames_.at(last_read_).input->destination == node_;
      if (here ? delivery_has_room() : room) read(last_read_, outputs);
    }
    inject(outputs);
  }
  for (auto& [port, frames] : frames_) {
    if (!frames.output || !frames.credit) continue;
    outputs.send(port, *frames.output);
    frames.output.reset();
    frames.credit = false;
    frames.crossing = mutant_ == Mutant::EmptiesAtOnce ? 0 : link_latency_[static_cast<std::size_t>(port)];
  }
  return true;
}

bool NaiveChaosRouter::delivery_has_room() const {
  return static_cast<int>(delivered_.size()) < config_.delivery_buffer;
}

bool NaiveChaosRouter::wanted(PortId channel) const {
  return std::any_of(queue_.begin(), queue_.end(), [&](const Queued& packet) {
    return packet.ripe && std::count(packet.ways.begin(), packet.ways.end(), channel) != 0;
  });
}

bool NaiveChaosRouter::can_deroute() const {
  const auto ripe = std::count_if(queue_.begin(), queue_.end(), [](const Queued& p) { return p.ripe; });
  return static_cast<int>(queue_.size()) == config_.queue_size && ripe >= 2;
}

/// Whether a visit would do anything.
bool NaiveChaosRouter::useful(PortId channel) const {
  const bool room = static_cast<int>(queue_.size()) < config_.queue_size;
  const bool injects =
      may_inject_ && !injected_.empty() && (injected_[0].destination == node_ ? delivery_has_room() : room);
  return frames_.at(channel).input || wanted(channel) || injects;
}

bool NaiveChaosRouter::visitable(PortId channel) const {
  const Frames& frames = frames_.at(channel);
  if (frames.output || frames.crossing > 0) return false;
  const bool full = static_cast<int>(queue_.size()) == config_.queue_size;
  if (frames.input && frames.input->destination == node_) {
    if (!delivery_has_room() && mutant_ != Mutant::VisitsUnserved) return false;
  } else if (frames.input && full && !wanted(channel) && !can_deroute()) {
    return false;
  }
  if (config_.empty_visits == ChaosConfig::EmptyVisits::Free) return useful(channel);
  return !queue_.empty() || !injected_.empty() ||
         std::any_of(frames_.begin(), frames_.end(),
                     [](const auto& f) { return f.second.input.has_value(); });
}

void NaiveChaosRouter::visit(PortId channel, PortOutputs& outputs) {
  Frames& frames = frames_.at(channel);
  std::size_t chosen = queue_.size();
  for (std::size_t i = queue_.size(); i-- > 0;) {
    const std::vector<PortId>& ways = queue_[i].ways;
    if (queue_[i].ripe && std::count(ways.begin(), ways.end(), channel) != 0) chosen = i;
  }
  const bool must_enter = frames.input && frames.input->destination != node_;
  if (chosen == queue_.size() && can_deroute() && must_enter) chosen = victim();
  if (chosen != queue_.size()) {
    frames.output = queue_[chosen].flit;
    frames.output->vc = 0;
    queue_.erase(queue_.begin() + static_cast<std::ptrdiff_t>(chosen));
  }
  if (mutant_ == Mutant::ReadsApart) return;
  if (mutant_ == Mutant::InjectsBetween) inject(outputs);
  read(channel, outputs);
  inject(outputs);
}

std::size_t NaiveChaosRouter::victim() {
  std::vector<std::size_t> ripe;
  for (std::size_t i = 0; i < queue_.size(); ++i) {
    if (queue_[i].ripe) ripe.push_back(i);
  }
  switch (config_.variant) {
    case ChaosConfig::Variant::Chaos: return ripe[lfsr_->below(static_cast<std::uint32_t>(ripe.size()))];
    case ChaosConfig::Variant::Natural: return ripe.back();
    case ChaosConfig::Variant::Priority: break;
  }
  return *std::max_element(ripe.begin(), ripe.end(), [&](std::size_t a, std::size_t b) {
    return queue_[a].flit.packet < queue_[b].flit.packet;
  });
}

void NaiveChaosRouter::read(PortId channel, PortOutputs& outputs) {
  Frames& frames = frames_.at(channel);
  if (!frames.input) return;
  if (frames.input->destination == node_) {
    if (!delivery_has_room()) return;  // Only of a mutant.
    delivered_.push_back(*frames.input);
  } else {
    if (static_cast<int>(queue_.size()) == config_.queue_size) return;  // Only of a mutant.
    enqueue(*frames.input);
  }
  frames.input.reset();
  outputs.return_credit(channel, 0);
}

void NaiveChaosRouter::inject(PortOutputs& outputs) {
  if (injected_.empty() || !may_inject_) return;
  if (injected_[0].destination == node_) {
    if (!delivery_has_room()) return;
    delivered_.push_back(injected_[0]);
  } else {
    if (static_cast<int>(queue_.size()) == config_.queue_size) return;
    enqueue(injected_[0]);
  }
  injected_.erase(injected_.begin());
  may_inject_ = false;
  outputs.return_credit(static_cast<PortId>(link_latency_.size()) - 1, 0);
}

void NaiveChaosRouter::enqueue(const Flit& flit) {
  RouteSet routes;
  routing_.route({node_, flit.destination, kCentralQueues, 0}, routes);
  std::vector<PortId> ways;
  for (const RouteChoice& choice : routes) ways.push_back(choice.port);
  queue_.push_back({flit, ways, false});
}

void NaiveChaosRouter::visit_lanes(const std::function<void(const LaneView&)>& visit) const {
  const auto show = [&](Side side, PortId port, const Flit* front, std::size_t size, bool bound) {
    visit({{side, port, 0}, static_cast<int>(size), front, bound});
  };
  const auto terminal = static_cast<PortId>(link_latency_.size()) - 1;
  for (PortId p = 0; p < terminal; ++p) {
    const auto found = frames_.find(p);
    static const Frames kNone;
    const Frames& frames = found == frames_.end() ? kNone : found->second;
    show(Side::Input, p, frames.input ? &*frames.input : nullptr, frames.input ? 1 : 0, false);
    const bool on_the_way = frames.crossing > 0 && link_latency_[static_cast<std::size_t>(p)] > 1;
    show(Side::Output, p, frames.output ? &*frames.output : nullptr, frames.output ? 1 : 0, on_the_way);
  }
  show(Side::Input, terminal, injected_.empty() ? nullptr : &injected_[0], injected_.size(), false);
  show(Side::Output, terminal, delivered_.empty() ? nullptr : &delivered_[0], delivered_.size(), false);
  show(Side::Central, kCentralQueues, queue_.empty() ? nullptr : &queue_[0].flit, queue_.size(), false);
}

}  // namespace switchyard
