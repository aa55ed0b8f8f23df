#include "testbench/monitor/scoreboard.h"

#include <fmt/format.h>

namespace switchyard {

Scoreboard::Scoreboard(NodeId node_count, int virtual_channels, DeliveryListener& listener)
    : log_(node_count), vcs_(virtual_channels), arrivals_(node_count * vcs_), listener_(listener) {}

PacketId Scoreboard::created(NodeId source, const PacketRequest& request) {
  const PacketId id = log_.create(source, request);
  listener_.on_created(source, log_.newest(source));
  return id;
}

void Scoreboard::arrived(Cycle now, NodeId at, const Flit& flit) {
  Arrival& arrival = arrivals_[at * vcs_ + flit.vc];
  PacketRecord* const record = arrival.next == 0 || flit.tail() ? log_.find(flit.packet) : nullptr;
  if (arrival.next == 0 && is_whole_packet(flit, at, record)) {
    const NodeId source = log_.source_of(flit.packet);
    listener_.on_flits(source, at, 1);
    listener_.on_delivered(flit.packet, source, *record, now);
    return log_.retire(flit.packet);
  }
  if (arrival.next == 0) {
    if (!accept_head_flit(now, at, flit, record, arrival)) return;
  } else if (flit.packet != arrival.packet || flit.head || flit.remaining != arrival.next) {
    return fail(now, at, flit,
                fmt::format("body flit {} of packet {} was due", arrival.next, arrival.packet));
  }
  if (flit.payload != (flit.head ? header_payload(record->created) : payload_of(flit.packet, flit.remaining)))
    return fail(now, at, flit, "its payload is damaged");
  listener_.on_flits(arrival.source, at, 1);
  arrival.next = static_cast<std::uint16_t>(flit.remaining - 1);
  if (!flit.tail()) return;
  listener_.on_delivered(flit.packet, arrival.source, *record, now);
  log_.retire(flit.packet);
}

/// A packet of one flit, in order: nothing of its arrival has to be kept.
inline bool Scoreboard::is_whole_packet(const Flit& flit, NodeId at, const PacketRecord* record) {
  return flit.head && flit.tail() && record != nullptr && record->destination == at && record->flits == 1 &&
         flit.payload == header_payload(record->created);
}

bool Scoreboard::accept_head_flit(Cycle now, NodeId at, const Flit& flit, PacketRecord* record,
                                  Arrival& arrival) {
  if (record == nullptr) {
    fail(now, at, flit, "no such packet is under way: it was delivered before, or never sent");
  } else if (!flit.head) {
    fail(now, at, flit, "its head flit has not come");
  } else if (record->arriving) {
    fail(now, at, flit, "its head flit has come before");
  } else if (record->destination != at) {
    fail(now, at, flit, fmt::format("its destination is node {}", record->destination));
  } else if (record->flits != flit.remaining) {
    fail(now, at, flit, fmt::format("the packet was sent with {} flits", record->flits));
  } else {
    record->arriving = true;
    arrival = {flit.packet, log_.source_of(flit.packet), flit.remaining};
    return true;
  }
  return false;
}

void Scoreboard::fail(Cycle now, NodeId at, const Flit& flit, const std::string& what) {
  if (!failure_.empty()) return;
  failure_ = fmt::format("cycle {}: node {} received flit {} of packet {} on VC {}, but {}", now, at,
                         flit.remaining, flit.packet, flit.vc, what);
}

}  // namespace switchyard
