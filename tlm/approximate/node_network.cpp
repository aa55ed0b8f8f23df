#include "tlm/approximate/node_network.h"

#include <algorithm>
#include <utility>

namespace switchyard {

NodeNetwork::NodeNetwork(const Design& design, int injection_flits, ArrivalHandler arrived,
                         DepartureHandler departed)
    : design_(design),
      injection_flits_(injection_flits),
      arrived_(std::move(arrived)),
      departed_(std::move(departed)),
      exits_(design.topology->exits()),
      sources_(design.topology->terminal_count()),
      credits_(sources_.size() * injection_flits_),
      wakes_(design.topology->node_count()) {
  for (TerminalId terminal = 0; terminal < sources_.size(); ++terminal)
    sources_[terminal].node = design.topology->attachment(terminal).entry.node;
}

void NodeNetwork::send(PacketId id, TerminalId terminal, TerminalId destination, int flits, Cycle at) {
  const Index index = packets_.add({.id = id,
                                    .source = terminal,
                                    .destination = destination,
                                    .exit = exits_.of(destination).node,
                                    .flits = static_cast<std::uint16_t>(flits),
                                    .created = at});
  Source& source = sources_[terminal];
  (source.first == kNone ? source.first : packets_[source.last].next) = index;
  source.last = index;
  if (source.first == index) come_to_front(source);
}

/// The first packet's way into the injection buffer is known: where the one before it leaves room.
void NodeNetwork::come_to_front(Source& source) {
  Packet& first = packets_[source.first];
  first.injected = source.sent == kNever ? first.created : std::max(first.created, source.sent + 1);
  first.injected = std::max(first.injected, credit(source, first.source));
  first.eligible = std::max(first.injected + 1, source.left);
  source.sent = first.injected + first.flits - 1;
  first.tail = source.sent + 1;
  if (departed_ && first.flits <= injection_flits_) departed_({first.id, first.flits, source.sent});
  if (first.injected + 1 > now()) wake_at(first.injected + 1, source.node);
  wake_at(first.eligible, source.node);
}

NodeNetwork::Index NodeNetwork::take_from_source(Cycle now, TerminalId terminal, Cycle cycles) {
  Source& source = sources_[terminal];
  const Index index = source.first;
  Packet& taken = packets_[index];
  const auto flits = Cycle{taken.flits};
  if (flits > injection_flits_) {
    source.sent = std::max(source.sent, now + 1 + flits - injection_flits_);
    taken.tail = source.sent + 1;
    if (departed_) departed_({taken.id, taken.flits, source.sent});
  }
  source.left = std::max(now + cycles, taken.tail + 1);
  source.first = taken.next;
  credit(source, terminal) = now + 1;
  if (taken.injected + 1 < now) source.emptied = now + flits - 1;
  ++source.taken;
  if (source.first != kNone) come_to_front(source);
  return index;
}

void NodeNetwork::wake_at(Cycle at, NodeId node) {
  Wakes& wakes = wakes_[node];
  if (at - calendar_.now() < kAhead) {
    if (wakes.ahead.test(at % kAhead)) return;
    wakes.ahead.set(at % kAhead);
  }
  calendar_.schedule(at, node | kNodeEvent);
}

/// Packets arrive, and nodes are stepped.
void NodeNetwork::run(Cycle end) {
  calendar_.run(end, [this](Cycle now, Index event) {
    if ((event & kNodeEvent) == 0) {
      const Packet& packet = packets_[event];
      const PacketArrival arrival{packet.id,   packet.source,  packet.destination, packet.flits,
                                  packet.hops, packet.created, packet.injected,    now};
      packets_.remove(event);
      return arrived_(arrival);
    }
    const NodeId node = event & ~kNodeEvent;
    Wakes& wakes = wakes_[node];
    wakes.ahead.clear(now % kAhead);
    if (wakes.stepped == now) return;
    wakes.stepped = now;
    step(now, node);
  });
}

void NodeNetwork::arrive(Index index, Cycle at) { calendar_.schedule(at, index); }

}  // namespace switchyard
