#include "testbench/mesh/mesh16_monitor.h"

#include <fmt/format.h>

#include "hw/base/bits.h"

namespace switchyard {

Mesh16Monitor::Mesh16Monitor(const Topology& topology, Delivered delivered)
    : topology_(topology),
      grid_(*topology.grid()),
      delivered_(std::move(delivered)),
      signals_(topology.node_count() * std::size_t{TurnBuffers::kPorts}) {}

void Mesh16Monitor::at_router(Cycle now, NodeId node, const PortInputs& arrivals) {
  const PortMask links = low_bits<PortMask>(TurnBuffers::kPorts);
  for_each_bit(arrivals.credit_ports & links, [&](PortId port) {
    signals_[node * std::size_t{TurnBuffers::kPorts} + static_cast<std::size_t>(port)][now % 2] = {
        now, arrivals.credits[port]};
  });
  for_each_bit(arrivals.flit_ports & links, [&](PortId port) {
    const Flit& packet = arrivals.flits[port];
    if (packet.vc < TurnBuffers::kLanes) check_packet(now, node, port, packet);
  });
}

void Mesh16Monitor::at_terminal(Cycle now, NodeId node, const PortInputs& arrivals) {
  if (arrivals.flit_ports != 0 && arrivals.flits[0].vc < TurnBuffers::kLanes)
    delivered_(now, node, arrivals.flits[0]);
}

void Mesh16Monitor::check_packet(Cycle now, NodeId node, PortId port, const Flit& packet) {
  ++hops_;
  const PortRef& from = topology_.peer({node, port});
  const Signal& told = signals_[from.node * std::size_t{TurnBuffers::kPorts} +
                                static_cast<std::size_t>(from.port)][(now - 1) % 2];
  if (told.at == now - 1 && (told.withheld >> packet.vc & 1) != 0)
    fail(now, node, fmt::format("packet {} came without an invitation", packet.packet));
  if (grid_.distance(node, packet.destination) >= grid_.distance(from.node, packet.destination))
    fail(now, node, fmt::format("packet {} came no nearer", packet.packet));
  const bool home = packet.vc % TurnBuffers::kTypes == static_cast<int>(BufferType::Home);
  if (home != (packet.destination == node))
    fail(now, node,
         fmt::format("packet {} to {} is taken for {}", packet.packet, packet.destination,
                     home ? "arrived" : "passing"));
  if (home) delivered_(now, node, packet);
}

void Mesh16Monitor::fail(Cycle now, NodeId node, const std::string& what) {
  if (failure_.empty()) failure_ = fmt::format("cycle {}, node {}: {}", now, node, what);
}

}  // namespace switchyard
