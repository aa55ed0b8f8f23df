#include "tlm/approximate/vc_network.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "hw/base/bits.h"
#include "hw/router/vc/duato_config.h"
#include "hw/router/vc/switch_starts.h"
#include "hw/router/vc/vc_policies.h"

namespace switchyard {

VcNetwork::VcNetwork(const Design& design, ArrivalHandler arrived, DepartureHandler departed)
    : config_(*design.router.as<DuatoConfig>()),
      routes_(*design.routing, design.topology->node_count()),
      passes_destinations_(!design.routing->stops_at_destination()),
      eject_(design.topology->port_count()),
      arrived_(std::move(arrived)),
      departed_(std::move(departed)),
      vcs_(config_.virtual_channels),
      ports_per_node_(design.topology->port_count()),
      vcs_per_node_(ports_per_node_ * vcs_),
      exits_(design.topology->exits()),
      depth_(config_.input_depth.largest()),
      capacity_(depth_ + config_.output_depth),
      vc_states_((design.topology->node_count() * ports_per_node_ + design.topology->terminal_count()) *
                 vcs_),
      held_(vc_states_.size()),
      ports_(vc_states_.size() / vcs_),
      sources_(design.topology->terminal_count()),
      links_(ports_.size(), config_.virtual_channels * (design.half_duplex() ? 2 : 1)),
      inputs_(crosses_by_port() ? ports_.size() : 0, config_.virtual_channels) {
  const Topology& topology = *design.topology;
  for (PortId p = 0; p < topology.port_count(); ++p)
    eject_[p].add(
        {static_cast<std::uint8_t>(p), Preference::Adaptive, low_bits<VcMask>(config_.virtual_channels)});
  for (NodeId node = 0; node < topology.node_count(); ++node) {
    nodes_.emplace_back(RandomStream(design.seed, node, Purpose::Selection));
    const SwitchStarts starts =
        SwitchStarts::draw(design.starts_at(node), topology.port_count(), config_.virtual_channels);
    nodes_.back().order.reset(topology.port_count(), starts.selection);
  }
  for (Index port = 0; port < ports_.size(); ++port) {
    ports_[port].node = port / ports_per_node_;
    ports_[port].link = port;
  }
  lay_links(design);
  for (TerminalId terminal = 0; terminal < topology.terminal_count(); ++terminal) {
    const Attachment attachment = topology.attachment(terminal);
    if (!attachment.sends()) continue;
    Port& source = ports_[source_port(terminal)];
    source.node = source.far_node = attachment.entry.node;
    source.far_port = static_cast<std::int16_t>(attachment.entry.port);
  }
  for (Index vc = 0; vc < vc_states_.size(); ++vc) {
    vc_states_[vc].port = vc / vcs_;
    vc_states_[vc].far_node = port_of(vc).far_node;
    vc_states_[vc].far_port = port_of(vc).far_port;
  }
}

void VcNetwork::lay_links(const Design& design) {
  const auto index_of = [this](PortRef port) { return port.node * ports_per_node_ + port.port; };
  std::vector<std::pair<int, int>> kinds{{0, 0}};  // Latency and turn; none: it ejects.
  for (const Channel& channel : design.topology->channels()) {
    Port& port = ports_[index_of(channel.from)];
    port.far_node = channel.to.node;
    port.far_port = static_cast<std::int16_t>(channel.to.port);
    port.latency = static_cast<std::uint16_t>(channel.delay());
    port.turn = static_cast<std::uint16_t>(channel.cycles_per_flit);
    const std::pair kind(channel.delay(), channel.cycles_per_flit);
    const auto known = std::find(kinds.begin(), kinds.end(), kind);
    port.kind = static_cast<std::uint16_t>(known - kinds.begin());
    if (known == kinds.end()) kinds.push_back(kind);
    if (!design.half_duplex()) continue;
    port.link = std::min(port.link, index_of(channel.to));
    port.ask = static_cast<std::uint16_t>(channel.latency - 1 + design.router.timing.late_request);
  }
  spans_.resize(kinds.size());
  for (Port& port : ports_) {
    const Loop loop = loop_of(port);
    port.streams = Cycle{port.turn} * depth_ >= port.latency + loop.routing + loop.back;
  }
}

void VcNetwork::send(PacketId id, TerminalId source, TerminalId destination, int flits, Cycle at) {
  const Index index = packets_.add({.id = id,
                                    .source = source,
                                    .destination = destination,
                                    .exit = exits_.of(destination),
                                    .flits = static_cast<std::uint16_t>(flits),
                                    .created = at});
  Source& queue = sources_[source];
  (queue.first == kNone ? queue.first : packets_[queue.last].next) = index;
  queue.last = index;
  fill_vcs(source);
}

/// Packets take the VCs of which it is known when they will be idle.
void VcNetwork::fill_vcs(TerminalId source) {
  Source& queue = sources_[source];
  while (queue.first != kNone) {
    const Index vc = idle_vc(source);
    if (vc == kNone) return;
    const Index index = queue.first;
    queue.first = packets_[index].next;
    enter(index, vc);
  }
}

/// The first that will be idle, as far as known; kNone if what they wait for is not known of any.
VcNetwork::Index VcNetwork::idle_vc(TerminalId source) const {
  const Index first = source_port(source) * vcs_;
  const Cycle created = packets_[sources_[source].first].created;
  Index idle = kNone;
  for (Index vc = first; vc < first + config_.injection_vcs; ++vc) {
    if (vc_states_[vc].unallocated > depth_) continue;
    if (idle == kNone || std::max(vc_states_[vc].sent, created) < std::max(vc_states_[idle].sent, created))
      idle = vc;
  }
  return idle;
}

/// The flits of a packet follow each other into a VC, those of several VCs in turn.
void VcNetwork::enter(Index index, Index to) {
  Packet& packet = packets_[index];
  VcState& vc = vc_states_[to];
  packet.vc = to;
  packet.injected = std::max(packet.created, vc.sent + (vc.sent != 0));
  vc.unallocated = static_cast<std::uint16_t>(vc.unallocated + packet.flits);
  vc.sent = packet.injected + packet.flits - 1;
  if (config_.injection_vcs > 1) {
    int others = 0;
    vc.sent = links_
                  .join(port_of(to).link, /*turn=*/1, {packet.injected, 0, index, kNone, to, packet.flits},
                        others, [&](const SharedLinks::Flow& late) { put_off(late, packet.injected); })
                  .finish;
  }
  packet.tail = vc.sent + 1;
  if (departed_ && packet.flits <= depth_) departed_({packet.id, packet.flits, vc.sent});
  arrive(index, vc, packet.injected + config_.t_routing);
}

void VcNetwork::run(Cycle end) {
  calendar_.run(end, [this](Cycle now, Index event) { handle(now, event); });
}

/// Of a packet: its head flit may get its VC, or its tail arrives; of a node: packets wait there.
void VcNetwork::handle(Cycle now, Index event) {
  if ((event & kNodeEvent) != 0) return wake(now, event & ~kNodeEvent);
  const VcState& vc = vc_states_[packets_[event].vc];
  if (vc.far_node == kNoNode) return eject(now, event);
  if (vc.front_free == kNever) return;  // Until the packet before it leaves.
  if (vc.front_free > now)
    return calendar_.schedule(vc.front_free, event);  // The packet before it was put off.
  try_head_flit(now, event);
}

void VcNetwork::try_head_flit(Cycle now, Index index) {
  const VcState& in = vc_states_[packets_[index].vc];
  Node& node = nodes_[in.far_node];
  const Found found = select(now, packets_[index], in);
  if (found.vc == kNone) return wait(index, in.far_node, found.opens);
  if (!may_allocate(now, node)) return wait(index, in.far_node, now + 1);
  node.allocations = node.allocation_cycle == now ? node.allocations + 1 : 1;
  node.allocation_cycle = now;
  allocate(now, index, found.vc);
}

bool VcNetwork::may_allocate(Cycle now, Node& node) const {
  return node.allocation_cycle != now || node.allocations < config_.vc_allocations_per_cycle;
}

void VcNetwork::wait(Index index, NodeId at, Cycle until) {
  Node& node = nodes_[at];
  (node.first == kNone ? node.first : packets_[node.last].waits) = index;
  node.last = index;
  packets_[index].waits = kNone;
  wake_at(until, at);
}

void VcNetwork::wake_at(Cycle at, NodeId node) {
  if (at >= nodes_[node].wake) return;
  nodes_[node].wake = at;
  calendar_.schedule(at, node | kNodeEvent);
}

void VcNetwork::wake(Cycle now, NodeId at) {
  Node& node = nodes_[at];
  if (node.wake != now) return;  // It was woken before.
  node.wake = kNever;
  for (Index index = std::exchange(node.first, kNone); index != kNone;) {
    const Index next = packets_[index].waits;
    try_head_flit(now, index);
    index = next;
  }
}

/// Free slots, of a VC and its far end together, that a new packet must find.
int VcNetwork::space_needed(int length) const {
  if (config_.vc_reallocation == DuatoConfig::VcReallocation::Immediate)
    return std::min(depth_ + 1, capacity_);
  return switchyard::space_needed(config_, length);
}

/// As the router selects: see DuatoRouterOf::select_output.
VcNetwork::Found VcNetwork::select(Cycle now, const Packet& packet, const VcState& in) {
  const NodeId here = in.far_node;
  const bool at_destination = packet.exit.node == here;
  const RouteTable::Answer* routes = nullptr;
  if (!at_destination || passes_destinations_)
    routes = &routes_.route({here, packet.exit.node, in.far_port, vc_of(packet.vc)});
  if (at_destination && (routes == nullptr || routes->count == 0)) routes = &eject_[packet.exit.port];
  const std::span<const RouteChoice> choices(routes->begin(), routes->end());
  const auto first_detour = std::ranges::find(choices, Preference::Detour, &RouteChoice::preference);
  const auto direct = choices.first(first_detour - choices.begin());
  Found found = select_among(now, packet, in, direct);
  if (direct.size() == choices.size()) return found;
  const Found detour = select_among(now, packet, in, choices.subspan(direct.size()));
  found.opens = std::min(found.opens, detour.opens);
  if (detour.vc == kNone) return found;
  Cycle queue = std::numeric_limits<int>::max();
  for (const RouteChoice& choice : direct) queue = std::min(queue, queue_of(now, here, choice));
  const auto port = static_cast<PortId>((detour.vc - here * vcs_per_node_) / vcs_);
  const auto taken = std::ranges::find(first_detour, choices.end(), port, &RouteChoice::port);
  return is_worth_a_detour(static_cast<int>(queue), static_cast<int>(queue_of(now, here, *taken))) ? detour
                                                                                                   : found;
}

/// Flits in the VCs of a choice, those at their far ends included.
Cycle VcNetwork::queue_of(Cycle now, NodeId here, const RouteChoice& choice) const {
  Cycle flits = 0;
  for (const VcId vc : choice.vcs) {
    const Room& room = vc_states_[here * vcs_per_node_ + choice.port * vcs_ + vc].room;
    flits += room.reserved + room.left(now);
  }
  return flits;
}

VcNetwork::Found VcNetwork::select_among(Cycle now, const Packet& packet, const VcState& in,
                                         std::span<const RouteChoice> choices) {
  const NodeId here = in.far_node;
  const bool enters = packet.exit.node != here && packet.hops == 0 && config_.throttle_vcs != kNoLimit;
  const int spare = capacity_ - space_needed(packet.flits);
  Found found;
  int best_merit = 0;
  std::uint32_t ports = 0;
  for (const RouteChoice& choice : choices) {
    if (choice.preference == Preference::Escape && (found.vc != kNone || enters)) break;
    const Index first = here * vcs_per_node_ + choice.port * vcs_;
    Index vc = kNone;  // The roomiest of this port.
    int room = -1;
    for (const VcId its_vc : enters ? throttled(choice.vcs, config_.throttle_vcs) : choice.vcs) {
      const Index candidate = first + its_vc;
      const Room& its = vc_states_[candidate].room;
      const int limit = spare - its.reserved;
      if (limit < 0) continue;
      if (its.held_until == kNever) continue;
      if (its.held_until > now || its.drained > now) {
        const Cycle opens = std::max(its.held_until, its.left_only(limit));
        if (opens > now) {
          found.opens = std::min(found.opens, opens);
          continue;
        }
      }
      const int its_room = capacity_ - its.reserved - static_cast<int>(its.left(now));
      if (its_room <= room) continue;
      room = its_room;
      vc = candidate;
      if (room == capacity_) break;
    }
    if (vc == kNone) continue;
    ++ports;
    const int merit = merit_of(choice.port, room, nodes_[here].order);
    if (!is_chosen(config_.selection, merit, best_merit, ports, nodes_[here].random)) continue;
    found.vc = vc;
    best_merit = merit;
    if (config_.selection == DuatoConfig::Selection::First) break;
  }
  return found;
}

/// How long the slot of a packet's first flit is taken, beside the link's latency.
VcNetwork::Loop VcNetwork::loop_of(const Port& port) const {
  const bool ejects = port.far_node == kNoNode;
  const Cycle direct = (config_.output_depth == 0 ? config_.t_crossbar : 0) + port.ask;
  return {ejects ? 0 : static_cast<Cycle>(config_.t_routing), port.latency + direct};
}

/// The span where a VC that is shallower than the credit loop stops the packet again and again.
Cycle VcNetwork::span_of_stops(const Port& port, Cycle flits) {
  const Loop loop = loop_of(port);
  const Cycle depth = depth_;
  const Cycle latency = port.latency;
  std::vector<Cycle>& sent = spans_[port.kind];  // [flit]: when it is, on the way that its head flit opens.
  if (sent.size() < flits) {
    std::vector<Cycle> left;  // [flit]: when it leaves the far VC.
    sent.clear();
    for (Cycle i = 0; i < 2 * flits; ++i) {
      Cycle at = i == 0 ? 0 : sent[i - 1] + port.turn;
      if (i >= depth) at = std::max(at, left[i - depth] + loop.back);
      sent.push_back(at);
      left.push_back(i == 0 ? latency + loop.routing : std::max(left[i - 1] + 1, at + latency));
    }
  }
  return sent[flits - 1];
}

/// When a flow's tail enters the output VC, as far as the link decides that: 0 if there is room for all.
Cycle VcNetwork::room_for_tail(const SharedLinks::Flow& flow, Cycle turn) const {
  const Cycle depth = config_.output_depth * turn;
  if (flow.size <= depth) return 0;
  const Cycle cycles = flow.finish + 1 - flow.start;
  const Cycle behind = cycles == flow.size ? depth
                                           : static_cast<std::uint32_t>(depth) *
                                                 static_cast<std::uint32_t>(cycles) / flow.size;
  return flow.finish + 1 - turn - config_.t_crossbar - behind;
}

/// The packet's way through a crossbar port that its VC shares with others. Returns when its head flit, as
/// far as that goes, crosses.
Cycle VcNetwork::cross(Cycle now, Index index, Index input) {
  const Packet& packet = packets_[index];
  int others = 0;
  const SharedLinks::Flow& flow =
      inputs_.join(input_of(vc_states_[input]), /*turn=*/1, {now + 1, 0, index, kNone, input, packet.flits},
                   others, [this, now](const SharedLinks::Flow& late) { put_off_output(late, now); });
  if (packet.flits == 1) return flow.finish;
  return now + 1 + (others > 1 ? others - 1 : 0) / 2;
}

/// What follows from flits that cross later.
void VcNetwork::put_off_output(const SharedLinks::Flow& input, Cycle now) {
  const Index output = vc_states_[input.to].onward;
  if (output == kNone) return;
  const Port& port = port_of(output);
  const Cycle finish = input.finish + config_.t_crossbar + port.turn - 1;
  for (SharedLinks::Flow& flow : links_.flows(port.link)) {
    if (flow.packet != input.packet || flow.to != output || flow.finish >= finish) continue;
    flow.finish = finish;
    return put_off(flow, now);
  }
}

/// What follows from a flow that finishes later.
void VcNetwork::put_off(const SharedLinks::Flow& flow, Cycle now) {
  VcState& vc = vc_states_[flow.to];
  Room& room = vc_states_[flow.to].room;
  const Port& port = port_of(flow.to);
  const Cycle crossbar = config_.t_crossbar;
  vc.sent = std::max(vc.sent, flow.finish);
  if (crosses_by_port() && flow.from != kNone) {
    for (SharedLinks::Flow& input : inputs_.flows(input_of(vc_states_[flow.from]))) {
      if (input.packet == flow.packet && input.to == flow.from)
        input.finish = std::max(input.finish, flow.finish + 1 - port.turn - crossbar);
    }
  }
  const Cycle left = room_for_tail(flow, port.turn);
  if (flow.from != kNone && left > now && left > room.held_until) {
    room.held_until = left;
    VcState& before = vc_states_[flow.from];
    Room& room_before = vc_states_[flow.from].room;
    const Cycle drained = left + port_of(flow.from).latency;
    before.front_free = std::max(before.front_free, left + config_.t_routing - 1);
    if (drained > room_before.drained) {
      room_before.draining += static_cast<std::uint32_t>(drained - room_before.drained);
      room_before.drained = drained;
    }
  }
  const Cycle far_tail = flow.finish + port.rest_of_latency();
  Packet& packet = packets_[flow.packet];
  if (packet.vc == flow.to) {
    packet.tail = std::max(packet.tail, far_tail);
    return;
  }
  if (vc.onward == kNone) return;
  const Port& onward = port_of(vc.onward);
  const Cycle finish = far_tail + crossbar + onward.turn - 1;
  for (SharedLinks::Flow& next : links_.flows(onward.link)) {
    if (next.packet != flow.packet || next.to != vc.onward) continue;
    if (next.finish >= finish) return;
    next.finish = finish;
    return put_off(next, now);
  }
}

/// A head flit joins those at the far end of the VC.
void VcNetwork::arrive(Index index, VcState& vc, Cycle at) {
  Packet& packet = packets_[index];
  packet.next = kNone;
  packet.ready = at;
  if (vc.first == kNone) {
    vc.first = index;
    if (vc.front_free != kNever) calendar_.schedule(std::max(at, vc.front_free), index);
  } else {
    packets_[vc.last].next = index;
  }
  vc.last = index;
}

void VcNetwork::allocate(Cycle now, Index index, Index output) {
  Packet& packet = packets_[index];
  const Index input = packet.vc;
  VcState& in = vc_states_[input];
  VcState& out = vc_states_[output];
  const Port& out_port = port_of(output);
  nodes_[in.far_node].order.take(out.port - in.far_node * ports_per_node_);
  const auto flits = Cycle{packet.flits};
  const Cycle crossbar = config_.t_crossbar;
  const Port& in_port = port_of(input);
  const bool from_source = in_port.far_node == in_port.node;
  const Cycle depth = depth_;
  if (from_source && flits > depth)  // They follow the head flit.
    packet.tail = std::max(packet.tail, now + 3 + (flits - depth - 1) * (depth == 1 ? 2 : 1));
  ++packet.hops;

  const Cycle turn = out_port.turn;
  const Cycle after = turn - 1;  // So long the tail takes the link yet.
  const Cycle size = flits * turn;
  Cycle slot = (crosses_by_port() ? cross(now, index, input) : now + 1) + crossbar + out_port.ask;
  int others = 0;
  SharedLinks::Flow& flow =
      links_.join(out_port.link, turn, {slot, 0, index, input, output, static_cast<std::uint32_t>(size)},
                  others, [this, slot](const SharedLinks::Flow& late) { put_off(late, slot); });
  if (others > 0) slot += (others + (now & 1)) / 2 * turn;  // On average its turn comes then.
  if (flits == 1) slot = flow.finish - after;
  slot = std::max(std::min(slot, flow.finish - (size - 1)), out.sent + 1);
  flow.finish = std::max({flow.finish, slot + span(out_port, flits) + after, packet.tail + crossbar + after});
  if (crosses_by_port()) {
    SharedLinks::Flow& own = inputs_.flows(input_of(in)).back();
    flow.finish = std::max(flow.finish, own.finish + crossbar + after);
    own.finish = flow.finish - after - crossbar;
  }
  const Cycle enters = std::max(now + flits, packet.tail);
  const Cycle left = std::max(enters, room_for_tail(flow, turn));
  const bool ejects = out_port.far_node == kNoNode;

  packet.tail = flow.finish + out_port.rest_of_latency();
  packet.vc = output;
  out.sent = flow.finish;
  out.onward = kNone;
  in.onward = output;
  in.first = packet.next;
  Room& room = vc_states_[output].room;
  Room& room_before = vc_states_[input].room;
  room_before.last = packet.flits;
  room_before.draining = static_cast<std::uint32_t>(left - now);
  if (!from_source)
    room_before.reserved = static_cast<std::uint16_t>(room_before.reserved - reserve_of(packet));
  if (ejects || packet.flits <= capacity_) {
    while (packet.held != kNone) release(now, packet);
    room.held_until = left;
    leave(now, packet, input, left);
  } else {
    held_[output] = {input, enters};
    room.held_until = kNever;
    room_before.drained = kNever;
    in.front_free = kNever;
    if (packet.held == kNone) packet.held = output;
    ++packet.held_vcs;
    while (packet.held_vcs * capacity_ >= packet.flits) release(now, packet);
  }
  if (ejects) {  // The terminal takes what comes.
    room.drained = flow.finish + 2;
    room.draining = static_cast<std::uint32_t>(flow.finish + 1 - slot);
    room.last = packet.flits;
    return calendar_.schedule(packet.tail, index);
  }
  room.reserved = static_cast<std::uint16_t>(room.reserved + reserve_of(packet));
  arrive(index, out, slot + out_port.latency + config_.t_routing - 1);
}

/// The last VC that a packet holds, which is longer than a VC: there is room for its tail further on.
void VcNetwork::release(Cycle now, Packet& packet) {
  const Index vc = packet.held;
  packet.held = --packet.held_vcs == 0 ? kNone : vc_states_[vc].onward;
  const int ahead = packet.held_vcs + (vc_states_[packet.vc].far_node == kNoNode ? 1 : 0);
  const Port& port = port_of(vc);
  const Cycle pace = span(port, packet.flits) + 1;  // For all of its flits.
  const Cycle behind = config_.t_crossbar + config_.output_depth * pace / packet.flits + port.turn - 1;
  const int absorbed =
      std::max(capacity_ - port.latency, config_.t_routing + config_.t_crossbar + port.latency);
  const Cycle held_up =
      std::max(now + std::max(1, packet.flits - ahead * absorbed) * port.turn, vc_states_[vc].sent - behind);
  const Cycle left = std::max(held_[vc].enters, held_up);
  vc_states_[vc].room.held_until = left;
  vc_states_[vc].sent = held_up + behind;
  leave(now, packet, held_[vc].before, left);
  wake_upstream(now, packet, vc);
}

/// The packet's tail leaves the far end of a VC in cycle `at`.
void VcNetwork::leave(Cycle now, Packet& packet, Index input, Cycle at) {
  VcState& in = vc_states_[input];
  const Port& port = port_of(input);
  in.front_free = at + config_.t_routing - 1;
  in.room.drained = at + port.latency;
  if (in.first != kNone)
    calendar_.schedule(std::max({now, packets_[in.first].ready, in.front_free}), in.first);
  if (port.far_node != port.node) return wake_upstream(now, packet, input);
  leave_source(packet, in, at);
  fill_vcs(packet.source);
}

/// Head flits that wait for this VC: it may open.
void VcNetwork::wake_upstream(Cycle now, const Packet& packet, Index vc) {
  const Port& port = port_of(vc);
  const Room& room = vc_states_[vc].room;
  const int limit = capacity_ - space_needed(packet.flits) - room.reserved;
  if (nodes_[port.node].first == kNone || limit < 0) return;
  const Cycle opens = std::max(room.held_until, room.left_only(limit));
  if (opens != kNever) wake_at(std::max(now + port.latency, opens), port.node);
}

/// The packet's flits have left the source, or follow the head flit.
void VcNetwork::leave_source(const Packet& packet, VcState& vc, Cycle left) {
  const Cycle depth = depth_;
  vc.unallocated = static_cast<std::uint16_t>(vc.unallocated - packet.flits);
  if (packet.flits <= depth) return;
  vc.sent = std::max(vc.sent, left + 1 - depth);
  if (departed_) departed_({packet.id, packet.flits, vc.sent});
}

void VcNetwork::eject(Cycle now, Index index) {
  const Packet& packet = packets_[index];
  if (packet.tail > now) return calendar_.schedule(packet.tail, index);
  const PacketArrival arrival{packet.id,       packet.source,  packet.destination, packet.flits,
                              packet.hops - 1, packet.created, packet.injected,    now};
  packets_.remove(index);
  arrived_(arrival);
}

}  // namespace switchyard
