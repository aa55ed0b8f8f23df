#include "hw/router/output_queued/output_queued_router.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <tuple>

namespace switchyard {
namespace {

constexpr int kWordBits = 64;

[[noreturn, gnu::noinline, gnu::cold]] void fail(NodeId node, PortId port, VcId vc, const char* what) {
  throw std::logic_error("OutputQueuedRouter: " + std::string(what) + " at node " + std::to_string(node) +
                         ", port " + std::to_string(port) + ", VC " + std::to_string(vc));
}

/// The VCs of all input ports: by the port at the far end, then by the node there, terminals last.
std::vector<int> order_of(const std::vector<PortRef>& feeders, int vcs) {
  std::vector<int> order(feeders.size() * vcs);
  std::iota(order.begin(), order.end(), 0);
  const auto rank = [&](int index) {
    const PortRef& far = feeders[index / vcs];
    return std::tuple(far.node == kNoNode, far.port, far.node, index);
  };
  std::sort(order.begin(), order.end(), [&](int a, int b) { return rank(a) < rank(b); });
  return order;
}

/// By port, the far end of the link that arrives there; of no node if there is none.
std::vector<PortRef> feeders_of(const Topology& topology, NodeId node) {
  std::vector<PortRef> feeders(topology.port_count(), PortRef{kNoNode, -1});
  for (PortId port = 0; port < topology.port_count(); ++port) {
    if (topology.channel_to({node, port}) >= 0) feeders[port] = topology.feeder({node, port});
  }
  return feeders;
}

}  // namespace

OutputQueuedRouter::OutputQueuedRouter(const OutputQueuedConfig& config, NodeId node,
                                       const Topology& topology, std::uint64_t seed,
                                       const RoutingFunction& routing, const WaveSite* site)
    : config_(config),
      node_(node),
      port_count_(topology.port_count()),
      routing_(routing),
      routes_by_packet_(routing.routes_by_packet()),
      passes_destinations_(!routing.stops_at_destination()),
      exits_(topology.terminals_at(node).exits),
      entries_(topology.terminals_at(node).entries),
      exits_here_(topology.terminals_at(node).exits_here),
      order_(order_of(feeders_of(topology, node), config.virtual_channels)),
      place_of_(order_.size()),
      seed_(seed),
      random_(seed, node, Purpose::Selection),
      queues_(static_cast<int>(order_.size())),
      buffers_(order_.size(), FlitFifo<Flit>(config.input_buffer)),
      waiting_(order_.size() / kWordBits + 1) {
  receivers_.fill(0);
  for_each_bit(exits_here_, [&](PortId port) { receivers_[port] = topology.terminal_at({node, port}); });
  for (PortId port = 0; port < port_count_; ++port) {
    links_in_.set(port, topology.channel_to({node, port}) >= 0);
    links_out_.set(port, topology.channel_from({node, port}) >= 0);
  }
  for (std::size_t place = 0; place < order_.size(); ++place)
    place_of_[order_[place]] = static_cast<int>(place);
  if (site != nullptr) wave_.emplace(*site, config.barriers);
  OutputQueuedRouter::reset();
}

void OutputQueuedRouter::reset() {
  queues_.reset();
  queued_.fill(0);
  sending_ = 0;
  turn_.fill({});
  credits_.assign(order_.size(), static_cast<std::uint8_t>(config_.input_buffer));
  for (FlitFifo<Flit>& buffer : buffers_) buffer.reset();
  std::fill(waiting_.begin(), waiting_.end(), 0);
  first_place_ = 0;
  if (wave_) wave_->reset();
  random_ = RandomStream(seed_, node_, Purpose::Selection);
}

[[gnu::flatten]] bool OutputQueuedRouter::step(const PortInputs& inputs, PortOutputs& outputs) {
  accept(inputs);
  enqueue(outputs);
  if (wave_) wave_->flush();
  const Channels owed = wave_ ? wave_->owed() : Channels{0};
  for_each_bit((sending_ | ports_of(owed)) & ~faulty_, [&](PortId port) { send(port, owed, outputs); });
  return sending_ != 0 || (wave_ && wave_->waits()) ||
         std::any_of(waiting_.begin(), waiting_.end(), [](auto word) { return word != 0; });
}

void OutputQueuedRouter::accept(const PortInputs& inputs) {
  for_each_bit(inputs.flit_ports, [&](PortId port) {
    const Flit& flit = inputs.flits[port];
    if (!flit.head || !flit.tail()) fail(node_, port, flit.vc, "a packet of several flits");
    FlitFifo<Flit>& buffer = buffers_[index(port, flit.vc)];
    if (buffer.full()) fail(node_, port, flit.vc, "the input buffer overflows");
    buffer.push(flit);
    const int place = place_of_[index(port, flit.vc)];
    waiting_[place / kWordBits] |= std::uint64_t{1} << place % kWordBits;
  });
  for_each_bit(inputs.credit_ports, [&](PortId port) {
    for_each_bit(inputs.credits[port], [&](VcId vc) {
      if (++credits_[index(port, vc)] > config_.input_buffer)
        fail(node_, port, vc, "more credits than slots");
    });
  });
}

void OutputQueuedRouter::enqueue(PortOutputs& outputs) {
  const Channels held = wave_ ? wave_->held() : Channels{0};
  const int start = first_place_;
  bool refused = false;
  const auto visit = [&](std::size_t word, std::uint64_t places) {
    for_each_bit(places, [&](int bit) {
      const int place = static_cast<int>(word) * kWordBits + bit;
      if (leave_buffer(place, held, outputs) || refused) return;
      refused = true;
      first_place_ = place;
    });
  };
  const std::size_t first_word = start / kWordBits;
  const auto before = low_bits<std::uint64_t>(start % kWordBits);
  visit(first_word, waiting_[first_word] & ~before);
  for (std::size_t word = first_word + 1; word < waiting_.size(); ++word) visit(word, waiting_[word]);
  for (std::size_t word = 0; word < first_word; ++word) visit(word, waiting_[word]);
  visit(first_word, waiting_[first_word] & before);
}

/// False if the queue that its front wants is full. What a wave holds is not refused.
bool OutputQueuedRouter::leave_buffer(int place, Channels held, PortOutputs& outputs) {
  const int from = order_[place];
  const PortId port = port_of(from);
  const VcId vc = vc_of(from);
  const Flit& flit = buffers_[from].front();
  if (held != 0 && held.test(channel(port, vc))) return true;
  if (flit.marker) {
    if (!wave_->may_take(channel(port, vc))) return true;
    wave_->take(channel(port, vc));
    take_from_buffer(place, outputs);
    return true;
  }
  RouteSet routes;
  routes_of(flit, port, vc, routes);
  const Way way = choose(routes);
  if (way.port < 0) return false;
  queues_.push(queue_of(way.port, way.vc), {flit, rank_of(flit, port, vc, way), way.vc});
  queued_[way.port].set(queue_vc(way.vc));
  sending_.set(way.port);
  if (wave_) wave_->packet_enters(channel(way.port, way.vc), flit.odd_epoch);
  take_from_buffer(place, outputs);
  return true;
}

void OutputQueuedRouter::take_from_buffer(int place, PortOutputs& outputs) {
  const int from = order_[place];
  buffers_[from].pop();
  if (buffers_[from].empty()) waiting_[place / kWordBits] &= ~(std::uint64_t{1} << place % kWordBits);
  outputs.return_credit(port_of(from), vc_of(from));
}

void OutputQueuedRouter::routes_of(const Flit& flit, PortId port, VcId vc, RouteSet& routes) const {
  const PortRef exit = exits_.of(flit.destination);
  const bool at_destination = exit.node == node_;
  if (!at_destination || passes_destinations_) {
    const RouteQuery query{node_, exit.node, port, vc};
    if (routes_by_packet_)
      routing_.route_packet(query, flit.packet, routes);
    else
      routing_.route(query, routes);
  }
  if (at_destination && routes.empty()) routes.add(exit.port, bit<VcMask>(0), Preference::Static);
}

/// The queue with the fewest packets, of those that have room; no port if none has.
OutputQueuedRouter::Way OutputQueuedRouter::choose(const RouteSet& routes) const {
  Way best;
  int least = std::numeric_limits<int>::max();
  for (const RouteChoice& choice : routes) {
    if (choice.preference == Preference::Escape && best.port >= 0) break;
    const int weight = choice.preference == Preference::Detour ? 2 : 1;
    for_each_bit(choice.vcs, [&](VcId vc) {
      const int queue = queue_of(choice.port, vc);
      const int load = queues_.size(queue) * weight + weight;
      if (load >= least || !has_room(queue)) return;
      least = load;
      best = {choice.port, vc};
    });
  }
  return best;
}

std::uint32_t OutputQueuedRouter::rank_of(const Flit& flit, PortId port, VcId vc, const Way& way) const {
  switch (config_.discipline) {
    case Discipline::Fifo:
    case Discipline::Lifo:
    case Discipline::Random: return 0;
    case Discipline::FarthestFirst:
    case Discipline::NearestFirst: {
      const auto hops = static_cast<std::uint32_t>(
          routing_.hops_to_go({node_, exits_.of(flit.destination).node, port, vc}, flit.packet).value());
      return config_.discipline == Discipline::NearestFirst ? hops : ~hops;
    }
    case Discipline::FirstPhaseFirst: return static_cast<std::uint32_t>(routing_.phase_of(way.vc).value());
    case Discipline::SecondPhaseFirst: return ~static_cast<std::uint32_t>(routing_.phase_of(way.vc).value());
  }
  return 0;
}

/// Of a queue that is not empty, what leaves next.
OutputQueuedRouter::Slot OutputQueuedRouter::pick(int queue) {
  if (config_.discipline != Discipline::Random) return foremost(queue);
  Slot picked = queues_.first(queue);
  for (std::uint32_t left = random_.below(queues_.size(queue)); left > 0; --left)
    picked = queues_.after(picked);
  return picked;
}

/// The same where it is not drawn. Ranks count first, then who came first.
OutputQueuedRouter::Slot OutputQueuedRouter::foremost(int queue) const {
  const Slot first = queues_.first(queue);
  if (config_.discipline == Discipline::Fifo || queues_.size(queue) == 1) return first;
  if (config_.discipline == Discipline::Lifo) return queues_.last(queue);
  Slot picked = first;
  for (Slot slot = queues_.after(first); slot != PacketQueues::kNone; slot = queues_.after(slot)) {
    if (queues_.at(slot).rank < queues_.at(picked).rank) picked = slot;
  }
  return picked;
}

/// Queues of the port from which a packet can leave now, if any one of its packets can.
VcMask OutputQueuedRouter::sendable(PortId port, Channels owed) const {
  if (config_.shared_queues && !wave_) return queued_[port];
  VcMask open = 0;
  for_each_bit(queued_[port], [&](VcId vc) {
    const bool closed = owed != 0 && owed.test(channel(port, vc));
    open.set(vc, credits_[index(port, vc)] != 0 && !closed);
  });
  return open;
}

PortMask OutputQueuedRouter::ports_of(Channels channels) const {
  PortMask ports = 0;
  for_each_bit(channels, [&](int bit) { ports.set(bit % port_count_); });
  return ports;
}

/// Before any packet of its channel. At a terminal it releases the processor.
bool OutputQueuedRouter::send_marker(PortId port, Channels owed, PortOutputs& outputs) {
  for (VcId vc = 0; vc < config_.virtual_channels; ++vc) {
    std::uint8_t& credits = credits_[index(port, vc)];
    if (!owed.test(channel(port, vc)) || credits == 0) continue;
    --credits;
    wave_->pay(channel(port, vc));
    outputs.send(port, marker_flit(receivers_[port], vc));
    return true;
  }
  return false;
}

void OutputQueuedRouter::send(PortId port, Channels owed, PortOutputs& outputs) {
  if (owed != 0 && send_marker(port, owed, outputs)) return;
  const VcMask open = sendable(port, owed);
  if (open == 0) return;
  const bool by_phase =
      config_.discipline == Discipline::FirstPhaseFirst || config_.discipline == Discipline::SecondPhaseFirst;
  const VcId turn = !by_phase                                           ? turn_[port].pick(open)
                    : config_.discipline == Discipline::FirstPhaseFirst ? lowest_bit(open)
                                                                        : highest_bit(open);
  const int queue = queue_of(port, turn);
  const Slot slot = pick(queue);
  const PacketQueues::Packet packet = queues_.at(slot);
  std::uint8_t& credits = credits_[index(port, packet.vc)];
  if (credits == 0) return;  // Of a shared queue.
  --credits;
  turn_[port].accept(turn);
  queues_.remove(queue, slot);
  if (wave_) wave_->packet_leaves(channel(port, packet.vc), packet.flit.odd_epoch);
  queued_[port].clear(turn, queues_.empty(queue));
  sending_.clear(port, queued_[port] == 0);
  Flit flit = packet.flit;
  flit.vc = static_cast<std::uint8_t>(packet.vc);
  outputs.send(port, flit);
}

void OutputQueuedRouter::visit_buffers(const std::function<void(const BufferView&)>& visit) const {
  for_each_bit(links_in_ | entries_, [&](PortId port) {
    const int vcs = entries_.test(port) ? 1 : config_.virtual_channels;
    for (VcId vc = 0; vc < vcs; ++vc) {
      const FlitFifo<Flit>& buffer = buffers_[index(port, vc)];
      visit({{Side::Input, port, vc},
             buffer.size(),
             config_.input_buffer,
             buffer.empty() ? nullptr : &buffer.front(),
             false});
    }
  });
  for_each_bit(links_out_ | exits_here_, [&](PortId port) {
    const int vcs = exits_here_.test(port) || config_.shared_queues ? 1 : config_.virtual_channels;
    for (VcId vc = 0; vc < vcs; ++vc) {
      const int queue = index(port, vc);
      const Slot first = queues_.first(queue);
      visit({{Side::Output, port, vc},
             queues_.size(queue),
             config_.queue_size,
             first == PacketQueues::kNone ? nullptr : &queues_.at(first).flit,
             false,
             queues_.most(queue)});
    }
  });
}

std::vector<WaitFor> OutputQueuedRouter::waits_for(const BufferRef& ref) const {
  return ref.side == Side::Input ? waits_of_buffer(ref.port, ref.vc) : waits_of_queue(ref.port, ref.vc);
}

/// A marker, and what it holds, waits for the wave.
std::vector<WaitFor> OutputQueuedRouter::waits_of_buffer(PortId port, VcId vc) const {
  if (wave_ && (wave_->held().test(channel(port, vc)) || buffers_[index(port, vc)].front().marker)) return {};
  RouteSet routes;
  routes_of(buffers_[index(port, vc)].front(), port, vc, routes);
  if (choose(routes).port >= 0) return {};
  std::vector<WaitFor> waits;
  for (const RouteChoice& choice : routes) {
    for_each_bit(choice.vcs, [&](VcId next) {
      waits.push_back({WaitFor::Where::Here, {Side::Output, choice.port, queue_vc(next)}});
    });
  }
  return waits;
}

/// A packet of a shared queue waits for those that go before it. At random any of them may be next.
std::vector<WaitFor> OutputQueuedRouter::waits_of_queue(PortId port, VcId vc) const {
  if (faulty_.test(port)) return {{WaitFor::Where::Repair, {Side::Output, port, vc}}};
  if (exits_here_.test(port)) return {};  // The terminal takes what comes.
  std::vector<WaitFor> waits;
  bool free = false;
  const auto add = [&](const PacketQueues::Packet& packet) {
    free |= credits_[index(port, packet.vc)] != 0;
    waits.push_back({WaitFor::Where::Far, {Side::Input, port, packet.vc}});
  };
  const int queue = index(port, vc);
  if (config_.discipline == Discipline::Random)
    queues_.for_each(queue, add);
  else
    add(queues_.at(foremost(queue)));
  if (free) waits.clear();
  return waits;
}

}  // namespace switchyard
