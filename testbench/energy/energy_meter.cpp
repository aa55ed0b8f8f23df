#include "testbench/energy/energy_meter.h"

#include <utility>

#include "hw/base/bits.h"

namespace switchyard {

EnergyMeter::EnergyMeter(EnergyTable table, const Topology& topology)
    : table_(std::move(table)),
      routers_(topology.node_count()),
      ports_(topology.port_count()),
      last_(ports_ * routers_) {}

void EnergyMeter::at_router(Cycle now, NodeId node, const PortInputs& arrivals) {
  for_each_bit(arrivals.flit_ports, [&](PortId port) {
    Last& last = last_[node * ports_ + port];
    const PacketId packet = arrivals.flits[port].packet;
    ++counts_.flits;
    if (last.packet != packet || last.next != now) ++counts_.bursts;
    last = {packet, now + 1};
  });
}

}  // namespace switchyard
