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

std::uint64_t lanes_of_port_0(int queues, int ports) {
  if (queues > KonstantinidouRouter::kMaxQueues || ports * queues > 63) {
    throw std::invalid_argument("KonstantinidouRouter: " + std::to_string(ports) + " ports of " +
                                std::to_string(queues) + " classes are more than 63 lanes");
  }
  std::uint64_t lanes = 0;
  for (int q = 0; q < queues; ++q) lanes |= lane_of_class(q, 0, ports);
  return lanes;
}

}  // namespace

KonstantinidouRouter::KonstantinidouRouter(const KonstantinidouConfig& config, NodeId node, int port_count,
                                           std::uint64_t seed, const RoutingFunction& routing)
    : node_(node),
      ports_(port_count),
      each_class_(lanes_of_port_0(static_cast<int>(config.queue_size.size()), port_count)),
      network_lanes_(each_class_ * low_bits<LaneMask>(port_count - 1)),
      routing_(routing),
      random_(seed, node, Purpose::Selection),
      depth_(static_cast<std::size_t>(config.input_buffer)),
      terminal_(port_count - 1),
      queue_count_(static_cast<int>(config.queue_size.size())),
      delivery_(static_cast<std::uint64_t>(
          std::llround(static_cast<double>(kCycle) * config.phits / config.delivery_rate))),
      buffered_((lane_of(terminal_, queue_count_ - 1) + 1) * depth_),
      slots_(static_cast<std::size_t>(
          std::accumulate(config.queue_size.begin(), config.queue_size.end(), config.delivery_buffer))),
      due_later_(static_cast<std::size_t>(config.phits) - 1),
      config_(config),
      seed_(seed) {
  std::span<CentralQueue::Slot> slots = slots_;
  const auto take = [&slots](int size) {
    const auto taken = slots.first(static_cast<std::size_t>(size));
    slots = slots.subspan(static_cast<std::size_t>(size));
    return CentralQueue(taken);
  };
  for (VcId q = 0; q < queue_count_; ++q) queue(q) = take(config.queue_size[static_cast<std::size_t>(q)]);
  delivered() = take(config.delivery_buffer);
  KonstantinidouRouter::reset();
}

void KonstantinidouRouter::reset() {
  open_ = low_bits<LaneMask>(queue_count_ * ports_);
  idle_links_ = idle_buffers_ = ~LaneMask{0};
  arrived_ = entering_ = asked_ = 0;
  asking_.fill(0);
  queued_ = 0;
  turn_.fill(RoundRobinArbiter{});
  delivery_turn_.reset();
  first_queue_ = 0;
  packets_ = 0;
  transfers_ = 0;
  delivery_wait_ = 0;
  clock_ = 0;
  lanes_.fill({0, static_cast<std::uint8_t>(depth_)});
  for (CentralQueue& queue : queues_) queue.reset();
  due_ = Due{};
  std::fill(due_later_.begin(), due_later_.end(), Due{});
  random_ = RandomStream(seed_, node_, Purpose::Selection);
}

[[gnu::flatten]] bool KonstantinidouRouter::step(const PortInputs& inputs, PortOutputs& outputs) {
  for_each_bit(inputs.flit_ports, [&](PortId p) { accept_flit(p, inputs.flits[p]); });
  for_each_bit(inputs.credit_ports, [&](PortId p) { accept_credits(p, inputs.credits[p]); });
  if (transfers_ != 0) end_transfers();
  if (delivered().size() != 0 || delivery_wait_ != 0) deliver(outputs);
  if (queued_ != 0) serve_queues(outputs);
  if ((entering_ | asked_) != 0) fill_queues(outputs);
  if (arrived_ != 0) receive(outputs);
  if (!due_later_.empty()) {
    std::swap(due_, due_later_[clock_]);
    clock_ = clock_ + 1 == due_later_.size() ? 0 : clock_ + 1;
  }
  return must_step();
}

/// A transfer over a link or into a queue goes on for a routing cycle, which must be counted out.
bool KonstantinidouRouter::must_step() const {
  const bool may_move = transfers_ != 0 && (packets_ != 0 || config_.phits > 1);
  return may_move || delivery_wait_ > kCycle || (delivery_wait_ != 0 && delivered().size() != 0);
}

void KonstantinidouRouter::accept_flit(PortId p, const Flit& flit) {
  const int lanes = p == terminal_ ? 1 : queue_count_;
  if (flit.vc >= lanes) fail(node_, p, flit.vc, "a flit for no lane");
  if (!flit.head || !flit.tail()) fail(node_, p, flit.vc, "a packet of several flits");
  const std::size_t lane = lane_of(p, flit.vc);
  std::uint8_t& buffered = lanes_[lane].buffered;
  if (buffered == depth_) fail(node_, p, flit.vc, "input buffer overflows");
  buffered_[lane * depth_ + buffered] = flit;
  ++packets_;
  if (++buffered == 1) look_at_front(lane);
}

void KonstantinidouRouter::accept_credits(PortId p, VcMask vcs) {
  for_each_bit(vcs, [&](VcId vc) {
    const std::size_t lane = lane_of(p, vc);
    if (lanes_[lane].credits == depth_) fail(node_, p, vc, "more credits than slots");
    ++lanes_[lane].credits;
    open_ |= mask_of(lane);
  });
}

/// Ends what began a routing cycle ago.
void KonstantinidouRouter::end_transfers() {
  --transfers_;
  idle_links_ |= due_.links;
  idle_buffers_ |= due_.buffers;
  if (due_later_.empty()) {  // All that is here came a routing cycle ago at least.
    for (CentralQueue& queue : queues_) queue.ripen_all();
    due_.links = due_.buffers = 0;
    return;
  }
  for (VcId q = 0; q < queue_count_; ++q) queue(q).ripen(due_.queued[static_cast<std::size_t>(q)]);
  delivered().ripen(due_.received);
  due_ = Due{};
}

void KonstantinidouRouter::deliver(PortOutputs& outputs) {
  delivery_wait_ -= std::min(delivery_wait_, kCycle);
  const LaneMask open = open_ & lanes_of(terminal_);
  if (!delivered().has_ripe() || open == 0 || delivery_wait_ >= kCycle) return;
  CentralQueue::Cursor cursor = delivered().oldest();
  send(static_cast<std::size_t>(lowest_bit(open)), delivered().at(cursor).flit, outputs);
  delivered().remove(cursor);
  delivery_wait_ += delivery_;
}

void KonstantinidouRouter::serve_queues(PortOutputs& outputs) {
  const LaneMask all_free = open_ & idle_links_ & network_lanes_;
  LaneMask free = all_free;
  const auto twice = static_cast<std::uint32_t>(queued_ << queue_count_ | queued_);
  for_each_bit((twice >> first_queue_) & low_bits<std::uint32_t>(queue_count_), [&](VcId turn) {
    const VcId queue = first_queue_ + turn;
    free = serve(queue < queue_count_ ? queue : queue - queue_count_, free, outputs);
  });
  if (free == all_free) return;
  first_queue_ = static_cast<std::uint8_t>(first_queue_ + 1 == queue_count_ ? 0 : first_queue_ + 1);
}

/// Sends what may leave one queue over the links that are still free; returns those that are left.
KonstantinidouRouter::LaneMask KonstantinidouRouter::serve(VcId q, LaneMask free, PortOutputs& outputs) {
  CentralQueue& queue = this->queue(q);
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
      const LaneMask moves = (packet.ways | packet.escape) & lanes_of(terminal_);
      asked_ |= moves;
      for_each_bit(moves, [&](int b) {
        VcMask& asking = asking_[static_cast<std::size_t>(class_of(static_cast<std::size_t>(b)))];
        asking = static_cast<VcMask>(asking | bit<VcMask>(q));
      });
      queue.next(cursor);
    }
    if (head_only()) break;
  }
  note_size(q);
  return free;
}

/// The lane that the selection function chooses, in the order of the ports. Precondition: `lanes != 0`.
std::size_t KonstantinidouRouter::select(LaneMask lanes) {
  if ((lanes & (lanes - 1)) == 0) return static_cast<std::size_t>(lowest_bit(lanes));
  LaneMask ports = lanes;  // In which a packet has one lane each.
  for (VcId q = 1; q < queue_count_; ++q) ports |= lanes >> (q * ports_);
  ports &= low_bits<LaneMask>(terminal_);
  const auto lane_at = [&](PortId port) {
    return static_cast<std::size_t>(lowest_bit(lanes & lanes_of(port)));
  };
  if (config_.selection == KonstantinidouConfig::Selection::Random) {
    const auto links = static_cast<std::uint32_t>(ports);
    const auto skipped = random_.below(static_cast<std::uint32_t>(count_bits(links)));
    return lane_at(nth_bit(links, static_cast<int>(skipped)));
  }
  std::size_t best = lane_at(lowest_bit(ports));
  if (config_.selection == KonstantinidouConfig::Selection::LeastLoaded) {
    for_each_bit(ports, [&](PortId p) {
      const std::size_t lane = lane_at(p);
      if (lanes_[lane].credits > lanes_[best].credits) best = lane;
    });
  }
  return best;
}

void KonstantinidouRouter::send(std::size_t lane, const Flit& flit, PortOutputs& outputs) {
  const VcId vc = class_of(lane);
  const PortId port = static_cast<PortId>(lane) - vc * ports_;
  outputs.send(port, flit);
  outputs.flits[static_cast<std::size_t>(port)].vc = static_cast<std::uint8_t>(vc);
  if (--lanes_[lane].credits == 0) open_ &= ~mask_of(lane);
  idle_links_ &= ~lanes_of(port);
  due_.links |= lanes_of(port);
  transfers_ = config_.phits;
  --packets_;
}

/// The last queue first: what leaves it for good makes room for what follows.
void KonstantinidouRouter::fill_queues(PortOutputs& outputs) {
  LaneMask filling = (entering_ & idle_buffers_) | asked_;
  while (filling != 0) {
    const VcId q = class_of(static_cast<std::size_t>(highest_bit(filling)));
    const SourceMask buffers = (entering_ & idle_buffers_) >> (q * ports_) & low_bits<SourceMask>(ports_);
    const SourceMask queues = std::exchange(asking_[static_cast<std::size_t>(q)], VcMask{0});
    fill(q, buffers | queues << ports_, outputs);
    filling &= low_bits<LaneMask>(q * ports_);
  }
  asked_ = 0;
}

/// While there is room, packets of the sources, in turn.
void KonstantinidouRouter::fill(VcId q, SourceMask sources, PortOutputs& outputs) {
  RoundRobinArbiter& turn = turn_[static_cast<std::size_t>(q)];
  while (sources != 0 && !queue(q).full()) {
    const int source = turn.grant(sources);
    if (source >= ports_) {
      if (!move(source - ports_, q)) sources &= ~(SourceMask{1} << source);
    } else {
      const std::size_t lane = lane_of(source, q);
      entering_ &= ~mask_of(lane);
      enter(q, front(lane));
      leave_buffer(lane, outputs);
      sources &= ~(SourceMask{1} << source);
    }
  }
}

/// Moves a packet from queue to queue. Returns whether another one may follow in this routing cycle.
bool KonstantinidouRouter::move(VcId from, VcId to) {
  CentralQueue& queue = this->queue(from);
  CentralQueue::Cursor cursor = find_mover(from, to);
  enter(to, queue.at(cursor).flit);
  queue.remove(cursor);
  note_size(from);
  return !head_only() && !queue.at_end(find_mover(from, to));
}

/// The oldest packet of a queue that may move to another one; at its end if there is none.
CentralQueue::Cursor KonstantinidouRouter::find_mover(VcId from, VcId to) const {
  const CentralQueue& queue = this->queue(from);
  CentralQueue::Cursor cursor = queue.oldest();
  while (!queue.at_end(cursor)) {
    const CentralQueue::Packet& packet = queue.at(cursor);
    if (((packet.ways | packet.escape) & mask_of(lane_of(terminal_, to))) != 0) break;
    queue.next(cursor);
  }
  return cursor;
}

void KonstantinidouRouter::enter(VcId q, const Flit& flit) {
  const QueueWays ways = routing_.queue_ways(node_, flit.destination, q, ports_);
  queue(q).push({flit, ways.ways, ways.escape});
  queued_ |= bit<VcMask>(q);
  ++due_.queued[static_cast<std::size_t>(q)];
  transfers_ = config_.phits;
}

void KonstantinidouRouter::receive(PortOutputs& outputs) {
  LaneMask sources = 0;  // Bit port x queues + class: packets are received by port.
  for_each_bit(arrived_ & idle_buffers_, [&](int b) {
    const auto lane = static_cast<std::size_t>(b);
    sources |= mask_of(static_cast<std::size_t>(port_of(lane) * queue_count_ + class_of(lane)));
  });
  while (sources != 0 && !delivered().full()) {
    const int source = delivery_turn_.grant(sources);
    const std::size_t lane = lane_of(source / queue_count_, source % queue_count_);
    arrived_ &= ~mask_of(lane);
    delivered().push({front(lane), 0, 0});
    leave_buffer(lane, outputs);
    ++due_.received;
    sources &= ~mask_of(static_cast<std::size_t>(source));
  }
}

/// The packet's slot is free when the next one can come: its credit goes now.
void KonstantinidouRouter::leave_buffer(std::size_t lane, PortOutputs& outputs) {
  std::uint8_t& buffered = lanes_[lane].buffered;
  if (--buffered != 0) {
    Flit* const first = &buffered_[lane * depth_];
    std::copy(first + 1, first + 1 + buffered, first);
    look_at_front(lane);
  }
  idle_buffers_ &= ~mask_of(lane);
  due_.buffers |= mask_of(lane);
  transfers_ = config_.phits;
  const VcId vc = class_of(lane);
  outputs.return_credit(static_cast<PortId>(lane) - vc * ports_, vc);
}

/// Finds out where the packet at the front of an input buffer goes next.
void KonstantinidouRouter::look_at_front(std::size_t lane) {
  const bool arrived = front(lane).destination == node_;
  arrived_ |= LaneMask{arrived} << lane;
  entering_ |= LaneMask{!arrived} << lane;
}

void KonstantinidouRouter::visit_lanes(const std::function<void(const LaneView&)>& visit) const {
  const auto show_buffer = [&](PortId port, VcId vc) {
    const std::size_t lane = lane_of(port, vc);
    const int size = lanes_[lane].buffered;
    visit({{Side::Input, port, vc}, size, size != 0 ? &front(lane) : nullptr, false});
  };
  for (PortId port = 0; port < terminal_; ++port) {
    for (VcId vc = 0; vc < queue_count_; ++vc) show_buffer(port, vc);
  }
  show_buffer(terminal_, 0);
  visit({{Side::Output, terminal_, 0}, delivered().size(), delivered().front(), false});
  for (VcId q = 0; q < queue_count_; ++q) {
    visit({{Side::Central, kCentralQueues, q}, queue(q).size(), queue(q).front(), false});
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
    if (!delivered().full()) return {};
    return {want(Want::Where::Here, Side::Output, terminal_, 0)};
  }
  if (!queue(class_of(lane)).full()) return {};
  return {want(Want::Where::Here, Side::Central, kCentralQueues, class_of(lane))};
}

/// Any of its packets that may be served and finds a way lets a queue move on.
std::vector<Want> KonstantinidouRouter::wants_of_queue(VcId q) const {
  const CentralQueue& queue = this->queue(q);
  LaneMask wanted = 0;
  for (CentralQueue::Cursor cursor = queue.oldest(); !queue.at_end(cursor); queue.next(cursor)) {
    wanted |= queue.at(cursor).ways | queue.at(cursor).escape;
    if (head_only()) break;
  }
  std::vector<Want> wants;
  bool free = false;
  for_each_bit(wanted, [&](int b) {
    const auto lane = static_cast<std::size_t>(b);
    const VcId vc = class_of(lane);
    if (port_of(lane) == terminal_) {
      free |= !this->queue(vc).full();
      wants.push_back(want(Want::Where::Here, Side::Central, kCentralQueues, vc));
    } else {
      free |= (open_ & mask_of(lane)) != 0;
      wants.push_back(want(Want::Where::Far, Side::Input, port_of(lane), vc));
    }
  });
  return free ? std::vector<Want>{} : wants;
}

}  // namespace switchyard
