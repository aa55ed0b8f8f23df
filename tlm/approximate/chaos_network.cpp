#include "tlm/approximate/chaos_network.h"

#include <algorithm>
#include <utility>

#include "hw/base/bits.h"
#include "hw/router/chaos/chaos_config.h"

namespace switchyard {

ChaosNetwork::ChaosNetwork(const Design& design, ArrivalHandler arrived, DepartureHandler departed)
    : NodeNetwork(design, design.router.as<ChaosConfig>()->injection_flits(), std::move(arrived),
                  std::move(departed)),
      config_(*design.router.as<ChaosConfig>()),
      ports_(design.topology->port_count() - 1),
      channels_(design.topology->node_count() * static_cast<std::size_t>(ports_)) {
  for (NodeId node = 0; node < design.topology->node_count(); ++node) {
    nodes_.emplace_back(Lfsr::of_node(design.seed, node));
    nodes_.back().turn.reset(design.starts_at(node).of(ArbiterStarts::kRouter, ports_));
  }
  for (const switchyard::Channel& link : design.topology->channels()) {
    Channel& from = channel(link.from.node, link.from.port);
    from.far_node = link.to.node;
    from.far_port = static_cast<std::int16_t>(link.to.port);
    from.latency = static_cast<std::uint16_t>(link.latency);
    nodes_[link.from.node].links.set(link.from.port);
  }
}

void ChaosNetwork::step(Cycle now, NodeId at) {
  Node& node = nodes_[at];
  end_ejections(now, node);
  for_each_bit(node.outputs, [&](PortId p) { drive(now, at, node, p); });
  for (int visits = config_.visits_per_cycle; visits > 0; --visits) {
    const PortMask channels = visitable(now, at, node);
    if (channels == 0) break;
    visit(now, at, node, node.turn.grant(channels));
  }
  wake_for(now, at, node);
}

/// Channels that bring some packet of the queue nearer; not those that were read in this cycle.
PortMask ChaosNetwork::wanted(Cycle now, const Node& node) {
  PortMask ports = 0;
  for (const Queued& queued : node.queue) {
    if (queued.eligible > now) break;
    ports |= queued.candidates;
  }
  return ports;
}

std::size_t ChaosNetwork::eligible(Cycle now, const Node& node) {
  return std::count_if(node.queue.begin(), node.queue.end(),
                       [now](const Queued& queued) { return queued.eligible <= now; });
}

/// Precondition: end_ejections() of the cycle that is meant.
bool ChaosNetwork::can_eject(const Node& node) const {
  return static_cast<int>(node.ejection.size()) < config_.ejection_buffer;
}

void ChaosNetwork::end_ejections(Cycle now, Node& node) {
  std::erase_if(node.ejection, [now](Cycle leaves) { return leaves <= now; });
}

bool ChaosNetwork::can_inject(Cycle now, NodeId at, const Node& node) {
  const Index next = next_of_source(at);
  if (next == kNone || packet(next).eligible > now || node.visited == now) return false;
  return packet(next).destination == at ? can_eject(node) : !full(node);
}

/// As ChaosRouter::visitable().
PortMask ChaosNetwork::visitable(Cycle now, NodeId at, const Node& node) {
  const PortMask wants = wanted(now, node);
  PortMask inputs = 0;
  for_each_bit(node.inputs, [&](PortId p) {
    if (channel(at, p).in_eligible <= now) inputs.set(p);
  });
  PortMask useful = inputs | wants;
  if (config_.empty_visits == ChaosConfig::EmptyVisits::Counted) {
    if (inputs != 0 || !node.queue.empty() || injection_buffer_has_flits(now, at)) useful = node.links;
  } else if (can_inject(now, at, node)) {
    useful = node.links;
  }
  const bool stuck = full(node) && eligible(now, node) < ChaosConfig::kLeastQueue;
  PortMask channels = 0;
  for_each_bit(useful & ~node.outputs, [&](PortId p) {
    const Channel& its = channel(at, p);
    if (its.out_free > now) return;
    if (inputs.test(p)) {
      if (its.in_here ? !can_eject(node) : stuck && !wants.test(p)) return;
    }
    channels.set(p);
  });
  return channels;
}

/// Match or Deroute, Send, Read; then an injection.
void ChaosNetwork::visit(Cycle now, NodeId at, Node& node, PortId port) {
  Channel& its = channel(at, port);
  if (wanted(now, node).test(port)) {
    std::size_t match = 0;
    while (!node.queue[match].candidates.test(port)) ++match;
    send_out(node, port, its, match);
  } else if (full(node) && waits(now, its) && !its.in_here) {
    send_out(node, port, its, pick_victim(now, node));
  }
  if (waits(now, its)) read(now, at, node, port, its);
  if (can_inject(now, at, node)) inject(now, at, node);
  if (its.out != kNone) drive(now, at, node, port);
}

std::size_t ChaosNetwork::pick_victim(Cycle now, Node& node) {
  const std::size_t eligible_ones = eligible(now, node);
  switch (config_.variant) {
    case ChaosConfig::Variant::Chaos: return node.random.below(static_cast<std::uint32_t>(eligible_ones));
    case ChaosConfig::Variant::Natural: return eligible_ones - 1;
    case ChaosConfig::Variant::Priority: break;
  }
  const auto age = [&](const Queued& queued) {
    return std::pair(packet(queued.packet).created, packet(queued.packet).id);
  };
  const auto end = node.queue.begin() + eligible_ones;
  return std::max_element(node.queue.begin(), end,
                          [&](const Queued& a, const Queued& b) { return age(a) < age(b); }) -
         node.queue.begin();
}

void ChaosNetwork::send_out(Node& node, PortId port, Channel& its, std::size_t queued) {
  its.out = node.queue[queued].packet;
  node.outputs.set(port);
  node.queue.erase(node.queue.begin() + queued);
}

/// The head flit leaves the input frame, and its flits follow as they come; the credit of the last opens the
/// frame.
void ChaosNetwork::read(Cycle now, NodeId at, Node& node, PortId port, Channel& its) {
  const Index index = std::exchange(its.in, kNone);
  node.inputs.clear(port);
  const Packet& head = packet(index);
  const Cycle empty = std::max(now + head.flits - 1, head.tail);
  Channel& driver = channel(its.far_node, its.far_port);
  driver.far_free = empty + its.latency;
  if (driver.out != kNone) wake_at(driver.far_free, its.far_node);
  take_in(now, at, node, index);
}

void ChaosNetwork::inject(Cycle now, NodeId at, Node& node) {
  node.visited = now;
  take_in(now, at, node, take_from_source(now, at, packet(next_of_source(at)).flits));
}

/// Into the queue, or into the ejection buffer, which gives a flit to the terminal per cycle: in every other
/// one, if that has room for no more than a flit.
void ChaosNetwork::take_in(Cycle now, NodeId at, Node& node, Index index) {
  Packet& head = packet(index);
  if (head.destination != at) {
    const std::uint64_t candidates =
        design_.routing->queue_candidates(at, head.destination, 0, ports_ + 1).preferred;
    node.queue.push_back({index, static_cast<std::uint32_t>(candidates), now + 1});
    return;
  }
  const Cycle turnaround = config_.injection_flits() == 1 ? 2 : 1;
  const Cycle start = std::max(now + 1, node.ejected == 0 ? 0 : node.ejected + turnaround);
  node.ejected = std::max(start + head.flits - 1, head.tail + 1);
  node.ejection.push_back(node.ejected);
  arrive(index, node.ejected + 1);
}

/// The output frame, which has a head flit, to the link, if the far input frame is empty.
void ChaosNetwork::drive(Cycle now, NodeId at, Node& node, PortId port) {
  Channel& its = channel(at, port);
  if (its.far_free > now) return;
  const Index index = std::exchange(its.out, kNone);
  node.outputs.clear(port);
  Packet& head = packet(index);
  ++head.hops;
  its.out_free = now + its.latency;
  its.far_free = kNever;
  head.tail = std::max(now + head.flits - 1, head.tail + 1) + its.latency;
  Channel& far = channel(its.far_node, its.far_port);
  far.in = index;
  far.in_here = head.destination == its.far_node;
  far.in_eligible = its.out_free;
  nodes_[its.far_node].inputs.set(its.far_port);
  wake_at(far.in_eligible, its.far_node);
}

/// When a visit may find something to do, as far as this node knows.
void ChaosNetwork::wake_for(Cycle now, NodeId at, Node& node) {
  end_ejections(now + 1, node);
  if (visitable(now + 1, at, node) != 0) return wake_at(now + 1, at);
  const Index next = next_of_source(at);
  const bool counts = config_.empty_visits == ChaosConfig::EmptyVisits::Counted &&
                      (node.inputs != 0 || injection_buffer_has_flits(now + 1, at));
  const bool works = counts || !node.queue.empty() || (next != kNone && packet(next).eligible <= now + 1);
  for_each_bit(node.outputs, [&](PortId p) {
    const Cycle far_free = channel(at, p).far_free;
    if (far_free != kNever && far_free > now) wake_at(far_free, at);
  });
  for_each_bit(works ? node.links : node.inputs, [&](PortId p) {
    const Channel& its = channel(at, p);
    if (its.out_free > now + 1) wake_at(its.out_free, at);
    if (its.in != kNone && its.in_eligible > now + 1) wake_at(its.in_eligible, at);
  });
  if (next != kNone && packet(next).eligible > now + 1) wake_at(packet(next).eligible, at);
  if ((node.inputs != 0 || works) && !node.ejection.empty())
    wake_at(std::max(now + 1, node.ejection.front()), at);
}

}  // namespace switchyard
