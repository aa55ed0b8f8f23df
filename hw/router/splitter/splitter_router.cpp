#include "hw/router/splitter/splitter_router.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace switchyard {
namespace {

[[noreturn, gnu::noinline, gnu::cold]] void fail(NodeId node, PortId port, const char* what) {
  throw std::logic_error("SplitterRouter: " + std::string(what) + " at node " + std::to_string(node) +
                         ", port " + std::to_string(port));
}

}  // namespace

SplitterRouter::SplitterRouter(const SplitterConfig& config, NodeId node, const Topology& topology,
                               std::uint64_t seed, const RoutingFunction& routing)
    : config_(config),
      node_(node),
      ways_(topology, node, routing),
      seed_(seed),
      inputs_(topology.entry_ports(node)),
      outputs_(topology.exit_ports(node)),
      random_(seed, node, Purpose::Selection) {
  for (PortId port = 0; port < topology.port_count(); ++port) {
    if (topology.channel_to({node, port}) >= 0) inputs_.set(port);
    if (topology.channel_from({node, port}) >= 0) outputs_.set(port);
  }
  SplitterRouter::reset();
}

void SplitterRouter::reset() {
  packets_.clear();
  came_.fill(0);
  left_.fill(0);
  credits_.fill(static_cast<std::uint8_t>(config_.input_buffer));
  open_ = outputs_;
  random_ = RandomStream(seed_, node_, Purpose::Selection);
}

bool SplitterRouter::step(const PortInputs& inputs, PortOutputs& outputs) {
  accept(inputs);
  send(outputs);
  return !packets_.empty();
}

void SplitterRouter::accept(const PortInputs& inputs) {
  for_each_bit(inputs.flit_ports, [&](PortId port) {
    const Flit& flit = inputs.flits[port];
    if (!flit.head || !flit.tail()) fail(node_, port, "a packet of several flits");
    if (occupancy(port) == config_.input_buffer) fail(node_, port, "the input buffer overflows");
    const auto place =
        std::upper_bound(packets_.begin(), packets_.end(), age_of(flit),
                         [](std::uint64_t age, const Packet& packet) { return age < age_of(packet.flit); });
    packets_.insert(place, {flit, port, ways_.of(flit, port), came_[port]++});
  });
  for_each_bit(inputs.credit_ports, [&](PortId port) {
    if (++credits_[port] > config_.input_buffer) fail(node_, port, "more credits than slots");
    open_.set(port);
  });
}

void SplitterRouter::send(PortOutputs& outputs) {
  PortMask free = open_ & ~faulty_;
  PortMask read = 0;  // Buffers that a packet has left in this cycle.
  const auto leaves = [&](const Packet& packet) {
    const PortMask ways = packet.ways & free;
    if (ways == 0 || read.test(packet.from) || !may_leave(packet)) return false;
    const PortId port = pick(ways);
    free.clear(port);
    read.set(packet.from);
    ++left_[packet.from];
    open_.clear(port, --credits_[port] == 0);
    outputs.send(port, packet.flit);
    outputs.return_credit(packet.from, /*vc=*/0);
    return true;
  };
  packets_.erase(std::remove_if(packets_.begin(), packets_.end(), leaves), packets_.end());
}

PortId SplitterRouter::pick(PortMask ports) { return nth_bit(ports, random_.choose(ports.count())); }

void SplitterRouter::visit_buffers(const std::function<void(const BufferView&)>& visit) const {
  for_each_bit(inputs_, [&](PortId port) {
    const Packet* front = nullptr;
    for (const Packet& packet : packets_) {
      if (packet.from == port && (front == nullptr || packet.number < front->number)) front = &packet;
    }
    visit({{Side::Input, port, 0},
           occupancy(port),
           config_.input_buffer,
           front == nullptr ? nullptr : &front->flit,
           false});
  });
}

/// Any packet of the buffer that may leave, by any of its links.
std::vector<WaitFor> SplitterRouter::waits_for(const BufferRef& ref) const {
  PortMask ways = 0;
  for (const Packet& packet : packets_) {
    if (packet.from == ref.port && may_leave(packet)) ways |= packet.ways;
  }
  std::vector<WaitFor> waits;
  if ((ways & open_ & ~faulty_) != 0) return waits;
  for_each_bit(ways, [&](PortId port) {
    if (faulty_.test(port))
      waits.push_back({WaitFor::Where::Repair, {Side::Output, port, 0}});
    else
      waits.push_back({WaitFor::Where::Far, {Side::Input, port, 0}});
  });
  return waits;
}

}  // namespace switchyard
