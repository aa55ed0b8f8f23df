#include "testbench/cosim/router_history.h"

#include <fmt/format.h>

#include <algorithm>

#include "hw/base/bits.h"

namespace switchyard {

void RouterHistory::at_router(Cycle now, NodeId node, const PortInputs& arrivals) {
  Ring& ring = rings_[node];
  for_each_bit(arrivals.flit_ports, [&](PortId p) { ring.add({arrivals.flits[p], now, p, 0}); });
  for_each_bit(arrivals.credit_ports, [&](PortId p) { ring.add({{}, now, p, arrivals.credits[p]}); });
}

std::vector<std::string> RouterHistory::recent(NodeId node) const {
  const Ring& ring = rings_[node];
  std::vector<std::string> lines;
  for (std::size_t n = ring.count - std::min(ring.count, kEvents); n != ring.count; ++n) {
    const Event& event = ring.events[n % kEvents];
    const Flit& flit = event.flit;
    lines.push_back(flit.valid()
                        ? fmt::format("cycle {}: port {}: flit of packet {} for node {} on VC {}, {} to go{}",
                                      event.cycle, event.port, flit.packet, flit.destination, flit.vc,
                                      flit.remaining, flit.head ? ", head flit" : "")
                        : fmt::format("cycle {}: port {}: credits for VCs {:#b}", event.cycle, event.port,
                                      event.credits));
  }
  return lines;
}

}  // namespace switchyard
