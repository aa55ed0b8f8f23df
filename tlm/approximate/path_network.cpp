#include "tlm/approximate/path_network.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "hw/base/bits.h"
#include "hw/router/vc/switch_starts.h"
#include "hw/router/vc/vc_policies.h"

namespace switchyard {

PathNetwork::PathNetwork(const Design& design, ArrivalHandler arrived, DepartureHandler departed)
    : config_(*design.router.as<DuatoConfig>()),
      routes_(*design.routing, design.topology->node_count()),
      passes_destinations_(!design.routing->stops_at_destination()),
      eject_(design.topology->port_count()),
      arrived_(std::move(arrived)),
      departed_(std::move(departed)),
      vcs_(config_.virtual_channels),
      ports_per_node_(design.topology->port_count()),
      exits_(design.topology->exits()),
      depth_(config_.input_depth.largest()),
      capacity_(depth_ + config_.output_depth),
      crosses_by_port_(config_.crossbar == DuatoConfig::Crossbar::Ports),
      limits_allocations_(config_.vc_allocations_per_cycle <
                          design.topology->port_count() * config_.virtual_channels),
      ports_(design.topology->node_count() * ports_per_node_ + design.topology->terminal_count()),
      links_(ports_.size()),
      drains_(design.topology->node_count() * ports_per_node_ * vcs_),
      links_taken_(ports_.size()),
      vcs_held_(drains_.size()),
      inputs_taken_(crosses_by_port_ ? ports_.size() : 0),
      allocations_(limits_allocations_ ? design.topology->node_count() : 0),
      sources_(design.topology->terminal_count()),
      entries_(sources_.size() * config_.injection_vcs) {
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
}

void PathNetwork::lay_links(const Design& design) {
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

void PathNetwork::send(PacketId id, TerminalId source, TerminalId destination, int flits, Cycle at) {
  const Index index = packets_.add({.id = id,
                                    .source = source,
                                    .destination = destination,
                                    .exit = exits_.of(destination),
                                    .flits = static_cast<std::uint16_t>(flits),
                                    .spare = static_cast<std::uint16_t>(spare_of(flits)),
                                    .created = at});
  append(sources_[source], index);
  fill_entries(now(), source);
}

void PathNetwork::append(Queue& queue, Index packet) {
  packets_[packet].next = kNone;
  (queue.first == kNone ? queue.first : packets_[queue.last].next) = packet;
  queue.last = packet;
}

PathNetwork::Index PathNetwork::take_first(Queue& queue) {
  return std::exchange(queue.first, packets_[queue.first].next);
}

void PathNetwork::run(Cycle end) {
  calendar_.run(end, [this](Cycle now, Index event) {
    if ((event & kNodeEvent) == 0) return eject(now, event);
    const Index entry = event & ~kNodeEvent;
    if (entries_[entry].wake != now) return;
    entries_[entry].wake = kNever;
    set_out(now, entry);
  });
}

/// Packets take the VCs of which it is known when they will be idle.
void PathNetwork::fill_entries(Cycle now, TerminalId source) {
  Queue& queue = sources_[source];
  while (queue.first != kNone) {
    const Index entry = idle_entry(source);
    if (entry == kNone) return;
    enter(now, take_first(queue), entry);
  }
}

/// The first that will have sent all of its packets, as far as known; kNone if what they wait for is not
/// known of any.
PathNetwork::Index PathNetwork::idle_entry(TerminalId source) const {
  const Cycle created = packets_[sources_[source].first].created;
  const auto injection_vcs = static_cast<Index>(config_.injection_vcs);
  const auto depth = static_cast<Cycle>(depth_);
  Index idle = kNone;
  Cycle idle_at = kNever;
  for (Index index = source * injection_vcs; index < (source + 1) * injection_vcs; ++index) {
    const Entry& entry = entries_[index];
    if (entry.flits > depth) continue;
    const Cycle has_room = entry.drain.left_only(depth - entry.flits);
    const Cycle at = std::max({created, entry.sent + 1, has_room + 1});
    if (at >= idle_at) continue;
    idle = index;
    idle_at = at;
  }
  return idle;
}

/// The flits of a packet follow each other into a VC, those of several VCs in turn.
void PathNetwork::enter(Cycle now, Index index, Index to) {
  Packet& packet = packets_[index];
  Entry& entry = entries_[to];
  packet.injected = std::max(packet.created, entry.sent + (entry.sent != 0));
  entry.sent = packet.injected + packet.flits - 1;
  if (config_.injection_vcs > 1) {
    forget(now);
    const Index port = source_port(packet.source);
    packet.injected = std::max(packet.injected, now);
    const Timetable::Span taken = links_taken_.fit(port, packet.injected, packet.flits);
    links_taken_.take(port, taken);
    entry.sent =
        share(now, index, links_[port], {packet.injected, taken.finish}, packet.flits, /*turn=*/1) - 1;
  }
  packet.tail = entry.sent + 1;
  if (departed_ && packet.flits <= depth_) departed_({packet.id, packet.flits, entry.sent});
  entry.flits += packet.flits;
  append(entry.waiting, index);
  if (entry.waiting.first == index) set_out(now, to);
}

/// The packets whose head flits may get an output VC, or have just been created.
void PathNetwork::set_out(Cycle now, Index from) {
  Entry& entry = entries_[from];
  while (entry.waiting.first != kNone) {
    const Index index = entry.waiting.first;
    const Cycle at = std::max(packets_[index].created, entry.front_free);
    if (at > now) {
      if (at >= entry.wake) return;  // Also if it is never.
      entry.wake = at;
      return calendar_.schedule(at, from | kNodeEvent);
    }
    take_first(entry.waiting);
    entry.flits -= packets_[index].flits;
    reserve(now, index, from);
    fill_entries(now, packets_[index].source);
  }
}

void PathNetwork::reserve(Cycle now, Index index, Index entered) {
  forget(now);
  Packet& packet = packets_[index];
  Entry& entry = entries_[entered];
  const Port& from = ports_[source_port(packet.source)];
  // Its flits enter the VC as those before them leave it.
  const Cycle room = entry.drain.left_only(static_cast<Cycle>(depth_ - 1));
  Head head{from.far_node, from.far_port,
            static_cast<VcId>(entered - packet.source * static_cast<Index>(config_.injection_vcs)),
            std::max(std::max(packet.injected, room) + config_.t_routing, entry.front_free),
            std::max(packet.tail, room + packet.flits)};
  path_.clear();
  for (;;) {
    const Choice choice = select(packet, head);
    if (choice.port == kNone) {  // It waits for ever, and what is behind it.
      entry.front_free = kNever;
      return;
    }
    const Hop hop = take(now, index, head, choice);
    path_.push_back(hop);
    if (ports_[hop.port].far_node == kNoNode) break;
    head = far_end_of(hop);
  }
  if (packet.flits > capacity_) hold_back(packet);
  hold_vcs(packet);
  note_arrivals(index);
  leave_source(packet, entry);
  packet.hops = static_cast<std::uint16_t>(path_.size() - 1);
  packet.tail = path_.back().finish + ports_[path_.back().port].rest_of_latency();
  calendar_.schedule(packet.tail, index);
}

/// The head flit comes to the front when the packet before it in the VC has left.
PathNetwork::Head PathNetwork::far_end_of(const Hop& hop) const {
  const Port& port = ports_[hop.port];
  const VcDrain& before = drains_[hop.port * vcs_ + hop.vc];
  Cycle front = hop.start + port.latency;
  if (before.allocated < hop.allocated) front = std::max(front + port.latency, before.drained) - port.latency;
  return {port.far_node, port.far_port, hop.vc, front + config_.t_routing - 1,
          hop.finish + port.rest_of_latency()};
}

/// The packet's flits leave the source's VC, or follow the head flit.
void PathNetwork::leave_source(const Packet& packet, Entry& entry) {
  const Cycle left = path_.front().left;
  entry.front_free = left + config_.t_routing - 1;
  entry.drain.add(path_.front().allocated, path_.front().allocated, left + 1, packet.flits);
  if (packet.flits <= depth_) return;
  entry.sent = std::max(entry.sent, left + 1 - depth_);
  if (departed_) departed_({packet.id, packet.flits, entry.sent});
}

/// As the router selects: see DuatoRouterOf::select_output.
PathNetwork::Choice PathNetwork::select(const Packet& packet, const Head& head) {
  const bool at_destination = packet.exit.node == head.node;
  const RouteTable::Answer* routes = nullptr;
  if (!at_destination || passes_destinations_)
    routes = &routes_.route({head.node, packet.exit.node, head.port, head.vc});
  if (at_destination && (routes == nullptr || routes->count == 0)) routes = &eject_[packet.exit.port];
  const std::span<const RouteChoice> choices(routes->begin(), routes->end());
  const auto direct = choices.first(routes->direct);
  const auto detours = choices.subspan(routes->direct);
  const Choice found = select_among(packet, head, direct);
  if (detours.empty()) return found;
  Choice detour = select_among(packet, head, detours);
  Cycle queue = std::numeric_limits<int>::max();
  for (const RouteChoice& choice : direct) queue = std::min(queue, queue_of(head.ready, head.node, choice));
  const auto is_taken = [&](const Choice& candidate) {
    if (candidate.opens > std::max(found.opens, head.ready)) return false;
    const auto port = static_cast<PortId>(candidate.port - head.node * ports_per_node_);
    const auto choice = std::ranges::find(detours, port, &RouteChoice::port);
    return is_worth_a_detour(static_cast<int>(queue),
                             static_cast<int>(queue_of(head.ready, head.node, *choice)));
  };
  if (is_taken(detour)) return detour;
  if (found.opens <= head.ready) return found;
  for (std::size_t i = 0; i < detours.size(); ++i) {  // While it waited, it would look at the others, too.
    detour = select_among(packet, head, detours.subspan(i, 1));
    if (is_taken(detour)) return detour;
  }
  return found;
}

/// Flits in the VCs of a choice, those at their far ends included; or the cycles until its link is free for a
/// flit, if they are more: a router's VCs fill up when others take their link.
Cycle PathNetwork::queue_of(Cycle at, NodeId here, const RouteChoice& choice) const {
  const Index port = here * ports_per_node_ + choice.port;
  Cycle flits = 0;
  for (const VcId vc : choice.vcs) flits += drains_[port * vcs_ + vc].left(at);
  const Cycle slot = at + 1 + config_.t_crossbar;
  return std::max(flits, links_taken_.fit(ports_[port].link, slot, 1).start - slot);
}

/// The VC that opens first. Of several ports the router takes the one with the most room behind it, which is
/// where the packet is over first, and of equals the one that was taken least recently.
PathNetwork::Choice PathNetwork::select_among(const Packet& packet, const Head& head,
                                              std::span<const RouteChoice> choices) {
  const bool enters = packet.exit.node != head.node && path_.empty() && config_.throttle_vcs != kNoLimit;
  const bool by_room = config_.selection == Selection::LeastLoaded;
  Node& node = nodes_[head.node];
  Choice best;
  Cycle best_finish = kNever;
  int best_rank = 0;
  std::uint32_t equals = 0;
  for (const RouteChoice& choice : choices) {
    if (choice.preference == Preference::Escape && (enters || best.opens <= head.ready)) break;
    const Index port = head.node * ports_per_node_ + choice.port;
    Cycle finish = 0;
    int rank = 0;
    if (by_room) {
      finish = links_taken_.fit(ports_[port].link, head.ready + 1 + config_.t_crossbar, packet.flits).finish;
      rank = node.order.rank(choice.port);
      const bool is_later = finish > best_finish || (finish == best_finish && rank > best_rank);
      if (is_later && best.opens == head.ready) continue;
    }
    const Choice its =
        first_vc(head.ready, port, enters ? throttled(choice.vcs, config_.throttle_vcs) : choice.vcs,
                 enters ? 1 : gap_for(packet, port, choice.vcs));
    if (its.port == kNone || its.opens > best.opens) continue;
    equals = its.opens == best.opens ? equals + 1 : 1;
    if (equals > 1) {
      if (config_.selection == Selection::First || (by_room && finish > best_finish)) continue;
      if (config_.selection == Selection::Random && node.random.below(equals) != 0) continue;
    }
    best = its;
    best_finish = finish;
    best_rank = rank;
  }
  return best;
}

/// A VC counts as free if it is so for half of the cycles that a packet alone holds it: its router does not
/// know of packets that come after that, and those have other VCs. If they have none, it takes them all.
Cycle PathNetwork::gap_for(const Packet& packet, Index port, VcMask vcs) const {
  Cycle hold = packet.flits;
  if (packet.spare < packet.flits) {
    const auto pipeline = static_cast<Cycle>(config_.t_routing + config_.t_crossbar);
    hold += 2 * ports_[port].latency + pipeline - packet.spare;
  }
  return vcs.count() > 1 ? (hold + 1) / 2 : hold;
}

/// Of these of a port, the VC that opens first, for so many cycles at least, and of several the one that is
/// empty first.
PathNetwork::Choice PathNetwork::first_vc(Cycle ready, Index port, VcMask vcs, Cycle gap) const {
  Choice first;
  Cycle empty = kNever;
  for (const VcId vc : vcs) {
    const Cycle opens = vcs_held_.gap(port * vcs_ + vc, ready, gap);
    if (opens > first.opens) continue;
    const Cycle drained = drains_[port * vcs_ + vc].drained;
    if (opens == first.opens && drained >= empty) continue;
    first = {port, vc, opens};
    empty = drained;
    if (opens == ready && drained <= ready) break;
  }
  return first;
}

/// The head flit gets its VC, and all flits go through the crossbar and over the link.
PathNetwork::Hop PathNetwork::take(Cycle now, Index index, const Head& head, const Choice& choice) {
  const Packet& packet = packets_[index];
  const Port& port = ports_[choice.port];
  const VcDrain& before = drains_[choice.port * vcs_ + choice.vc];
  Hop hop{choice.port, choice.vc, choice.opens, 0, 0, 0};
  nodes_[head.node].order.take(static_cast<int>(choice.port - head.node * ports_per_node_));
  if (limits_allocations_) {
    const auto per_cycle = static_cast<Cycle>(config_.vc_allocations_per_cycle);
    const Timetable::Span allocation = allocations_.fit(head.node, hop.allocated * per_cycle, 1);
    allocations_.take(head.node, allocation);
    hop.allocated = allocation.start / per_cycle;
  }
  const Cycle flits = packet.flits;
  const Cycle size = flits * port.turn;
  const Cycle after = port.turn - 1;  // So long the tail takes the link yet.
  Cycle tail = head.tail;
  if (path_.empty() && packet.flits > depth_)  // They follow the head flit.
    tail = std::max(tail, hop.allocated + 3 + (flits - depth_ - 1) * (depth_ == 1 ? 2 : 1));
  Cycle slot = hop.allocated + 1;
  Cycle crossed = tail;
  if (crosses_by_port_) {
    const Index input = head.node * ports_per_node_ + head.port;
    const Timetable::Span crosses = inputs_taken_.fit(input, slot, flits);
    inputs_taken_.take(input, crosses);
    slot = crosses.start;
    crossed = std::max(crossed, crosses.finish - 1);
  }
  slot += config_.t_crossbar + port.ask;
  const Timetable::Span taken = links_taken_.fit(port.link, slot, size);
  links_taken_.take(port.link, taken);
  const Cycle finish = share(now, index, links_[port.link], {slot, taken.finish}, size, port.turn);
  hop.start = std::min(taken.start, finish - size);
  if (flits > 1)  // Its turn comes as soon as its VC has sent what it had before.
    hop.start = std::min(hop.start, std::max(slot, before.sent + 1));
  hop.finish =
      std::max({finish - 1, hop.start + span(port, flits) + after, crossed + config_.t_crossbar + after});
  hop.left = std::max({hop.allocated + flits, tail, room_for_tail(hop, size, port.turn),
                       room_behind(before, hop.allocated, flits, port.turn)});
  return hop;
}

/// A packet wants `size` cycles of a link from the start of `taken` on, and has got the last of them at its
/// end, behind others. Of these, it takes turns with the one that is over last. Returns when it is over then.
Cycle PathNetwork::share(Cycle now, Index index, Link& link, Timetable::Span taken, Cycle size, Cycle turn) {
  const Cycle waited = taken.finish - taken.start - size;
  if (waited != 0 && link.packet != kNone) {
    Packet& other = packets_[link.packet];
    const bool is_under_way = other.id == link.id && other.tail > now;
    if (is_under_way && link.finish > taken.start) {
      const Cycle flits = other.flits * turn;
      const Cycle left = std::min({link.finish - taken.start, flits, waited});
      if (left > size) {  // The other one goes on behind it.
        link.finish += size;
        link.arrives += size;
        other.tail = std::max(other.tail, link.arrives);
        return taken.finish - (left - size);
      }
      const Cycle behind = std::min({std::max(waited, turn) - turn, size, flits - turn});
      other.tail = std::max(other.tail, link.arrives + behind);
    }
  }
  link = {index, packets_[index].id, taken.finish, taken.finish};
  return taken.finish;
}

void PathNetwork::forget(Cycle now) {
  links_taken_.forget(now);
  vcs_held_.forget(now);
  if (crosses_by_port_) inputs_taken_.forget(now);
  if (limits_allocations_) allocations_.forget(now * static_cast<Cycle>(config_.vc_allocations_per_cycle));
}

/// A packet that is longer than a VC and its far end: its tail enters a VC when there is room.
void PathNetwork::hold_back(const Packet& packet) {
  for (std::size_t i = path_.size() - 1; i-- > 0;) {
    Hop& hop = path_[i];
    const Hop& next = path_[i + 1];
    const Port& port = ports_[hop.port];
    const Cycle behind =
        (next.left - next.allocated) * static_cast<Cycle>(packet.flits - capacity_) / packet.flits;
    hop.left = std::max(hop.left, next.allocated + behind + port.latency);
    hop.finish = std::max(hop.finish, hop.left + config_.t_crossbar + port.turn - 1);
  }
}

/// Of each link of the path, also that from the source: when the tail would arrive if it met nothing behind
/// it.
void PathNetwork::note_arrivals(Index index) {
  const Packet& packet = packets_[index];
  Cycle rest = 0;
  for (std::size_t i = path_.size(); i-- > 0;) {
    const Port& port = ports_[path_[i].port];
    rest += port.rest_of_latency();
    Link& link = links_[port.link];
    if (link.packet == index) link.arrives = path_[i].finish + rest;
    rest += config_.t_crossbar + port.turn - 1;
  }
  Link& first = links_[source_port(packet.source)];
  if (first.packet == index && first.id == packet.id) first.arrives = packet.tail + rest;
}

void PathNetwork::hold_vcs(const Packet& packet) {
  for (std::size_t i = 0; i < path_.size(); ++i) {
    const Hop& hop = path_[i];
    Cycle begins = hop.start - 1;  // To leave the far end; a terminal takes what comes.
    Cycle drained = hop.finish + 2;
    if (i + 1 < path_.size()) {
      begins = path_[i + 1].allocated;
      drained = path_[i + 1].left + ports_[hop.port].latency;
    }
    const Index vc = hop.port * vcs_ + hop.vc;
    VcDrain& drain = drains_[vc];
    Cycle held = hop.left;
    if (drained > drain.drained) {  // Otherwise it goes before others, which were known earlier.
      drain.add(hop.allocated, begins, drained, packet.flits);
      // A packet that fills the VC leaves in its own pace, others in that of the whole queue.
      const Cycle has_room = packet.spare >= packet.flits
                                 ? drain.left_only(packet.spare)
                                 : drained - packet.spare * (drained - begins) / packet.flits;
      held = std::max(held, has_room);
    }
    drain.send(hop.finish, packet.flits);
    vcs_held_.take(vc, {hop.allocated, held});
  }
}

int PathNetwork::spare_of(int flits) const { return std::max(0, capacity_ - space_needed(config_, flits)); }

/// How long the slot of a packet's first flit is taken, beside the link's latency.
PathNetwork::Loop PathNetwork::loop_of(const Port& port) const {
  const bool ejects = port.far_node == kNoNode;
  const Cycle direct = (config_.output_depth == 0 ? config_.t_crossbar : 0) + port.ask;
  return {ejects ? 0 : static_cast<Cycle>(config_.t_routing), port.latency + direct};
}

/// The span where a VC that is shallower than the credit loop stops the packet again and again.
Cycle PathNetwork::span_of_stops(const Port& port, Cycle flits) {
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

/// When the tail enters the output VC, as far as the link decides that: 0 if there is room for all.
Cycle PathNetwork::room_for_tail(const Hop& hop, Cycle size, Cycle turn) const {
  const Cycle depth = config_.output_depth * turn;
  if (size <= depth) return 0;
  const Cycle cycles = hop.finish + 1 - hop.start;
  const Cycle behind = cycles == size ? depth : depth * cycles / size;
  return hop.finish + 1 - turn - config_.t_crossbar - behind;
}

/// The same, as far as flits of packets before it are in the output VC.
Cycle PathNetwork::room_behind(const VcDrain& before, Cycle allocated, Cycle flits, Cycle turn) const {
  const auto depth = static_cast<Cycle>(config_.output_depth);
  if (flits > depth || before.allocated >= allocated) return 0;
  const Cycle sent = before.unsent_only(depth - flits) + 1;
  const Cycle early = turn + config_.t_crossbar;
  return sent > early ? sent - early : 0;
}

void PathNetwork::eject(Cycle now, Index index) {
  const Packet& packet = packets_[index];
  if (packet.tail > now) return calendar_.schedule(packet.tail, index);
  const PacketArrival arrival{packet.id,   packet.source,  packet.destination, packet.flits,
                              packet.hops, packet.created, packet.injected,    now};
  packets_.remove(index);
  arrived_(arrival);
}

}  // namespace switchyard
