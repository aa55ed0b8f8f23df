#include "deflection_router.h"

#include <algorithm>

#include "hw/base/bits.h"

using namespace switchyard;

DeflectionRouter::DeflectionRouter(const RouterPlace& place, int buffer)
    : node_(place.node),
      terminal_(place.topology.terminal_port()),
      buffer_(buffer),
      routing_(*place.routing),
      room_(buffer) {
  for (PortId port = 0; port < terminal_; ++port) {
    if (!place.topology.is_open({node_, port})) links_ |= bit<PortMask>(port);
  }
}

void DeflectionRouter::reset() {
  waiting_.clear();
  room_ = buffer_;
}

bool DeflectionRouter::step(const PortInputs& inputs, PortOutputs& outputs) {
  if ((inputs.credit_ports >> terminal_ & 1) != 0) ++room_;
  std::vector<Flit> packets;
  for_each_bit(inputs.flit_ports, [&](PortId port) {
    if (port == terminal_) return waiting_.push_back(inputs.flits[port]);
    packets.push_back(inputs.flits[port]);
    outputs.return_credit(port, 0);
  });
  std::sort(packets.begin(), packets.end(),
            [](const Flit& a, const Flit& b) { return age_of(a) < age_of(b); });
  for (const Flit& packet : packets) send(packet, outputs);
  if (!waiting_.empty() && (links_ & ~outputs.flit_ports) != 0) {
    send(waiting_.front(), outputs);
    waiting_.pop_front();
    outputs.return_credit(terminal_, 0);
  }
  return !waiting_.empty();
}

/// To the terminal, over a link that brings it nearer, or over any: there is one.
void DeflectionRouter::send(const Flit& packet, PortOutputs& outputs) {
  const PortMask free = links_ & ~outputs.flit_ports;
  RouteSet routes;
  if (packet.destination != node_) {
    routing_.route({node_, packet.destination, kCentralQueues, 0}, routes);
  } else if (room_ != 0 && (outputs.flit_ports >> terminal_ & 1) == 0) {
    --room_;
    return outputs.send(terminal_, packet);
  }
  for (const RouteChoice& choice : routes) {
    if ((free >> choice.port & 1) != 0) return outputs.send(choice.port, packet);
  }
  outputs.send(lowest_bit(free), packet);
}

void DeflectionRouter::visit_buffers(const std::function<void(const BufferView&)>& visit) const {
  for_each_bit(links_, [&](PortId port) { visit({.buffer = {Side::Input, port, 0}}); });
  visit({.buffer = {Side::Input, terminal_, 0},
         .occupancy = static_cast<int>(waiting_.size()),
         .capacity = buffer_,
         .front = waiting_.empty() ? nullptr : &waiting_.front()});
}

std::optional<RouterPlan> read_deflection_router(const ConfigNode& root, std::optional<int>) {
  const ConfigNode node = root.child("router");
  const int buffer = static_cast<int>(
      node.integer("injection_buffer", {1, 64}, 4, {"packets", "that wait at a node to enter the network"}));
  if (!node.sound()) return std::nullopt;
  RouterPlan plan{.traits = {.terminal = {.input_depth = buffer},
                             .timing = {.router = 1, .output_depth = 0, .credit_turnaround = 0},
                             .holding = Holding::OnePacket,
                             .derouting = Derouting{.buffers_per_node = 0, .buffers_per_link = 1},
                             .packets = {.flits = 1},
                             .has_blocks = false},
                  .make = [buffer](const RouterPlace& place, const BlockFactories&) {
                    return std::make_unique<DeflectionRouter>(place, buffer);
                  }};
  plan.fit = [](const RouterSurroundings& network, RouterPlan& fitted) {
    for (const Channel& link : network.topology.channels())  // As many are under way over a link and back.
      fitted.traits.timing.input_depth =
          std::max(fitted.traits.timing.input_depth.largest(), link.latency + 1);
  };
  return plan;
}
