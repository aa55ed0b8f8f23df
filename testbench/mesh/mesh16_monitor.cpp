#include "testbench/mesh/mesh16_monitor.h"

#include <fmt/format.h>

#include <cstdlib>

#include "hw/base/bits.h"

namespace switchyard {

namespace {

constexpr std::size_t kPorts = TurnBuffers::kPorts + 1;  ///< Of a node, with that of its terminal.

int distance(const MeshPlace& a, const MeshPlace& b) { return std::abs(a[0] - b[0]) + std::abs(a[1] - b[1]); }

}  // namespace

Mesh16Monitor::Mesh16Monitor(int side, Delivered delivered)
    : side_(side),
      delivered_(std::move(delivered)),
      signals_(index(side_.value() * side_.value(), 0)),
      flits_(std::size_t{side_.value()} * side_.value() * (kPorts + 1)) {}

void Mesh16Monitor::at_router(Cycle now, NodeId node, const PortInputs& arrivals) {
  const auto links = low_bits<PortMask>(TurnBuffers::kPorts);
  for_each_bit(arrivals.credit_ports & links, [&](PortId port) {
    signals_[index(node, port)][now % 2] = signal(now, arrivals.credits[port]);
  });
  for_each_bit(arrivals.flit_ports & links, [&](PortId port) {
    const Flit& packet = arrivals.flits[port];
    ++flits_[node * kPorts + static_cast<std::size_t>(port)];
    if (packet.vc < TurnBuffers::kVcs) check_packet(now, node, port, packet);
  });
  if (!arrivals.flit_ports.test(TurnBuffers::kPorts)) return;
  const bool is_packet = arrivals.flits[TurnBuffers::kPorts].destination != kNoPacket;
  if (is_packet) ++flits_[node * kPorts + TurnBuffers::kPorts];
}

void Mesh16Monitor::at_terminal(Cycle now, NodeId node, const PortInputs& arrivals) {
  if (arrivals.flit_ports != 0 && arrivals.flits[0].vc < TurnBuffers::kVcs)
    deliver(now, node, arrivals.flits[0]);
}

void Mesh16Monitor::deliver(Cycle now, NodeId node, const Flit& packet) {
  ++flits_[flits_.size() / (kPorts + 1) * kPorts + node];
  delivered_(now, node, packet);
}

void Mesh16Monitor::check_packet(Cycle now, NodeId node, PortId port, const Flit& packet) {
  ++hops_;
  const MeshPlace here = place_of(node);
  const MeshPlace from = TurnBuffers::beyond(here, port);
  const auto from_node = static_cast<NodeId>(from[1]) * side_.value() + static_cast<NodeId>(from[0]);
  const Signal& told = signals_[index(from_node, TurnBuffers::opposite(port))][(now - 1) % 2];
  if (told.at == static_cast<std::uint32_t>(now - 1) && told.withheld.test(packet.vc))
    fail(now, node, fmt::format("packet {} came without an invitation", packet.packet));
  const MeshPlace to = place_of(packet.destination);
  if (distance(here, to) >= distance(from, to))
    fail(now, node, fmt::format("packet {} came no nearer", packet.packet));
  const bool home = packet.vc % TurnBuffers::kTypes == static_cast<int>(BufferType::Home);
  if (home != (packet.destination == node))
    fail(now, node,
         fmt::format("packet {} to {} is taken for {}", packet.packet, packet.destination,
                     home ? "arrived" : "passing"));
  if (home) deliver(now, node, packet);
}

void Mesh16Monitor::fail(Cycle now, NodeId node, const std::string& what) {
  if (failure_.empty()) failure_ = fmt::format("cycle {}, node {}: {}", now, node, what);
}

}  // namespace switchyard
