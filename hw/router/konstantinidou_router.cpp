#include "hw/router/konstantinidou_router.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include "hw/base/bits.h"

namespace switchyard {
namespace {

[[noreturn, gnu::noinline, gnu::cold]] void fail(NodeId node, PortId port, VcId vc, const char* what) {
  throw std::logic_error("KonstantinidouRouter: " + std::string(what) + " at node " + std::to_string(node) +
                         ", port " + std::to_string(port) + ", lane " + std::to_string(vc));
}

}  // namespace

KonstantinidouRouter::KonstantinidouRouter(const KonstantinidouConfig& config, NodeId node, int port_count,
                                           std::uint64_t seed, const RoutingFunction& routing)
    : config_(config),
      routing_(routing),
      node_(node),
      seed_(seed),
      terminal_(port_count - 1),
      queue_count_(config.queue_size.size()),
      depth_(static_cast<std::size_t>(config.input_buffer)),
      injection_(static_cast<std::size_t>(terminal_) * queue_count_),
      queue_lanes_(low_bits<LaneMask>(static_cast<int>(queue_count_))),
      network_lanes_(low_bits<LaneMask>(static_cast<int>(injection_))),
      delivery_(static_cast<std::uint64_t>(
          std::llround(static_cast<double>(kCycle) * config.phits / config.delivery_rate))),
      slots_(static_cast<std::size_t>(
          std::accumulate(config.queue_size.begin(), config.queue_size.end(), config.delivery_buffer))),
      delivered_(std::span(slots_).last(static_cast<std::size_t>(config.delivery_buffer))),
      due_(static_cast<std::size_t>(config.phits)),
      random_(seed, node, Purpose::Selection) {
  const std::size_t lanes = injection_ + queue_count_;
  if (lanes > 63) {
    throw std::invalid_argument("KonstantinidouRouter: " + std::to_string(port_count) + " ports of " +
                                std::to_string(queue_count_) + " classes are more than 63 lanes");
  }
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    port_of_[lane] = static_cast<std::uint8_t>(lane / queue_count_);
  }
  for (std::size_t port = 0; port < static_cast<std::size_t>(port_count); ++port) {
    first_lane_[port] = static_cast<std::uint8_t>(port * queue_count_);
  }
  first_lane_[kCentralQueues] = static_cast<std::uint8_t>(injection_);
  buffered_.resize(lanes * depth_);
  std::span<CentralQueue::Slot> slots = slots_;
  for (const int size : config.queue_size) {
    queues_.emplace_back(slots.first(static_cast<std::size_t>(size)));
    slots = slots.subspan(static_cast<std::size_t>(size));
  }
  KonstantinidouRouter::reset();
}

void KonstantinidouRouter::reset() {
  const std::size_t lanes = injection_ + queue_count_;
  open_ = low_bits<LaneMask>(static_cast<int>(lanes));
  idle_links_ = idle_buffers_ = ~LaneMask{0};
  arrived_ = 0;
  entering_.fill(0);
  asking_.fill(0);
  entering_any_ = 0;
  asking_any_ = 0;
  queued_ = 0;
  turn_.fill(RoundRobinArbiter{});
  delivery_turn_.reset();
  first_queue_ = 0;
  packets_ = 0;
  transfers_ = 0;
  delivery_wait_ = 0;
  clock_ = 0;
  credits_.fill(static_cast<std::uint8_t>(depth_));
  buffers_.fill(Buffer{});
  for (CentralQueue& queue : queues_) queue.reset();
  delivered_.reset();
  std::fill(due_.begin(), due_.end(), Due{});
  random_ = RandomStream(seed_, node_, Purpose::Selection);
}

[[gnu::flatten]] bool KonstantinidouRouter::step(const PortInputs& inputs, PortOutputs& outputs) {
  for_each_bit(inputs.flit_ports, [&](PortId p) { accept_flit(p, inputs.flits[p]); });
  for_each_bit(inputs.credit_ports, [&](PortId p) { accept_credits(p, inputs.credits[p]); });
  if (transfers_ != 0) end_transfers();
  if (delivered_.size() != 0 || delivery_wait_ != 0) deliver(outputs);
  if (queued_ != 0) serve_queues(outputs);
  if ((entering_any_ | asking_any_) != 0) fill_queues(outputs);
  if (arrived_ != 0) receive(outputs);
  clock_ = clock_ + 1 == due_.size() ? 0 : clock_ + 1;
  return must_step();
}

void KonstantinidouRouter::set_faulty_ports(PortMask ports) {
  faulty_ = 0;
  for_each_bit(ports, [&](PortId p) { faulty_ |= lanes_of(p); });
}

/// A transfer over a link or into a queue goes on for a routing cycle, which must be counted out.
bool KonstantinidouRouter::must_step() const {
  const bool may_move = transfers_ != 0 && (packets_ != 0 || config_.phits > 1);
  return may_move || delivery_wait_ > kCycle || (delivery_wait_ != 0 && delivered_.size() != 0);
}

void KonstantinidouRouter::accept_flit(PortId p, const Flit& flit) {
  const auto lanes = p == terminal_ ? std::size_t{1} : queue_count_;
  if (flit.vc >= lanes) fail(node_, p, flit.vc, "a flit for no lane");
  if (!flit.head || !flit.tail()) fail(node_, p, flit.vc, "a packet of several flits");
  const std::size_t lane = lane_of(p, flit.vc);
  Buffer& buffer = buffers_[lane];
  if (buffer.size == depth_) fail(node_, p, flit.vc, "input buffer overflows");
  const std::size_t slot = std::size_t{buffer.head} + buffer.size;
  buffered_[lane * depth_ + (slot >= depth_ ? slot - depth_ : slot)] = flit;
  ++packets_;
  if (++buffer.size == 1) look_at_front(lane);
}

void KonstantinidouRouter::accept_credits(PortId p, VcMask vcs) {
  open_ |= LaneMask{vcs} << lane_of(p, 0);
  for_each_bit(vcs, [&](VcId vc) {
    std::uint8_t& credits = credits_[lane_of(p, vc)];
    if (credits == depth_) fail(node_, p, vc, "more credits than slots");
    ++credits;
  });
}

/// Ends what began a routing cycle ago.
void KonstantinidouRouter::end_transfers() {
  --transfers_;
  Due& due = due_[clock_];
  idle_links_ |= due.links;
  idle_buffers_ |= due.buffers;
  if (due_.size() == 1) {  // All that is here came a routing cycle ago at least.
    for (CentralQueue& queue : queues_) queue.ripen_all();
    delivered_.ripen_all();
    due.links = due.buffers = 0;
    return;
  }
  for (std::size_t q = 0; q < queue_count_; ++q) queues_[q].ripen(due.queued[q]);
  delivered_.ripen(due.received);
  due = Due{};
}

void KonstantinidouRouter::deliver(PortOutputs& outputs) {
  delivery_wait_ -= std::min(delivery_wait_, kCycle);
  const LaneMask open = open_ & lanes_of(terminal_);
  if (!delivered_.has_ripe() || open == 0 || delivery_wait_ >= kCycle) return;
  CentralQueue::Cursor cursor = delivered_.oldest();
  send(static_cast<std::size_t>(lowest_bit(open)), delivered_.at(cursor).flit, outputs);
  delivered_.remove(cursor);
  delivery_wait_ += delivery_;
}

void KonstantinidouRouter::serve_queues(PortOutputs& outputs) {
  const LaneMask all_free = open_ & idle_links_ & network_lanes_ & ~faulty_;
  LaneMask free = all_free;
  const auto count = static_cast<VcId>(queue_count_);
  for (VcId turn = 0; turn < count; ++turn) {
    const VcId queue = first_queue_ + turn < count ? first_queue_ + turn : first_queue_ + turn - count;
    if ((queued_ & bit<VcMask>(queue)) != 0) free = serve(queue, free, outputs);
  }
  if (free != all_free) first_queue_ = first_queue_ + 1 == count ? 0 : first_queue_ + 1;
}

/// Sends what may leave one queue over the links that are still free; returns those that are left.
KonstantinidouRouter::LaneMask KonstantinidouRouter::serve(VcId q, LaneMask free, PortOutputs& outputs) {
  CentralQueue& queue = queues_[static_cast<std::size_t>(q)];
  for (CentralQueue::Cursor cursor = queue.oldest(); !queue.at_end(cursor);) {
    const CentralQueue::Packet& packet = queue.at(cursor);
    const LaneMask now = packet.ways & free;
    const LaneMask lanes = now != 0 ? now : packet.escape & free;
    if (lanes != 0) {
      const std::size_t lane = select(lanes);
      free &= ~lanes_of(port_of(lane));
      send(lane, packet.flit, outputs);
      queue.remove(cursor);
    } else {
      const auto moves = static_cast<VcMask>((packet.ways | packet.escape) >> injection_);
      asking_any_ |= moves;
      for_each_bit(moves, [&](VcId to) { asking_[static_cast<std::size_t>(to)] |= mask_of(source_of(q)); });
      queue.next(cursor);
    }
    if (head_only()) break;
  }
  note_size(q);
  return free;
}

/// The lane that the selection function chooses. Precondition: `lanes != 0`.
std::size_t KonstantinidouRouter::select(LaneMask lanes) {
  if ((lanes & (lanes - 1)) != 0) {
    if (config_.selection == KonstantinidouConfig::Selection::Random) {
      auto skipped = random_.below(static_cast<std::uint32_t>(std::popcount(lanes)));
      for (; skipped != 0; --skipped) lanes &= lanes - 1;
    } else if (config_.selection == KonstantinidouConfig::Selection::LeastLoaded) {
      auto best = static_cast<std::size_t>(lowest_bit(lanes));
      for_each_bit(lanes, [&](int b) {
        const auto lane = static_cast<std::size_t>(b);
        if (credits_[lane] > credits_[best]) best = lane;
      });
      return best;
    }
  }
  return static_cast<std::size_t>(lowest_bit(lanes));
}

void KonstantinidouRouter::send(std::size_t lane, Flit flit, PortOutputs& outputs) {
  const PortId port = port_of(lane);
  flit.vc = static_cast<std::uint8_t>(class_of(lane));
  outputs.send(port, flit);
  if (--credits_[lane] == 0) open_ &= ~mask_of(lane);
  idle_links_ &= ~lanes_of(port);
  due_[clock_].links |= lanes_of(port);
  transfers_ = config_.phits;
  --packets_;
}

/// The last queue first: what leaves it for good makes room for what follows.
void KonstantinidouRouter::fill_queues(PortOutputs& outputs) {
  for (auto to = static_cast<VcId>(queue_count_) - 1; to >= 0; --to) {
    const auto q = static_cast<std::size_t>(to);
    LaneMask sources = (entering_[q] & idle_buffers_) | std::exchange(asking_[q], LaneMask{0});
    while (sources != 0 && !queues_[q].full()) {
      const auto source = static_cast<std::size_t>(turn_[q].grant(sources));
      if (source > injection_) {
        if (!move(queue_of(source), to)) sources &= ~mask_of(source);
      } else {
        entering_[q] &= ~mask_of(source);
        entering_any_ &= ~mask_of(source);
        enter(to, take_from_buffer(source, outputs));
        sources &= ~mask_of(source);
      }
    }
  }
  asking_any_ = 0;
}

/// Moves a packet from queue to queue. Returns whether another one may follow in this routing cycle.
bool KonstantinidouRouter::move(VcId from, VcId to) {
  CentralQueue& queue = queues_[static_cast<std::size_t>(from)];
  CentralQueue::Cursor cursor = find_mover(from, to);
  const Flit flit = queue.at(cursor).flit;
  queue.remove(cursor);
  note_size(from);
  enter(to, flit);
  return !head_only() && !queue.at_end(find_mover(from, to));
}

/// The oldest packet of a queue that may move to another one; at its end if there is none.
CentralQueue::Cursor KonstantinidouRouter::find_mover(VcId from, VcId to) const {
  const CentralQueue& queue = queues_[static_cast<std::size_t>(from)];
  CentralQueue::Cursor cursor = queue.oldest();
  while (!queue.at_end(cursor)) {
    const CentralQueue::Packet& packet = queue.at(cursor);
    if (((packet.ways | packet.escape) & move_to(to)) != 0) break;
    queue.next(cursor);
  }
  return cursor;
}

void KonstantinidouRouter::enter(VcId q, const Flit& flit) {
  RouteSet routes;
  routing_.route({node_, flit.destination, kCentralQueues, q}, routes);
  LaneMask ways[2] = {0, 0};  // Without branches: packets go everywhere.
  for (const RouteChoice& choice : routes) {
    ways[choice.preference == Preference::Escape] |= LaneMask{choice.vcs} << first_lane_[choice.port];
  }
  queues_[static_cast<std::size_t>(q)].push({flit, ways[0], ways[1]});
  queued_ |= bit<VcMask>(q);
  ++due_[clock_].queued[static_cast<std::size_t>(q)];
  transfers_ = config_.phits;
}

void KonstantinidouRouter::receive(PortOutputs& outputs) {
  LaneMask sources = arrived_ & idle_buffers_;
  while (sources != 0 && !delivered_.full()) {
    const auto source = static_cast<std::size_t>(delivery_turn_.grant(sources));
    arrived_ &= ~mask_of(source);
    delivered_.push({take_from_buffer(source, outputs), 0, 0});
    ++due_[clock_].received;
    sources &= ~mask_of(source);
  }
}

/// The packet's slot is free when the next one can come: its credit goes now.
Flit KonstantinidouRouter::take_from_buffer(std::size_t lane, PortOutputs& outputs) {
  const Flit flit = front(lane);
  Buffer& buffer = buffers_[lane];
  buffer.head = static_cast<std::uint8_t>(buffer.head + 1 == static_cast<int>(depth_) ? 0 : buffer.head + 1);
  --buffer.size;
  if (buffer.size != 0) look_at_front(lane);
  idle_buffers_ &= ~mask_of(lane);
  due_[clock_].buffers |= mask_of(lane);
  transfers_ = config_.phits;
  outputs.return_credit(port_of(lane), class_of(lane));
  return flit;
}

/// Finds out where the packet at the front of an input buffer goes next.
void KonstantinidouRouter::look_at_front(std::size_t lane) {
  const Flit& flit = front(lane);
  if (flit.destination == node_) {
    arrived_ |= mask_of(lane);
    return;
  }
  RouteSet routes;
  routing_.route({node_, flit.destination, port_of(lane), class_of(lane)}, routes);
  if (routes.size() != 1 || routes.begin()->port != kCentralQueues) {
    fail(node_, port_of(lane), class_of(lane), "routing has not one queue for a packet in a buffer");
  }
  entering_[static_cast<std::size_t>(lowest_bit(routes.begin()->vcs))] |= mask_of(lane);
  entering_any_ |= mask_of(lane);
}

void KonstantinidouRouter::visit_lanes(const std::function<void(const LaneView&)>& visit) const {
  for (std::size_t lane = 0; lane <= injection_; ++lane) {
    const int size = buffers_[lane].size;
    visit({{Side::Input, port_of(lane), class_of(lane)}, size, size != 0 ? &front(lane) : nullptr, false});
  }
  visit({{Side::Output, terminal_, 0}, delivered_.size(), delivered_.front(), false});
  for (std::size_t q = 0; q < queue_count_; ++q) {
    visit({{Side::Central, kCentralQueues, static_cast<VcId>(q)},
           queues_[q].size(),
           queues_[q].front(),
           false});
  }
}

std::vector<Want> KonstantinidouRouter::wants(const LaneRef& ref) const {
  switch (ref.side) {
    case Side::Input: return wants_of_buffer(lane_of(ref.port, ref.vc));
    case Side::Output: return {};  // The terminal takes what comes.
    case Side::Central: break;
  }
  return wants_of_queue(ref.vc);
}

std::vector<Want> KonstantinidouRouter::wants_of_buffer(std::size_t lane) const {
  if ((arrived_ & mask_of(lane)) != 0) {
    if (!delivered_.full()) return {};
    return {want(Want::Where::Here, Side::Output, terminal_, 0)};
  }
  for (std::size_t q = 0; q < queue_count_; ++q) {
    if ((entering_[q] & mask_of(lane)) == 0 || !queues_[q].full()) continue;
    return {want(Want::Where::Here, Side::Central, kCentralQueues, static_cast<VcId>(q))};
  }
  return {};
}

/// Any of its packets that may be served and finds a way lets a queue move on.
std::vector<Want> KonstantinidouRouter::wants_of_queue(VcId q) const {
  const CentralQueue& queue = queues_[static_cast<std::size_t>(q)];
  LaneMask wanted = 0;
  LaneMask faulty = 0;  // Of packets that have no other way.
  for (CentralQueue::Cursor cursor = queue.oldest(); !queue.at_end(cursor); queue.next(cursor)) {
    const LaneMask ways = queue.at(cursor).ways | queue.at(cursor).escape;
    wanted |= ways & ~faulty_;
    if (ways != 0 && (ways & ~faulty_) == 0) faulty |= ways;
    if (head_only()) break;
  }
  std::vector<Want> wants;
  bool free = false;
  for_each_bit(wanted, [&](int b) {
    const auto lane = static_cast<std::size_t>(b);
    const VcId vc = class_of(lane);
    if (port_of(lane) == terminal_) {
      free |= !queues_[static_cast<std::size_t>(vc)].full();
      wants.push_back(want(Want::Where::Here, Side::Central, kCentralQueues, vc));
    } else {
      free |= (open_ & mask_of(lane)) != 0;
      wants.push_back(want(Want::Where::Far, Side::Input, port_of(lane), vc));
    }
  });
  if (free) wants.clear();
  for_each_bit(faulty, [&](int b) {
    const auto lane = static_cast<std::size_t>(b);
    wants.push_back(want(Want::Where::Repair, Side::Output, port_of(lane), class_of(lane)));
  });
  return wants;
}

}  // namespace switchyard
