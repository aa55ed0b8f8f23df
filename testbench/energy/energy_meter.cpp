#include "testbench/energy/energy_meter.h"

#include <algorithm>
#include <utility>

#include "hw/base/bits.h"

namespace switchyard {

EnergyMeter::EnergyMeter(EnergyTable table, const Design& design)
    : table_(std::move(table)),
      routers_(design.topology->node_count()),
      ports_(design.topology->port_count()),
      vcs_(design.router.terminal.virtual_channels),
      last_(ports_ * routers_),
      queues_(last_.size() * vcs_),
      behind_(last_.size()) {
  constexpr Cycle kTerminalLink = 1;
  for (const Channel& channel : design.topology->channels())
    behind_[port_index(channel.from)] = {port_index(channel.to) * vcs_, static_cast<Cycle>(channel.latency)};
  for (TerminalId terminal = 0; terminal < design.topology->terminal_count(); ++terminal) {
    const PortRef entry = design.topology->attachment(terminal).entry;
    of_entries_.push_back({port_index(entry) * vcs_, kTerminalLink});
  }
}

void EnergyMeter::open(Cycle now) {
  counts_ = {};
  opened_ = now;
}

void EnergyMeter::at_router(Cycle now, NodeId node, const PortInputs& arrivals) {
  for_each_bit(arrivals.flit_ports, [&](PortId port) {
    const std::size_t at = port_index({node, port});
    const Flit& flit = arrivals.flits[port];
    Last& last = last_[at];
    ++counts_.flits;
    ++counts_.rises;
    if (last.packet != flit.packet || last.next != now) ++counts_.bursts;
    last = {flit.packet, now + 1};
    queues_[at * vcs_ + flit.vc].push_back(now);
  });
  for_each_bit(arrivals.credit_ports, [&](PortId port) {
    free_slots(behind_[port_index({node, port})], arrivals.credits[port], now);
  });
}

void EnergyMeter::at_terminal(Cycle now, TerminalId terminal, const PortInputs& arrivals) {
  if (arrivals.credit_ports != 0) free_slots(of_entries_[terminal], arrivals.credits[0], now);
}

/// A flit has left each of these queues `latency` ago. If another came in that cycle, the queue did not rise.
void EnergyMeter::free_slots(const FarEnd& from, VcMask credits, Cycle now) {
  if (from.latency == 0) return;
  for_each_bit(credits, [&](VcId vc) {
    Queue& queue = queues_[from.first_vc + vc];
    const Cycle left = now - from.latency;
    if (left >= opened_ && std::find(queue.begin(), queue.end(), left) != queue.end()) --counts_.rises;
    if (!queue.empty()) queue.erase(queue.begin());
  });
}

}  // namespace switchyard
