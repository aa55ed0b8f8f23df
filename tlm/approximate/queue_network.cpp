#include "tlm/approximate/queue_network.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "hw/alloc/arbiter_array.h"
#include "hw/base/bits.h"
#include "hw/router/queues/konstantinidou_config.h"
#include "hw/router/queues/queue_starts.h"

namespace switchyard {

QueueNetwork::QueueNetwork(const Design& design, ArrivalHandler arrived, DepartureHandler departed)
    : NodeNetwork(design, design.router.as<KonstantinidouConfig>()->input_buffer, std::move(arrived),
                  std::move(departed)),
      config_(*design.router.as<KonstantinidouConfig>()),
      ports_(design.topology->port_count()),
      queues_(static_cast<int>(config_.queue_size.size())),
      phits_per_packet_(config_.phits_per_packet),
      ejection_(
          std::llround(static_cast<double>(kParts) * config_.phits_per_packet / config_.ejection_rate)) {
  const Topology& topology = *design.topology;
  for (NodeId node = 0; node < topology.node_count(); ++node) {
    nodes_.emplace_back(Lfsr::of_node(design.seed, node));
    const QueueStarts starts = QueueStarts::draw(design.starts_at(node), ports_, queues_);
    reset_arbiters(nodes_.back().turn, starts.sources);
    nodes_.back().ejection_turn.reset(starts.ejections);
    nodes_.back().first_queue = starts.first_queue;
    nodes_.back().order.reset(ports_, starts.selection);
  }
  links_.resize(topology.node_count() * static_cast<std::size_t>(ports_));
  buffers_.resize(links_.size() * queues_);
  for (Buffer& buffer : buffers_) buffer.free_at.resize(config_.input_buffer);
  for (const Channel& channel : topology.channels()) {
    Link& from = link(channel.from.node, channel.from.port);
    Link& to = link(channel.to.node, channel.to.port);
    from.far_node = channel.to.node;
    from.far_port = channel.to.port;
    to.feeder = channel.from.node;
    from.latency = to.credit_latency = static_cast<Cycle>(channel.latency);
  }
  for (TerminalId terminal = 0; terminal < topology.terminal_count(); ++terminal) {
    const PortRef entry = topology.attachment(terminal).entry;
    if (entry.node != kNoNode) link(entry.node, entry.port).source = terminal;
  }
  receivers_.resize(topology.terminal_count());
}

QueueNetwork::VcSet QueueNetwork::vcs_of(PortId port) const {
  VcSet vcs = 0;
  for (VcId q = 0; q < queues_; ++q) vcs |= class_bit(q, port, ports_);
  return vcs;
}

void QueueNetwork::step(Cycle now, NodeId at) {
  Node& node = nodes_[at];
  node.changed = false;
  if (!node.ejection.empty()) eject(now, at, node);
  serve(now, at, node);
  for (VcId q = queues_; q-- > 0;) fill(now, at, node, q);
  receive(now, at, node);
  if (node.changed) wake_at(now + 1, at);
}

/// The oldest packet for each terminal that can take one.
void QueueNetwork::eject(Cycle now, NodeId at, Node& node) {
  for (std::size_t i = 0; i < node.ejection.size();) {
    const Index index = node.ejection[i];
    if (packet(index).eligible > now) return wake_at(packet(index).eligible, at);
    Receiver& receiver = receivers_[packet(index).destination];
    const Cycle may = next_ejection(receiver);
    if (may > now) {
      wake_at(may, at);
      ++i;
      continue;
    }
    node.ejection.erase(node.ejection.begin() + i);
    receiver.waits_until = std::max(receiver.waits_until, now * kParts) + ejection_;
    if (queues_ * config_.input_buffer == 1) receiver.credit = now + kTerminalLoop;
    node.changed = true;
    arrive(index, now + 1);
  }
}

QueueNetwork::VcSet QueueNetwork::free_vcs(Cycle now, NodeId at) {
  VcSet free = 0;
  for (PortId p = 0; p < last_port(); ++p) {
    const Link& out = link(at, p);
    if (out.far_node == kNoNode || out.idle_at > now) continue;
    for (VcId q = 0; q < queues_; ++q) {
      if (room(now, buffer(out.far_node, out.far_port, q)) != 0) free |= class_bit(q, p, ports_);
    }
  }
  return free;
}

int QueueNetwork::room(Cycle now, const Buffer& far) {
  return static_cast<int>(
      std::count_if(far.free_at.begin(), far.free_at.end(), [now](Cycle free) { return free <= now; }));
}

/// The queues in turn, of each the oldest packets first.
void QueueNetwork::serve(Cycle now, NodeId at, Node& node) {
  VcSet free = 0;
  bool looked = false;
  int departures = config_.departures_per_cycle;
  node.asking = 0;
  for (int turn = 0; turn < queues_; ++turn) {
    const VcId q = (node.first_queue + turn) % queues_;
    std::vector<Queued>& queue = node.queues[q];
    for (std::size_t i = 0; i < queue.size();) {
      Queued& queued = queue[i];
      if (packet(queued.packet).eligible > now) {
        wake_at(packet(queued.packet).eligible, at);
        break;
      }
      if (!looked) free = free_vcs(now, at);
      looked = true;
      const VcSet candidates = queued.preferred & free;
      const VcSet vcs = candidates != 0 ? candidates : queued.escape & free;
      if (vcs != 0) {
        const PortId port = select(now, at, node, vcs);
        const VcId vc = lowest_bit(vcs & vcs_of(port)) / ports_;
        free &= ~vcs_of(port);
        if (--departures == 0) free = 0;
        send_over(now, at, port, vc, queued.packet);
        queue.erase(queue.begin() + i);
      } else {
        node.asking.set(q);
        ++i;
      }
      if (head_only()) break;
    }
  }
  if (departures == config_.departures_per_cycle) return;
  node.changed = true;
  node.first_queue = (node.first_queue + 1) % queues_;
}

PortId QueueNetwork::select(Cycle now, NodeId at, Node& node, VcSet vcs) {
  PortMask ports = 0;
  for (VcId q = 0; q < queues_; ++q)
    ports |= static_cast<std::uint32_t>(vcs >> (q * ports_)) & low_bits<PortMask>(last_port());
  return select_port(config_.selection, ports, node.random, node.order, [&](PortId port) {
    const Link& out = link(at, port);
    const VcId vc = lowest_bit(vcs & vcs_of(port)) / ports_;
    return room(now, buffer(out.far_node, out.far_port, vc));
  });
}

void QueueNetwork::send_over(Cycle now, NodeId at, PortId port, VcId vc, Index index) {
  Link& out = link(at, port);
  Buffer& far = buffer(out.far_node, out.far_port, vc);
  *std::find_if(far.free_at.begin(), far.free_at.end(), [now](Cycle free) { return free <= now; }) = kNever;
  far.packets.push_back(index);
  out.idle_at = now + phits_per_packet_;
  Packet& sent = packet(index);
  ++sent.hops;
  sent.eligible = now + out.latency;
  wake_at(sent.eligible, out.far_node);
  wake_at(out.idle_at, at);  // Whoever waits for the link.
}

/// While there is room: packets of the buffers of its class and of other queues, in turn.
void QueueNetwork::fill(Cycle now, NodeId at, Node& node, VcId q) {
  BitSet<std::uint64_t> sources = 0;  // Bit p is the buffer of port p, bit ports + q queue q.
  for (PortId p = 0; p < ports_; ++p) {
    const Index first = front(now, at, p, q);
    if (first != kNone && packet(first).exit != at) sources.set(p);
  }
  for (VcId from = 0; from < queues_; ++from) {
    if (has_mover(now, node, from, q)) sources.set(ports_ + from);
  }
  const std::size_t capacity = config_.queue_size[q];
  for (int left = config_.admissions_per_cycle; sources != 0 && node.queues[q].size() < capacity && left != 0;
       --left) {
    const int source = node.turn[q].grant(sources);
    bool more = false;
    if (source >= ports_) {
      move(now, at, node, source - ports_, q);
      more = !head_only() && has_mover(now, node, source - ports_, q);
    } else {
      enter(now, at, node, q, leave(now, at, source, q));
    }
    if (!more) sources.clear(source);
  }
}

/// A packet that got no link.
bool QueueNetwork::has_mover(Cycle now, const Node& node, VcId from, VcId to) const {
  if (!node.asking.test(from)) return false;
  const VcSet into = class_bit(to, ports_ - 1, ports_);
  for (const Queued& queued : node.queues[from]) {
    if (const_cast<QueueNetwork*>(this)->packet(queued.packet).eligible > now) return false;
    if (((queued.preferred | queued.escape) & into) != 0) return true;
    if (head_only()) return false;
  }
  return false;
}

void QueueNetwork::move(Cycle now, NodeId at, Node& node, VcId from, VcId to) {
  const VcSet into = class_bit(to, ports_ - 1, ports_);
  std::vector<Queued>& queue = node.queues[from];
  const auto mover = std::find_if(queue.begin(), queue.end(), [into](const Queued& queued) {
    return ((queued.preferred | queued.escape) & into) != 0;
  });
  const Index index = mover->packet;
  queue.erase(mover);
  enter(now, at, node, to, index);
}

void QueueNetwork::enter(Cycle now, NodeId at, Node& node, VcId q, Index index) {
  const QueueCandidates candidates = design_.routing->queue_candidates(at, packet(index).exit, q, ports_);
  node.queues[q].push_back({index, candidates.preferred, candidates.escape});
  node.changed = true;
  packet(index).eligible = now + phits_per_packet_;
  wake_at(now + phits_per_packet_, at);
}

NodeNetwork::Index QueueNetwork::front(Cycle now, NodeId at, PortId port, VcId vc) {
  Index first = kNone;
  if (const TerminalId source = link(at, port).source; source != kNoTerminal) {
    if (vc == 0) first = next_of_source(source);
  } else {
    const Buffer& in = buffer(at, port, vc);
    if (in.idle_at <= now && !in.packets.empty()) first = in.packets.front();
  }
  return first != kNone && packet(first).eligible <= now ? first : kNone;
}

/// Its slot is free for the sender when the credit is back.
NodeNetwork::Index QueueNetwork::leave(Cycle now, NodeId at, PortId port, VcId vc) {
  const Link& in_link = link(at, port);
  if (in_link.source != kNoTerminal) return take_from_source(now, in_link.source, phits_per_packet_);
  Buffer& in = buffer(at, port, vc);
  const Index index = in.packets.front();
  in.packets.erase(in.packets.begin());
  in.idle_at = now + phits_per_packet_;
  if (!in.packets.empty()) wake_at(std::max(in.idle_at, packet(in.packets.front()).eligible), at);
  const Cycle free = now + in_link.credit_latency;
  *std::find(in.free_at.begin(), in.free_at.end(), kNever) = free;
  wake_at(free, in_link.feeder);
  return index;
}

void QueueNetwork::receive(Cycle now, NodeId at, Node& node) {
  BitSet<std::uint64_t> sources = 0;
  for (PortId p = 0; p < ports_; ++p) {
    for (VcId q = 0; q < queues_; ++q) {
      const Index first = front(now, at, p, q);
      if (first != kNone && packet(first).exit == at) sources.set(p * queues_ + q);
    }
  }
  while (sources != 0 && node.ejection.size() < static_cast<std::size_t>(config_.ejection_buffer)) {
    const int source = node.ejection_turn.grant(sources);
    sources.clear(source);
    const Index index = leave(now, at, source / queues_, source % queues_);
    node.ejection.push_back(index);
    node.changed = true;
    packet(index).eligible = now + phits_per_packet_;
    wake_at(now + phits_per_packet_, at);
  }
}

}  // namespace switchyard
