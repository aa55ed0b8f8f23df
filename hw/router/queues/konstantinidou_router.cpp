#include "hw/router/queues/konstantinidou_router.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include "hw/base/bits.h"
#include "hw/router/queues/queue_starts.h"

namespace switchyard {
namespace {

[[noreturn, gnu::noinline, gnu::cold]] void fail(NodeId node, PortId port, VcId vc, const char* what) {
  throw std::logic_error("KonstantinidouRouter: " + std::string(what) + " at node " + std::to_string(node) +
                         ", port " + std::to_string(port) + ", lane " + std::to_string(vc));
}

/// Without a branch: what depends on the packets cannot be predicted.
std::uint64_t all_if(bool condition) { return -std::uint64_t{condition}; }

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
    : each_class_(lanes_of_port_0(static_cast<int>(config.queue_size.size()), port_count)),
      network_lanes_(each_class_ * low_bits<LaneMask>(port_count - 1)),
      node_(node),
      per_port_(static_cast<std::uint16_t>(kReciprocal / static_cast<std::size_t>(port_count) + 1)),
      ports_(static_cast<std::uint8_t>(port_count)),
      queue_count_(static_cast<std::uint8_t>(config.queue_size.size())),
      random_(seed, node, Purpose::Selection),
      routing_(routing),
      delivery_(static_cast<std::uint64_t>(
          std::llround(static_cast<double>(kCycle) * config.phits / config.delivery_rate))),
      depth_(static_cast<std::uint8_t>(config.input_buffer)),
      buffered_((lane_of(terminal(), queue_count_ - 1) + 1) * depth_),
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
  for (VcId vc = 0; vc < queue_count_; ++vc) check_buffers_of(vc);
  KonstantinidouRouter::reset();
}

/// What is in a buffer enters the queue of its class, and the relation, of which proofs speak, must say so,
/// too.
void KonstantinidouRouter::check_buffers_of(VcId vc) const {
  RouteSet routes;
  routing_.route({node_, node_ == 0 ? NodeId{1} : NodeId{0}, /*held_port=*/0, vc}, routes);
  for (const RouteChoice& choice : routes) {
    if (choice.port == kCentralQueues && choice.vcs == bit<VcMask>(vc)) continue;
    throw std::invalid_argument("KonstantinidouRouter: routing takes packets in a buffer of class " +
                                std::to_string(vc) + " elsewhere than into the queue of the class");
  }
}

void KonstantinidouRouter::reset() {
  open_ = low_bits<LaneMask>(queue_count_ * ports_);
  idle_links_ = idle_buffers_ = ~LaneMask{0};
  arrived_ = entering_ = 0;
  queued_ = 0;
  const QueueStarts starts = QueueStarts::draw({config_.arbiter_start, seed_, node_}, ports_, queue_count_);
  reset_arbiters(turn_, starts.sources);
  delivery_turn_.reset(starts.deliveries);
  first_queue_ = static_cast<std::uint8_t>(starts.first_queue);
  order_.reset(ports_, starts.selection);
  packets_ = 0;
  transfers_ = 0;
  delivery_wait_ = 0;
  clock_ = 0;
  lanes_.fill({0, depth_});
  for (CentralQueue& queue : queues_) queue.reset();
  due_ = Due{};
  std::fill(due_later_.begin(), due_later_.end(), Due{});
  random_ = RandomStream(seed_, node_, Purpose::Selection);
}

[[gnu::flatten]] bool KonstantinidouRouter::step(const PortInputs& inputs, PortOutputs& outputs) {
  Now now{inputs.flits, outputs};
  for_each_bit(inputs.flit_ports, [&](PortId p) { accept_flit(p, inputs.flits[p], now); });
  for_each_bit(inputs.credit_ports, [&](PortId p) { accept_credits(p, inputs.credits[p]); });
  end_transfers();
  if (delivered().size() != 0 || delivery_wait_ != 0) deliver(now);
  if (queued_ != 0) serve_queues(now);
  if ((entering_ | now.asked) != 0) fill_queues(now);
  if (arrived_ != 0) receive(now);
  keep_arrivals(now);
  if (!due_later_.empty()) {
    std::swap(due_, due_later_[clock_]);
    clock_ = clock_ + 1 == due_later_.size() ? 0 : clock_ + 1;
  }
  return must_step();
}

void KonstantinidouRouter::set_faulty_ports(PortMask ports) {
  faulty_ = 0;
  for_each_bit(ports, [&](PortId p) { faulty_ |= lanes_of(p); });
}

/// A transfer over a link or into a queue goes on for a routing cycle, which must be counted out.
bool KonstantinidouRouter::must_step() const {
  const bool may_move = transfers_ != 0 && (packets_ != 0 || config_.phits > 1);
  return may_move || delivery_wait_ > kCycle || (delivery_wait_ != 0 && delivered().size() != 0);
}

void KonstantinidouRouter::accept_flit(PortId p, const Flit& flit, Now& now) {
  const bool no_lane = (flit.vc >= queue_count_) | ((p == terminal()) & (flit.vc != 0));
  if (no_lane) fail(node_, p, flit.vc, "a flit for no lane");
  if (!flit.head | !flit.tail()) fail(node_, p, flit.vc, "a packet of several flits");
  const std::size_t lane = lane_of(p, flit.vc);
  std::uint8_t& buffered = lanes_[lane].buffered;
  ++packets_;
  if (++buffered == 1) {
    now.fresh |= mask_of(lane);
    return look_at(flit, lane);
  }
  if (buffered > depth_) fail(node_, p, flit.vc, "input buffer overflows");
  buffered_[lane * depth_ + buffered - 1] = flit;
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
  if (!due_later_.empty()) {
    if (transfers_ != 0) end_long_transfers();
    return;
  }
  transfers_ = 0;  // All that is here came a routing cycle ago at least.
  idle_links_ = idle_buffers_ = ~LaneMask{0};
  for (CentralQueue& queue : queues_) queue.ripen_all();
}

void KonstantinidouRouter::end_long_transfers() {
  --transfers_;
  idle_links_ |= due_.links;
  idle_buffers_ |= due_.buffers;
  for (VcId q = 0; q < queue_count_; ++q) queue(q).ripen(due_.queued[static_cast<std::size_t>(q)]);
  delivered().ripen(due_.received);
  due_ = Due{};
}

void KonstantinidouRouter::deliver(Now& now) {
  delivery_wait_ -= std::min(delivery_wait_, kCycle);
  const LaneMask open = open_ & lanes_of(terminal());
  if (!delivered().has_ripe() || open == 0 || delivery_wait_ >= kCycle) return;
  CentralQueue::Cursor cursor = delivered().oldest();
  send(static_cast<std::size_t>(lowest_bit(open)), delivered().at(cursor).flit, now);
  delivered().remove(cursor);
  delivery_wait_ += delivery_;
}

void KonstantinidouRouter::serve_queues(Now& now) {
  const LaneMask all_free = open_ & idle_links_ & network_lanes_ & ~faulty_;
  LaneMask free = all_free;
  const auto twice = static_cast<std::uint32_t>(queued_ << queue_count_ | queued_);
  for_each_bit((twice >> first_queue_) & low_bits<std::uint32_t>(queue_count_), [&](VcId turn) {
    const VcId queue = first_queue_ + turn;
    free = serve(queue < queue_count_ ? queue : queue - queue_count_, free, now);
  });
  if (free == all_free) return;
  first_queue_ = static_cast<std::uint8_t>(first_queue_ + 1 == queue_count_ ? 0 : first_queue_ + 1);
}

/// Sends what may leave one queue over the links that are still free; returns those that are left.
KonstantinidouRouter::LaneMask KonstantinidouRouter::serve(VcId q, LaneMask free, Now& now) {
  CentralQueue& queue = this->queue(q);
  for (CentralQueue::Cursor cursor = queue.oldest(); !queue.at_end(cursor);) {
    const CentralQueue::Packet& packet = queue.at(cursor);
    const LaneMask ways = packet.ways & free;
    const LaneMask lanes = ways | (packet.escape & free & all_if(ways == 0));
    if (lanes != 0) {
      const PortId port = select(lanes);
      free &= ~lanes_of(port);
      send(static_cast<std::size_t>(lowest_bit(lanes & lanes_of(port))), packet.flit, now);
      queue.remove(cursor);
    } else {
      const LaneMask moves = (packet.ways | packet.escape) & lanes_of(terminal());
      now.asked |= moves;
      for_each_bit(moves, [&](int b) {
        VcMask& asking = now.asking[static_cast<std::size_t>(class_of(static_cast<std::size_t>(b)))];
        asking = static_cast<VcMask>(asking | bit<VcMask>(q));
      });
      queue.next(cursor);
    }
    if (head_only()) break;
  }
  note_size(q);
  return free;
}

/// The port of the lane that the selection function chooses, and that is used now; least_loaded takes the one
/// of equals that it chose least recently. Precondition: `lanes != 0`.
PortId KonstantinidouRouter::select(LaneMask lanes) {
  LaneMask links = lanes;  // A packet may take one lane of each.
  for (VcId q = 1; q < queue_count_; ++q) links |= lanes >> (q * ports_);
  const auto ports = static_cast<PortMask>(links & low_bits<LaneMask>(terminal()));
  if (config_.selection == KonstantinidouConfig::Selection::Random) {
    const auto count = static_cast<std::uint32_t>(count_bits(ports));
    return nth_bit(ports, static_cast<int>(random_.choose(count)));
  }
  PortId best = lowest_bit(ports);
  if (config_.selection == KonstantinidouConfig::Selection::LeastLoaded) {
    const auto merit = [&](PortId port) {
      const int credits = lanes_[static_cast<std::size_t>(lowest_bit(lanes & lanes_of(port)))].credits;
      return credits * kMaxPorts - order_.rank(port);
    };
    for_each_bit(ports, [&](PortId p) {
      if (merit(p) > merit(best)) best = p;
    });
    order_.take(best);
  }
  return best;
}

void KonstantinidouRouter::send(std::size_t lane, const Flit& flit, Now& now) {
  const VcId vc = class_of(lane);
  const PortId port = static_cast<PortId>(lane) - vc * ports_;
  Flit sent = flit;
  sent.vc = static_cast<std::uint8_t>(vc);
  now.outputs.send(port, sent);
  open_ &= ~(LaneMask{--lanes_[lane].credits == 0} << lane);
  transfers_ = static_cast<std::uint8_t>(config_.phits);
  if (transfers_ != 1) {
    idle_links_ &= ~lanes_of(port);
    due_.links |= lanes_of(port);
  }
  --packets_;
}

/// While there is room, packets of the sources in turn, the last queue first: what leaves it for good makes
/// room for what follows.
void KonstantinidouRouter::fill_queues(Now& now) {
  LaneMask buffers = entering_ & idle_buffers_;
  while ((buffers | now.asked) != 0) {  // One loop for all queues: where it ends, nothing can predict.
    const VcId q = class_of(static_cast<std::size_t>(highest_bit(buffers | now.asked)));
    VcMask& asking = now.asking[static_cast<std::size_t>(q)];
    if (queue(q).full()) {
      asking = 0;
      now.asked &= low_bits<LaneMask>(q * ports_);
      buffers &= low_bits<LaneMask>(q * ports_);
      continue;
    }
    // Who competes: bit p is the buffer of port p, bit ports + q queue q.
    const int source =
        turn_[static_cast<std::size_t>(q)].grant(buffers >> (q * ports_) | std::uint64_t{asking} << ports_);
    if (source >= ports_) {
      if (move(source - ports_, q)) continue;
      asking = static_cast<VcMask>(asking & ~bit<VcMask>(source - ports_));
      if (asking == 0) now.asked &= ~mask_of(lane_of(terminal(), q));
    } else {
      const std::size_t lane = lane_of(source, q);
      entering_ &= ~mask_of(lane);
      buffers &= ~mask_of(lane);
      enter(q, front(lane, now));
      leave_buffer(lane, now);
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
    if (((packet.ways | packet.escape) & mask_of(lane_of(terminal(), to))) != 0) break;
    queue.next(cursor);
  }
  return cursor;
}

void KonstantinidouRouter::enter(VcId q, const Flit& flit) {
  const QueueWays ways = routing_.queue_ways(node_, flit.destination, q, ports_);
  queue(q).push(flit, ways.ways, ways.escape);
  queued_ |= bit<VcMask>(q);
  ++due_.queued[static_cast<std::size_t>(q)];
  transfers_ = static_cast<std::uint8_t>(config_.phits);
}

void KonstantinidouRouter::receive(Now& now) {
  LaneMask sources = 0;  // Bit port x queues + class: packets are received by port.
  for_each_bit(arrived_ & idle_buffers_, [&](int b) {
    const auto lane = static_cast<std::size_t>(b);
    sources |= mask_of(static_cast<std::size_t>(port_of(lane) * queue_count_ + class_of(lane)));
  });
  while (sources != 0 && !delivered().full()) {
    const int source = delivery_turn_.grant(sources);
    const std::size_t lane = lane_of(source / queue_count_, source % queue_count_);
    arrived_ &= ~mask_of(lane);
    delivered().push(front(lane, now), 0, 0);
    leave_buffer(lane, now);
    ++due_.received;
    sources &= ~mask_of(static_cast<std::size_t>(source));
  }
}

/// The packet's slot is free when the next one can come: its credit goes now.
void KonstantinidouRouter::leave_buffer(std::size_t lane, Now& now) {
  std::uint8_t& buffered = lanes_[lane].buffered;
  now.fresh &= ~mask_of(lane);
  if (--buffered != 0) {
    Flit* const first = &buffered_[lane * depth_];
    std::copy(first + 1, first + 1 + buffered, first);
    look_at(*first, lane);
  }
  idle_buffers_ &= ~mask_of(lane);
  due_.buffers |= mask_of(lane);
  transfers_ = static_cast<std::uint8_t>(config_.phits);
  const VcId vc = class_of(lane);
  now.outputs.return_credit(static_cast<PortId>(lane) - vc * ports_, vc);
}

/// Finds out where the packet at the front of an input buffer goes next.
void KonstantinidouRouter::look_at(const Flit& front, std::size_t lane) {
  const bool arrived = front.destination == node_;
  arrived_ |= LaneMask{arrived} << lane;
  entering_ |= LaneMask{!arrived} << lane;
}

/// Packets that could not go on in the cycle of their arrival.
void KonstantinidouRouter::keep_arrivals(const Now& now) {
  for_each_bit(now.fresh, [&](int b) {
    const auto lane = static_cast<std::size_t>(b);
    buffered_[lane * depth_] = now.arrivals[port_of(lane)];
  });
}

void KonstantinidouRouter::visit_lanes(const std::function<void(const LaneView&)>& visit) const {
  const auto show_buffer = [&](PortId port, VcId vc) {
    const std::size_t lane = lane_of(port, vc);
    const int size = lanes_[lane].buffered;
    visit({{Side::Input, port, vc}, size, depth_, size != 0 ? &front(lane) : nullptr, false});
  };
  for (PortId port = 0; port < terminal(); ++port) {
    for (VcId vc = 0; vc < queue_count_; ++vc) show_buffer(port, vc);
  }
  show_buffer(terminal(), 0);
  visit({{Side::Output, terminal(), 0},
         delivered().size(),
         delivered().capacity(),
         delivered().front(),
         false});
  for (VcId q = 0; q < queue_count_; ++q) {
    visit(
        {{Side::Central, kCentralQueues, q}, queue(q).size(), queue(q).capacity(), queue(q).front(), false});
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
    return {want(Want::Where::Here, Side::Output, terminal(), 0)};
  }
  if ((entering_ & mask_of(lane)) == 0 || !queue(class_of(lane)).full()) return {};
  return {want(Want::Where::Here, Side::Central, kCentralQueues, class_of(lane))};
}

/// Any of its packets that may be served and finds a way lets a queue move on.
std::vector<Want> KonstantinidouRouter::wants_of_queue(VcId q) const {
  const CentralQueue& queue = this->queue(q);
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
    if (port_of(lane) == terminal()) {
      free |= !this->queue(vc).full();
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
