#include "tlm/approximate/chaos_network.h"

#include <algorithm>
#include <utility>

#include "hw/base/bits.h"

namespace switchyard {

ChaosNetwork::ChaosNetwork(const Design& design, ArrivalHandler arrived, DepartureHandler departed)
    : NodeNetwork(design, design.chaos->injection_flits(), std::move(arrived), std::move(departed)),
      config_(*design.chaos),
      ports_(design.topology->port_count() - 1),
      links_(design.topology->node_count()),
      channels_(design.topology->node_count() * static_cast<std::size_t>(ports_)) {
  for (NodeId node = 0; node < design.topology->node_count(); ++node)
    nodes_.emplace_back(Lfsr::of_node(design.seed, node));
  for (const switchyard::Channel& link : design.topology->channels()) {
    Channel& from = channel(link.from.node, link.from.port);
    from.far_node = link.to.node;
    from.far_port = link.to.port;
    from.latency = static_cast<Cycle>(link.latency);
    links_[link.from.node] |= bit<PortMask>(link.from.port);
  }
}

void ChaosNetwork::step(Cycle now, NodeId at) {
  Node& node = nodes_[at];
  for_each_bit(links_[at], [&](PortId p) { drive(now, at, p); });
  for (int visits = config_.visits_per_cycle; visits > 0; --visits) {
    const PortMask channels = visitable(now, at, node);
    if (channels == 0) break;
    visit(now, at, node, node.turn.grant(channels));
  }
  wake_for(now, at, node);
}

bool ChaosNetwork::waits(Cycle now, const Channel& its) {
  return its.in != kNone && packet(its.in).ripe <= now;
}

/// Channels that bring some packet of the queue nearer; not those that were read in this cycle.
PortMask ChaosNetwork::wanted(Cycle now, const Node& node) const {
  PortMask ports = 0;
  for (const Queued& queued : node.queue) {
    if (const_cast<ChaosNetwork*>(this)->packet(queued.packet).ripe > now) break;
    ports |= queued.ways;
  }
  return ports;
}

int ChaosNetwork::ripe(Cycle now, const Node& node) const {
  return static_cast<int>(std::count_if(node.queue.begin(), node.queue.end(), [&](const Queued& queued) {
    return const_cast<ChaosNetwork*>(this)->packet(queued.packet).ripe <= now;
  }));
}

bool ChaosNetwork::can_deliver(Cycle now, Node& node) {
  std::erase_if(node.delivery, [&](Index index) { return packet(index).ripe <= now; });
  return static_cast<int>(node.delivery.size()) < config_.delivery_buffer;
}

bool ChaosNetwork::can_inject(Cycle now, NodeId at, Node& node) {
  const Index next = next_of_source(at);
  if (next == kNone || packet(next).ripe > now || node.visited == now) return false;
  return packet(next).destination == at ? can_deliver(now, node) : !full(node);
}

/// As ChaosRouter::visitable().
PortMask ChaosNetwork::visitable(Cycle now, NodeId at, Node& node) {
  const PortMask wants = wanted(now, node);
  const bool delivers = can_deliver(now, node);
  const bool stuck = full(node) && ripe(now, node) < ChaosConfig::kLeastQueue;
  PortMask channels = 0;
  PortMask inputs = 0;
  for_each_bit(links_[at], [&](PortId p) {
    const Channel& its = channel(at, p);
    const bool input = waits(now, its);
    if (input) inputs |= bit<PortMask>(p);
    if (its.out != kNone || its.out_free > now) return;
    if (input) {
      const bool arrived = packet(its.in).destination == at;
      if (arrived ? !delivers : stuck && (wants >> p & 1) == 0) return;
    }
    channels |= bit<PortMask>(p);
  });
  if (config_.empty_visits == ChaosConfig::EmptyVisits::Counted)
    return inputs != 0 || !node.queue.empty() || next_of_source(at) != kNone ? channels : 0;
  return can_inject(now, at, node) ? channels : channels & (inputs | wants);
}

/// Match or Deroute, Send, Read; then an injection.
void ChaosNetwork::visit(Cycle now, NodeId at, Node& node, PortId port) {
  Channel& its = channel(at, port);
  if ((wanted(now, node) >> port & 1) != 0) {
    std::size_t match = 0;
    while ((node.queue[match].ways >> port & 1) == 0) ++match;
    send_out(now, node, its, match);
  } else if (full(node) && waits(now, its) && packet(its.in).destination != at) {
    send_out(now, node, its, pick_victim(now, node));
  }
  if (waits(now, its)) read(now, at, node, its);
  if (can_inject(now, at, node)) inject(now, at, node);
  drive(now, at, port);
}

std::size_t ChaosNetwork::pick_victim(Cycle now, Node& node) {
  const auto ripe_ones = static_cast<std::size_t>(ripe(now, node));
  switch (config_.variant) {
    case ChaosConfig::Variant::Chaos: return node.random.below(static_cast<std::uint32_t>(ripe_ones));
    case ChaosConfig::Variant::Natural: return ripe_ones - 1;
    case ChaosConfig::Variant::Priority: break;
  }
  const auto age = [&](const Queued& queued) { return packet(queued.packet).id; };
  const auto end = node.queue.begin() + static_cast<std::ptrdiff_t>(ripe_ones);
  return static_cast<std::size_t>(
      std::max_element(node.queue.begin(), end,
                       [&](const Queued& a, const Queued& b) { return age(a) < age(b); }) -
      node.queue.begin());
}

void ChaosNetwork::send_out(Cycle now, Node& node, Channel& its, std::size_t queued) {
  its.out = node.queue[queued].packet;
  packet(its.out).ripe = now;
  node.queue.erase(node.queue.begin() + static_cast<std::ptrdiff_t>(queued));
}

/// The header leaves the input frame, and its flits follow as they come; the credit of the last opens the
/// frame.
void ChaosNetwork::read(Cycle now, NodeId at, Node& node, Channel& its) {
  const Index index = std::exchange(its.in, kNone);
  const Packet& header = packet(index);
  const Cycle empty = std::max(now + header.flits - 1, header.tail);
  Channel& driver = channel(its.far_node, its.far_port);
  driver.far_free = empty + its.latency;
  wake_at(driver.far_free, its.far_node);
  take_in(now, at, node, index);
}

void ChaosNetwork::inject(Cycle now, NodeId at, Node& node) {
  node.visited = now;
  take_in(now, at, node, take_from_source(now, at));
}

/// Into the queue, or into the delivery buffer, which gives a flit to the terminal per cycle.
void ChaosNetwork::take_in(Cycle now, NodeId at, Node& node, Index index) {
  Packet& header = packet(index);
  if (header.destination != at) {
    header.ripe = now + 1;
    const std::uint64_t ways = design_.routing->queue_ways(at, header.destination, 0, ports_ + 1).ways;
    node.queue.push_back({index, static_cast<PortMask>(ways)});
    return;
  }
  const Cycle start = std::max(now + 1, node.delivered + 1);
  node.delivered = std::max(start + header.flits - 1, header.tail + 1);
  header.ripe = node.delivered;
  node.delivery.push_back(index);
  arrive(index, node.delivered + 1);
}

/// The output frame to the link, if the far input frame is empty.
void ChaosNetwork::drive(Cycle now, NodeId at, PortId port) {
  Channel& its = channel(at, port);
  if (its.out == kNone || its.far_free > now) return;
  const Index index = std::exchange(its.out, kNone);
  Packet& header = packet(index);
  ++header.hops;
  its.out_free = now + its.latency;
  its.far_free = kNever;
  header.ripe = now + its.latency;
  header.tail = std::max(now + header.flits - 1, header.tail + 1) + its.latency;
  channel(its.far_node, its.far_port).in = index;
  wake_at(header.ripe, its.far_node);
}

/// When a visit may find something to do, as far as this node knows.
void ChaosNetwork::wake_for(Cycle now, NodeId at, Node& node) {
  if (visitable(now + 1, at, node) != 0) return wake_at(now + 1, at);
  const Index next = next_of_source(at);
  const bool works = !node.queue.empty() || (next != kNone && packet(next).ripe <= now + 1);
  bool reads = false;
  for_each_bit(links_[at], [&](PortId p) {
    const Channel& its = channel(at, p);
    reads = reads || its.in != kNone;
    if (its.out != kNone && its.far_free != kNever && its.far_free > now) wake_at(its.far_free, at);
    if (its.out_free > now + 1 && (works || its.in != kNone)) wake_at(its.out_free, at);
    if (its.in != kNone && packet(its.in).ripe > now + 1) wake_at(packet(its.in).ripe, at);
  });
  if (next != kNone && packet(next).ripe > now + 1) wake_at(packet(next).ripe, at);
  if ((reads || works) && !node.delivery.empty())
    wake_at(std::max(now + 1, packet(node.delivery.front()).ripe), at);
}

}  // namespace switchyard
