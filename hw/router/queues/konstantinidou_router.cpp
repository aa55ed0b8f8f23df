#include "hw/router/queues/konstantinidou_router.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include "hw/base/bits.h"
#include "hw/base/ring_index.h"

namespace switchyard {
namespace {

[[noreturn, gnu::noinline, gnu::cold]] void fail(NodeId node, PortId port, VcId vc, const char* what) {
  throw std::logic_error("KonstantinidouRouter: " + std::string(what) + " at node " + std::to_string(node) +
                         ", port " + std::to_string(port) + ", VC " + std::to_string(vc));
}

}  // namespace

KonstantinidouRouter::KonstantinidouRouter(const KonstantinidouConfig& config, NodeId node, int port_count,
                                           const NodeTerminals& terminals, std::uint64_t seed,
                                           const RoutingFunction& routing, const WaveSite* site,
                                           const QueueFactory& make_queues)
    : queues_({.config = config,
               .node = node,
               .ports = port_count,
               .exits = terminals.exits,
               .routing = &routing,
               .starts = QueueStarts::draw({config.arbiter_start, seed, node}, port_count,
                                           static_cast<int>(config.queue_size.size())),
               .random = Lfsr::of_node(seed, node)}),
      network_vcs_(queues_.vcs_of(0) * low_bits<VcSet>(port_count - 1)),
      node_(node),
      ports_(static_cast<std::uint8_t>(port_count)),
      queue_count_(static_cast<std::uint8_t>(config.queue_size.size())),
      entries_(terminals.entries),
      exits_here_(terminals.exits_here),
      exits_(terminals.exits),
      ejection_(std::llround(static_cast<double>(kCycle) * config.phits_per_packet / config.ejection_rate)),
      depth_(static_cast<std::uint8_t>(config.input_buffer)),
      buffered_((queues_.vc_index(last_port(), queue_count_ - 1) + 1) * depth_),
      ejection_slots_(config.ejection_buffer),
      ejected_(ejection_slots_),
      due_later_(config.phits_per_packet - 1),
      config_(config) {
  for (VcId vc = 0; vc < queue_count_; ++vc) check_buffers_of(vc, routing);
  if (site != nullptr) wave_.emplace(*site, config.barriers);
  if (make_queues) follower_ = std::make_unique<QueueFollower>(queues_, make_queues(queues_.site()));
  KonstantinidouRouter::reset();
}

/// What is in a buffer enters the queue of its class, and the relation, of which proofs speak, must say so,
/// too.
void KonstantinidouRouter::check_buffers_of(VcId vc, const RoutingFunction& routing) const {
  RouteSet routes;
  routing.route({node_, node_ == 0 ? NodeId{1} : NodeId{0}, /*held_port=*/0, vc}, routes);
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
  queues_.reset();
  if (follower_) follower_->reset();
  ejection_turn_.reset(queues_.site().starts.ejections);
  packets_ = 0;
  transfers_ = 0;
  ejection_waits_.fill(0);
  ejecting_ = 0;
  clock_ = 0;
  credits_.reset(low_bits<VcSet>(queue_count_ * ports_), depth_);
  buffer_sizes_.fill(0);
  ejected_.reset();
  due_ = Due{};
  std::fill(due_later_.begin(), due_later_.end(), Due{});
}

[[gnu::flatten]] bool KonstantinidouRouter::step(const PortInputs& inputs, PortOutputs& outputs) {
  Now now{inputs.flits, outputs};
  for_each_bit(inputs.flit_ports, [&](PortId p) { accept_flit(p, inputs.flits[p], now); });
  for_each_bit(inputs.credit_ports, [&](PortId p) { accept_credits(p, inputs.credits[p]); });
  end_transfers();
  if (wave_) pass_markers(now);
  if (ejected_.size() != 0 || ejecting_ != 0) eject(now);
  if (!queues_.empty() || entering_ != 0 || follower_) run_queues(now);
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
  for_each_bit(ports, [&](PortId p) { faulty_ |= queues_.vcs_of(p); });
}

/// A transfer over a link or into a queue goes on for a routing cycle, which must be counted out.
bool KonstantinidouRouter::must_step() const {
  const bool may_move =
      transfers_ != 0 && (packets_ != 0 || config_.phits_per_packet > 1 || (wave_ && wave_->waits()));
  if (may_move || (ejecting_ != 0 && ejected_.size() != 0)) return true;
  for (const PortId p : ejecting_) {
    if (ejection_wait(p) > kCycle) return true;
  }
  return false;
}

void KonstantinidouRouter::accept_flit(PortId p, const Flit& flit, Now& now) {
  const bool no_vc = (flit.vc >= queue_count_) | (entries_.test(p) & (flit.vc != 0));
  if (no_vc) fail(node_, p, flit.vc, "a flit for no VC");
  if (!flit.head | !flit.tail()) fail(node_, p, flit.vc, "a packet of several flits");
  const int link_vc = queues_.vc_index(p, flit.vc);
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
    const int link_vc = queues_.vc_index(p, vc);
    if (credits_.count(link_vc) == depth_) fail(node_, p, vc, "more credits than slots");
    credits_.give(link_vc);
  });
}

/// Ends what began a routing cycle ago.
void KonstantinidouRouter::end_transfers() {
  queues_.make_eligible();
  if (!due_later_.empty()) {
    if (transfers_ != 0) end_long_transfers();
    return;
  }
  transfers_ = 0;  // All that is here came a routing cycle ago at least.
  idle_links_ = idle_buffers_ = ~VcSet{0};
  ejected_.make_all_eligible();
}

void KonstantinidouRouter::end_long_transfers() {
  --transfers_;
  idle_links_ |= due_.links;
  idle_buffers_ |= due_.buffers;
  ejected_.make_eligible(due_.received);
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
    now.marked |= queues_.vcs_of(queues_.port_of(link_vc));
    wave_->pay(link_vc);
    ++packets_;
    send(link_vc, marker_flit(/*destination=*/0, queues_.class_of(link_vc)), now);
  });
  if (!wave_->releases() || ejected_.full()) return;
  wave_->release();
  ++packets_;
  ejected_.push(marker_flit(node_, /*vc=*/0), 0, 0);
  ++due_.received;
  start_transfer();
}

KonstantinidouRouter::VcSet KonstantinidouRouter::closed(VcId queue) const {
  if (!wave_) return 0;
  VcSet moves = 0;
  for_each_bit(wave_->closed_moves(queue), [&](VcId to) { moves.set(queues_.vc_index(last_port(), to)); });
  return wave_->closed(queue) | moves;
}

void KonstantinidouRouter::eject(Now& now) {
  PortMask open = 0;  // Exits through which a packet may leave now.
  for (const PortId p : exits_here_) {
    std::uint64_t& wait = ejection_wait(p);
    wait -= std::min(wait, kCycle);
    ejecting_.clear(p, wait == 0);
    open.set(p, wait < kCycle && (credits_.open() & queues_.vcs_of(p)) != 0);
  }
  for (CentralQueue::Cursor cursor = ejected_.oldest(); open != 0 && !ejected_.at_end(cursor);) {
    const Flit& flit = ejected_.at(cursor).flit;
    const PortId p = exits_.of(flit.destination).port;
    if (!open.test(p)) {
      ejected_.next(cursor);
      continue;
    }
    send(lowest_bit(credits_.open() & queues_.vcs_of(p)), flit, now);
    ejected_.remove(cursor);
    ejection_wait(p) += ejection_;
    ejecting_.set(p);
    open.clear(p);
  }
}

/// What the queues ask of the node in a cycle.
struct KonstantinidouRouter::QueueNode {
  KonstantinidouRouter& router;
  Now& now;

  VcSet closed(VcId queue) const { return router.closed(queue); }
  int room(int link_vc) const { return router.credits_.count(link_vc); }
  void send(VcId queue, int link_vc, const Flit& flit) {
    router.send(link_vc, flit, now);
    if (router.wave_) router.wave_->packet_leaves(queue, flit.odd_epoch);
  }
  const Flit& front(int link_vc) const { return router.front(link_vc, now); }
  void enter(VcId queue, int link_vc) {
    router.entering_.clear(link_vc);
    if (router.wave_) router.wave_->packet_enters(queue, front(link_vc).odd_epoch);
    router.leave_buffer(link_vc, now);
  }
  void move(VcId from, VcId to, const Flit& flit) {
    router.start_transfer();
    if (!router.wave_) return;
    router.wave_->packet_leaves(from, flit.odd_epoch);
    router.wave_->packet_enters(to, flit.odd_epoch);
  }
};

void KonstantinidouRouter::run_queues(Now& now) {
  QueueNode node{*this, now};
  const VcSet free = credits_.open() & idle_links_ & network_vcs_ & ~faulty_ & ~now.marked;
  const VcSet entering = entering_ & idle_buffers_ & ~held();
  if (follower_) return follower_->run(free, entering, node);
  const QueueSwitch::Moves moves = queues_.serve(free, node);
  queues_.fill(entering, moves, node);
}

void KonstantinidouRouter::send(int link_vc, const Flit& flit, Now& now) {
  const VcId vc = queues_.class_of(link_vc);
  const PortId port = link_vc - vc * ports_;
  Flit sent = flit;
  sent.vc = static_cast<std::uint8_t>(vc);
  now.outputs.send(port, sent);
  credits_.spend(link_vc);
  start_transfer();
  if (transfers_ != 1) {
    idle_links_ &= ~queues_.vcs_of(port);
    due_.links |= queues_.vcs_of(port);
  }
  --packets_;
}

void KonstantinidouRouter::receive(Now& now) {
  VcSet sources = 0;  // Bit port x queues + class: packets are received by port.
  for_each_bit(arrived_ & idle_buffers_ & ~held(), [&](int link_vc) {
    sources.set(queues_.port_of(link_vc) * queue_count_ + queues_.class_of(link_vc));
  });
  while (sources != 0 && !ejected_.full()) {
    const int source = ejection_turn_.grant(sources);
    const int link_vc = queues_.vc_index(source / queue_count_, source % queue_count_);
    arrived_.clear(link_vc);
    ejected_.push(front(link_vc, now), 0, 0);
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
  start_transfer();
  const VcId vc = queues_.class_of(link_vc);
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
  for_each_bit(now.fresh,
               [&](int link_vc) { buffered_[link_vc * depth_] = now.arrivals[queues_.port_of(link_vc)]; });
}

void KonstantinidouRouter::visit_buffers(const std::function<void(const BufferView&)>& visit) const {
  const auto show_buffer = [&](PortId port, VcId vc) {
    const int link_vc = queues_.vc_index(port, vc);
    const int size = buffer_sizes_[link_vc];
    visit({{Side::Input, port, vc}, size, depth_, size != 0 ? &front(link_vc) : nullptr, false});
  };
  const PortMask links = low_bits<PortMask>(last_port()) & ~(entries_ | exits_here_);
  for (const PortId port : links) {
    for (VcId vc = 0; vc < queue_count_; ++vc) show_buffer(port, vc);
  }
  for (const PortId port : entries_) show_buffer(port, 0);
  if (exits_here_ != 0) {
    visit(
        {{Side::Output, ejection_port(), 0}, ejected_.size(), ejected_.capacity(), ejected_.front(), false});
  }
  for (VcId q = 0; q < queue_count_; ++q) {
    visit({{Side::Central, kCentralQueues, q},
           queues_.queue(q).size(),
           queues_.queue(q).capacity(),
           queues_.queue(q).front(),
           false});
  }
}

std::vector<WaitFor> KonstantinidouRouter::waits_for(const BufferRef& ref) const {
  switch (ref.side) {
    case Side::Input: return waits_of_buffer(queues_.vc_index(ref.port, ref.vc));
    case Side::Output: return {};  // The terminal takes what comes.
    case Side::Central: break;
  }
  return waits_of_queue(ref.vc);
}

std::vector<WaitFor> KonstantinidouRouter::waits_of_buffer(int link_vc) const {
  if (arrived_.test(link_vc)) {
    if (!ejected_.full()) return {};
    return {wait_for(WaitFor::Where::Here, Side::Output, ejection_port(), 0)};
  }
  if (!entering_.test(link_vc) || !queues_.queue(queues_.class_of(link_vc)).full()) return {};
  return {wait_for(WaitFor::Where::Here, Side::Central, kCentralQueues, queues_.class_of(link_vc))};
}

/// Any of its packets that may be served and finds a way lets a queue move on.
std::vector<WaitFor> KonstantinidouRouter::waits_of_queue(VcId q) const {
  const CentralQueue& queue = queues_.queue(q);
  VcSet wanted = 0;
  VcSet faulty = 0;  // Of packets that have no other way.
  for (CentralQueue::Cursor cursor = queue.oldest(); !queue.at_end(cursor); queue.next(cursor)) {
    const VcSet candidates = queue.at(cursor).preferred | queue.at(cursor).escape;
    wanted |= candidates & ~faulty_;
    if (candidates != 0 && (candidates & ~faulty_) == 0) faulty |= candidates;
    if (config_.queue_service == KonstantinidouConfig::Service::Head) break;
  }
  std::vector<WaitFor> waits;
  bool free = false;
  for_each_bit(wanted, [&](int link_vc) {
    const VcId vc = queues_.class_of(link_vc);
    if (queues_.port_of(link_vc) == last_port()) {
      free |= !queues_.queue(vc).full();
      waits.push_back(wait_for(WaitFor::Where::Here, Side::Central, kCentralQueues, vc));
    } else {
      free |= credits_.open().test(link_vc);
      waits.push_back(wait_for(WaitFor::Where::Far, Side::Input, queues_.port_of(link_vc), vc));
    }
  });
  if (free) waits.clear();
  for_each_bit(faulty, [&](int link_vc) {
    waits.push_back(
        wait_for(WaitFor::Where::Repair, Side::Output, queues_.port_of(link_vc), queues_.class_of(link_vc)));
  });
  return waits;
}

}  // namespace switchyard
