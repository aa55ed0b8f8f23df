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
#include "hw/base/ring_index.h"
#include "hw/router/queues/queue_starts.h"

namespace switchyard {
namespace {

[[noreturn, gnu::noinline, gnu::cold]] void fail(NodeId node, PortId port, VcId vc, const char* what) {
  throw std::logic_error("KonstantinidouRouter: " + std::string(what) + " at node " + std::to_string(node) +
                         ", port " + std::to_string(port) + ", VC " + std::to_string(vc));
}

/// Without a branch: what depends on the packets cannot be predicted.
std::uint64_t all_if(bool condition) { return -std::uint64_t{condition}; }

std::uint64_t vcs_of_port_0(int queues, int ports) {
  if (queues > KonstantinidouRouter::kMaxQueues || ports * queues > 63) {
    throw std::invalid_argument("KonstantinidouRouter: " + std::to_string(ports) + " ports of " +
                                std::to_string(queues) + " classes are more than 63 VCs");
  }
  std::uint64_t vcs = 0;
  for (int q = 0; q < queues; ++q) vcs |= class_bit(q, 0, ports);
  return vcs;
}

}  // namespace

KonstantinidouRouter::KonstantinidouRouter(const KonstantinidouConfig& config, NodeId node, int port_count,
                                           const NodeTerminals& terminals, std::uint64_t seed,
                                           const RoutingFunction& routing, const WaveSite* site)
    : each_class_(vcs_of_port_0(static_cast<int>(config.queue_size.size()), port_count)),
      network_vcs_(each_class_ * low_bits<VcSet>(port_count - 1)),
      node_(node),
      per_port_(static_cast<std::uint16_t>((1 << kReciprocalBits) / port_count + 1)),
      ports_(static_cast<std::uint8_t>(port_count)),
      queue_count_(static_cast<std::uint8_t>(config.queue_size.size())),
      random_(seed, node, Purpose::Selection),
      routing_(routing),
      entries_(terminals.entries),
      exits_here_(terminals.exits_here),
      exits_(terminals.exits),
      ejection_(std::llround(static_cast<double>(kCycle) * config.phits_per_packet / config.ejection_rate)),
      depth_(static_cast<std::uint8_t>(config.input_buffer)),
      buffered_((vc_index(last_port(), queue_count_ - 1) + 1) * depth_),
      slots_(std::accumulate(config.queue_size.begin(), config.queue_size.end(), config.ejection_buffer)),
      due_later_(config.phits_per_packet - 1),
      config_(config),
      seed_(seed) {
  std::span<CentralQueue::Slot> slots = slots_;
  const auto take = [&slots](int size) {
    const auto taken = slots.first(size);
    slots = slots.subspan(size);
    return CentralQueue(taken);
  };
  for (VcId q = 0; q < queue_count_; ++q) queue(q) = take(config.queue_size[q]);
  ejection_buffer() = take(config.ejection_buffer);
  for (VcId vc = 0; vc < queue_count_; ++vc) check_buffers_of(vc);
  if (site != nullptr) wave_.emplace(*site, config.barriers);
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
  idle_links_ = idle_buffers_ = ~VcSet{0};
  arrived_ = entering_ = markers_ = 0;
  if (wave_) wave_->reset();
  queued_ = 0;
  const QueueStarts starts = QueueStarts::draw({config_.arbiter_start, seed_, node_}, ports_, queue_count_);
  reset_arbiters(turn_, starts.sources);
  ejection_turn_.reset(starts.ejections);
  first_queue_ = static_cast<std::uint8_t>(starts.first_queue);
  order_.reset(ports_, starts.selection);
  packets_ = 0;
  transfers_ = 0;
  ejection_waits_.fill(0);
  ejecting_ = 0;
  clock_ = 0;
  credits_.reset(low_bits<VcSet>(queue_count_ * ports_), depth_);
  buffer_sizes_.fill(0);
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
  if (wave_) pass_markers(now);
  if (ejection_buffer().size() != 0 || ejecting_ != 0) eject(now);
  if (queued_ != 0) serve_queues(now);
  if ((entering_ | now.asked) != 0) fill_queues(now);
  if (arrived_ != 0) receive(now);
  keep_arrivals(now);
  if (!due_later_.empty()) {
    std::swap(due_, due_later_[clock_]);
    clock_ = next_in_ring(clock_, due_later_.size());
  }
  return must_step();
}

void KonstantinidouRouter::set_faulty_ports(PortMask ports) {
  faulty_ = 0;
  for_each_bit(ports, [&](PortId p) { faulty_ |= vcs_of(p); });
}

/// A transfer over a link or into a queue goes on for a routing cycle, which must be counted out.
bool KonstantinidouRouter::must_step() const {
  const bool may_move =
      transfers_ != 0 && (packets_ != 0 || config_.phits_per_packet > 1 || (wave_ && wave_->waits()));
  if (may_move || (ejecting_ != 0 && ejection_buffer().size() != 0)) return true;
  for (const PortId p : ejecting_) {
    if (ejection_wait(p) > kCycle) return true;
  }
  return false;
}

void KonstantinidouRouter::accept_flit(PortId p, const Flit& flit, Now& now) {
  const bool no_vc = (flit.vc >= queue_count_) | (entries_.test(p) & (flit.vc != 0));
  if (no_vc) fail(node_, p, flit.vc, "a flit for no VC");
  if (!flit.head | !flit.tail()) fail(node_, p, flit.vc, "a packet of several flits");
  const int link_vc = vc_index(p, flit.vc);
  std::uint8_t& buffered = buffer_sizes_[link_vc];
  ++packets_;
  if (++buffered == 1) {
    now.fresh.set(link_vc);
    return look_at(flit, link_vc);
  }
  if (buffered > depth_) fail(node_, p, flit.vc, "input buffer overflows");
  buffered_[link_vc * depth_ + buffered - 1] = flit;
}

void KonstantinidouRouter::accept_credits(PortId p, VcMask vcs) {
  for_each_bit(vcs, [&](VcId vc) {
    const int link_vc = vc_index(p, vc);
    if (credits_.count(link_vc) == depth_) fail(node_, p, vc, "more credits than slots");
    credits_.give(link_vc);
  });
}

/// Ends what began a routing cycle ago.
void KonstantinidouRouter::end_transfers() {
  if (!due_later_.empty()) {
    if (transfers_ != 0) end_long_transfers();
    return;
  }
  transfers_ = 0;  // All that is here came a routing cycle ago at least.
  idle_links_ = idle_buffers_ = ~VcSet{0};
  for (CentralQueue& queue : queues_) queue.make_all_eligible();
}

void KonstantinidouRouter::end_long_transfers() {
  --transfers_;
  idle_links_ |= due_.links;
  idle_buffers_ |= due_.buffers;
  for (VcId q = 0; q < queue_count_; ++q) queue(q).make_eligible(due_.queued[q]);
  ejection_buffer().make_eligible(due_.received);
  due_ = Due{};
}

/// Markers that are at the front of a buffer are used, and those that are then owed go at once.
void KonstantinidouRouter::pass_markers(Now& now) {
  for_each_bit(markers_ & idle_buffers_, [&](int link_vc) {
    if (!wave_->may_take(link_vc)) return;
    wave_->take(link_vc);
    --packets_;
    markers_.clear(link_vc);
    leave_buffer(link_vc, now);
  });
  wave_->flush();
  for_each_bit(wave_->owed() & credits_.open() & idle_links_ & ~faulty_, [&](int link_vc) {
    if (now.marked.test(link_vc)) return;
    now.marked |= vcs_of(port_of(link_vc));
    wave_->pay(link_vc);
    ++packets_;
    send(link_vc, marker_flit(/*destination=*/0, class_of(link_vc)), now);
  });
  if (!wave_->releases() || ejection_buffer().full()) return;
  wave_->release();
  ++packets_;
  ejection_buffer().push(marker_flit(node_, /*vc=*/0), 0, 0);
  ++due_.received;
  transfers_ = static_cast<std::uint8_t>(config_.phits_per_packet);
}

KonstantinidouRouter::VcSet KonstantinidouRouter::closed(VcId queue) const {
  VcSet moves = 0;
  for_each_bit(wave_->closed_moves(queue), [&](VcId to) { moves.set(vc_index(last_port(), to)); });
  return wave_->closed(queue) | moves;
}

void KonstantinidouRouter::eject(Now& now) {
  PortMask open = 0;  // Exits through which a packet may leave now.
  for (const PortId p : exits_here_) {
    std::uint64_t& wait = ejection_wait(p);
    wait -= std::min(wait, kCycle);
    ejecting_.clear(p, wait == 0);
    open.set(p, wait < kCycle && (credits_.open() & vcs_of(p)) != 0);
  }
  for (CentralQueue::Cursor cursor = ejection_buffer().oldest();
       open != 0 && !ejection_buffer().at_end(cursor);) {
    const Flit& flit = ejection_buffer().at(cursor).flit;
    const PortId p = exits_.of(flit.destination).port;
    if (!open.test(p)) {
      ejection_buffer().next(cursor);
      continue;
    }
    send(lowest_bit(credits_.open() & vcs_of(p)), flit, now);
    ejection_buffer().remove(cursor);
    ejection_wait(p) += ejection_;
    ejecting_.set(p);
    open.clear(p);
  }
}

void KonstantinidouRouter::serve_queues(Now& now) {
  const VcSet all_free = credits_.open() & idle_links_ & network_vcs_ & ~faulty_ & ~now.marked;
  VcSet free = all_free;
  const std::uint32_t twice = queued_ << queue_count_ | queued_;
  for_each_bit((twice >> first_queue_) & low_bits<std::uint32_t>(queue_count_), [&](VcId turn) {
    const VcId queue = first_queue_ + turn;
    free = serve(queue < queue_count_ ? queue : queue - queue_count_, free, now);
  });
  if (free == all_free) return;
  first_queue_ = next_in_ring(first_queue_, queue_count_);
}

/// Sends what may leave one queue over the links that are still free; returns those that are left.
KonstantinidouRouter::VcSet KonstantinidouRouter::serve(VcId q, VcSet free, Now& now) {
  CentralQueue& queue = this->queue(q);
  const VcSet closed = wave_ ? this->closed(q) : VcSet{0};
  for (CentralQueue::Cursor cursor = queue.oldest(); !queue.at_end(cursor);) {
    const CentralQueue::Packet& packet = queue.at(cursor);
    const VcSet candidates = packet.preferred & free & ~closed;
    const VcSet vcs = candidates | (packet.escape & free & ~closed & all_if(candidates == 0));
    if (vcs != 0) {
      const PortId port = select(vcs);
      free &= ~vcs_of(port);
      send(lowest_bit(vcs & vcs_of(port)), packet.flit, now);
      if (wave_) wave_->packet_leaves(q, packet.flit.odd_epoch);
      queue.remove(cursor);
    } else {
      const VcSet moves = (packet.preferred | packet.escape) & vcs_of(last_port()) & ~closed;
      now.asked |= moves;
      for_each_bit(moves, [&](int b) {
        VcMask& asking = now.asking[class_of(b)];
        asking.set(q);
      });
      queue.next(cursor);
    }
    if (head_only()) break;
  }
  note_size(q);
  return free;
}

/// The port of the VC that the selection function chooses, and that is used now. Precondition: `vcs != 0`.
PortId KonstantinidouRouter::select(VcSet vcs) {
  VcSet links = vcs;  // A packet may take one VC of each.
  for (VcId q = 1; q < queue_count_; ++q) links |= vcs >> (q * ports_);
  const auto ports = static_cast<std::uint32_t>(links & low_bits<VcSet>(last_port()));
  return select_port(config_.selection, ports, random_, order_,
                     [&](PortId port) { return credits_.count(lowest_bit(vcs & vcs_of(port))); });
}

void KonstantinidouRouter::send(int link_vc, const Flit& flit, Now& now) {
  const VcId vc = class_of(link_vc);
  const PortId port = link_vc - vc * ports_;
  Flit sent = flit;
  sent.vc = static_cast<std::uint8_t>(vc);
  now.outputs.send(port, sent);
  credits_.spend(link_vc);
  transfers_ = static_cast<std::uint8_t>(config_.phits_per_packet);
  if (transfers_ != 1) {
    idle_links_ &= ~vcs_of(port);
    due_.links |= vcs_of(port);
  }
  --packets_;
}

/// While there is room, packets of the sources in turn, the last queue first: what leaves it for good makes
/// room for what follows.
void KonstantinidouRouter::fill_queues(Now& now) {
  VcSet buffers = entering_ & idle_buffers_ & ~held();
  while ((buffers | now.asked) != 0) {  // One loop for all queues: where it ends, nothing can predict.
    const VcId q = class_of(highest_bit(buffers | now.asked));
    VcMask& asking = now.asking[q];
    if (queue(q).full()) {
      asking = 0;
      now.asked &= low_bits<VcSet>(q * ports_);
      buffers &= low_bits<VcSet>(q * ports_);
      continue;
    }
    // Who competes: bit p is the buffer of port p, bit ports + q queue q.
    const int source = turn_[q].grant(buffers >> (q * ports_) | std::uint64_t{asking} << ports_);
    if (source >= ports_) {
      if (move(source - ports_, q)) continue;
      asking.clear(source - ports_);
      if (asking == 0) now.asked.clear(vc_index(last_port(), q));
    } else {
      const int link_vc = vc_index(source, q);
      entering_.clear(link_vc);
      buffers.clear(link_vc);
      enter(q, front(link_vc, now));
      leave_buffer(link_vc, now);
    }
  }
}

/// Moves a packet from queue to queue. Returns whether another one may follow in this routing cycle.
bool KonstantinidouRouter::move(VcId from, VcId to) {
  CentralQueue& queue = this->queue(from);
  CentralQueue::Cursor cursor = find_mover(from, to);
  if (wave_) wave_->packet_leaves(from, queue.at(cursor).flit.odd_epoch);
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
    if (VcSet(packet.preferred | packet.escape).test(vc_index(last_port(), to))) break;
    queue.next(cursor);
  }
  return cursor;
}

void KonstantinidouRouter::enter(VcId q, const Flit& flit) {
  const QueueCandidates candidates =
      routing_.queue_candidates(node_, exits_.of(flit.destination).node, q, ports_);
  queue(q).push(flit, candidates.preferred, candidates.escape);
  if (wave_) wave_->packet_enters(q, flit.odd_epoch);
  queued_.set(q);
  ++due_.queued[q];
  transfers_ = static_cast<std::uint8_t>(config_.phits_per_packet);
}

void KonstantinidouRouter::receive(Now& now) {
  VcSet sources = 0;  // Bit port x queues + class: packets are received by port.
  for_each_bit(arrived_ & idle_buffers_ & ~held(),
               [&](int link_vc) { sources.set(port_of(link_vc) * queue_count_ + class_of(link_vc)); });
  while (sources != 0 && !ejection_buffer().full()) {
    const int source = ejection_turn_.grant(sources);
    const int link_vc = vc_index(source / queue_count_, source % queue_count_);
    arrived_.clear(link_vc);
    ejection_buffer().push(front(link_vc, now), 0, 0);
    leave_buffer(link_vc, now);
    ++due_.received;
    sources.clear(source);
  }
}

/// The packet's slot is free when the next one can come: its credit goes now.
void KonstantinidouRouter::leave_buffer(int link_vc, Now& now) {
  std::uint8_t& buffered = buffer_sizes_[link_vc];
  now.fresh.clear(link_vc);
  if (--buffered != 0) {
    Flit* const first = &buffered_[link_vc * depth_];
    std::copy(first + 1, first + 1 + buffered, first);
    look_at(*first, link_vc);
  }
  idle_buffers_.clear(link_vc);
  due_.buffers.set(link_vc);
  transfers_ = static_cast<std::uint8_t>(config_.phits_per_packet);
  const VcId vc = class_of(link_vc);
  now.outputs.return_credit(link_vc - vc * ports_, vc);
}

/// Finds out where the packet at the front of an input buffer goes next.
void KonstantinidouRouter::look_at(const Flit& front, int link_vc) {
  const bool arrived = exits_.of(front.destination).node == node_;
  const bool marker = front.marker;
  arrived_.set(link_vc, arrived & !marker);
  entering_.set(link_vc, !arrived & !marker);
  markers_.set(link_vc, marker);
}

/// Packets that could not go on in the cycle of their arrival.
void KonstantinidouRouter::keep_arrivals(const Now& now) {
  for_each_bit(now.fresh, [&](int link_vc) { buffered_[link_vc * depth_] = now.arrivals[port_of(link_vc)]; });
}

void KonstantinidouRouter::visit_buffers(const std::function<void(const BufferView&)>& visit) const {
  const auto show_buffer = [&](PortId port, VcId vc) {
    const int link_vc = vc_index(port, vc);
    const int size = buffer_sizes_[link_vc];
    visit({{Side::Input, port, vc}, size, depth_, size != 0 ? &front(link_vc) : nullptr, false});
  };
  const PortMask links = low_bits<PortMask>(last_port()) & ~(entries_ | exits_here_);
  for (const PortId port : links) {
    for (VcId vc = 0; vc < queue_count_; ++vc) show_buffer(port, vc);
  }
  for (const PortId port : entries_) show_buffer(port, 0);
  if (exits_here_ != 0) {
    visit({{Side::Output, ejection_port(), 0},
           ejection_buffer().size(),
           ejection_buffer().capacity(),
           ejection_buffer().front(),
           false});
  }
  for (VcId q = 0; q < queue_count_; ++q) {
    visit(
        {{Side::Central, kCentralQueues, q}, queue(q).size(), queue(q).capacity(), queue(q).front(), false});
  }
}

std::vector<WaitFor> KonstantinidouRouter::waits_for(const BufferRef& ref) const {
  switch (ref.side) {
    case Side::Input: return waits_of_buffer(vc_index(ref.port, ref.vc));
    case Side::Output: return {};  // The terminal takes what comes.
    case Side::Central: break;
  }
  return waits_of_queue(ref.vc);
}

std::vector<WaitFor> KonstantinidouRouter::waits_of_buffer(int link_vc) const {
  if (arrived_.test(link_vc)) {
    if (!ejection_buffer().full()) return {};
    return {wait_for(WaitFor::Where::Here, Side::Output, ejection_port(), 0)};
  }
  if (!entering_.test(link_vc) || !queue(class_of(link_vc)).full()) return {};
  return {wait_for(WaitFor::Where::Here, Side::Central, kCentralQueues, class_of(link_vc))};
}

/// Any of its packets that may be served and finds a way lets a queue move on.
std::vector<WaitFor> KonstantinidouRouter::waits_of_queue(VcId q) const {
  const CentralQueue& queue = this->queue(q);
  VcSet wanted = 0;
  VcSet faulty = 0;  // Of packets that have no other way.
  for (CentralQueue::Cursor cursor = queue.oldest(); !queue.at_end(cursor); queue.next(cursor)) {
    const VcSet candidates = queue.at(cursor).preferred | queue.at(cursor).escape;
    wanted |= candidates & ~faulty_;
    if (candidates != 0 && (candidates & ~faulty_) == 0) faulty |= candidates;
    if (head_only()) break;
  }
  std::vector<WaitFor> waits;
  bool free = false;
  for_each_bit(wanted, [&](int link_vc) {
    const VcId vc = class_of(link_vc);
    if (port_of(link_vc) == last_port()) {
      free |= !this->queue(vc).full();
      waits.push_back(wait_for(WaitFor::Where::Here, Side::Central, kCentralQueues, vc));
    } else {
      free |= credits_.open().test(link_vc);
      waits.push_back(wait_for(WaitFor::Where::Far, Side::Input, port_of(link_vc), vc));
    }
  });
  if (free) waits.clear();
  for_each_bit(faulty, [&](int link_vc) {
    waits.push_back(wait_for(WaitFor::Where::Repair, Side::Output, port_of(link_vc), class_of(link_vc)));
  });
  return waits;
}

}  // namespace switchyard
