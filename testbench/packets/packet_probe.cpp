#include "testbench/packets/packet_probe.h"

#include <algorithm>
#include <utility>

#include "hw/base/bits.h"

namespace switchyard {

PacketProbe::PacketProbe(const Design& design, PacketOptions options, const PacketLog& log)
    : options_(std::move(options)),
      topology_(*design.topology),
      log_(log),
      file_(options_.file, topology_, options_.class_names) {
  if (options_.nodes.empty()) return;
  is_chosen_.resize(topology_.node_count());
  for (const NodeId node : options_.nodes) is_chosen_[node] = true;
}

void PacketProbe::at_router(Cycle now, NodeId node, const PortInputs& arrivals) {
  for_each_bit(arrivals.flit_ports, [&](PortId port) {
    const Flit& flit = arrivals.flits[port];
    if (flit.head && covers(log_.find(flit.packet)))
      under_way_[flit.packet].push_back({now, {node, port}, flit.vc});
  });
}

void PacketProbe::at_terminal(Cycle now, TerminalId /*terminal*/, const PortInputs& arrivals) {
  if (arrivals.flit_ports == 0 || !arrivals.flits[0].tail()) return;
  const Flit& tail = arrivals.flits[0];
  const PacketRecord* const record = log_.find(tail.packet);
  if (!covers(record)) return;
  PacketWay way = take(tail.packet, *record);
  if (!comes_by(way)) return;
  way.ejected = now;
  way.ejected_on = tail.vc;
  arrived_.push_back(std::move(way));
}

/// What is known of it so far, which is then forgotten.
PacketWay PacketProbe::take(PacketId packet, const PacketRecord& record) {
  PacketWay way;
  way.packet = packet;
  way.source = log_.source_of(packet);
  way.destination = record.destination;
  way.flits = record.flits;
  way.label = record.label;
  way.created = record.created;
  way.injected = record.injected;
  if (const auto node = under_way_.extract(packet)) way.routers = std::move(node.mapped());
  return way;
}

bool PacketProbe::comes_by(const PacketWay& way) const {
  if (is_chosen_.empty() || is_chosen_[topology_.attachment(way.source).entry.node]) return true;
  return std::any_of(way.routers.begin(), way.routers.end(),
                     [this](const PacketHop& hop) { return is_chosen_[hop.at.node]; });
}

void PacketProbe::write_arrived() {
  std::sort(arrived_.begin(), arrived_.end(), [](const PacketWay& a, const PacketWay& b) {
    return std::pair(a.ejected, a.packet) < std::pair(b.ejected, b.packet);
  });
  for (const PacketWay& way : arrived_) file_.write(way);
  arrived_.clear();
}

void PacketProbe::close() {
  write_arrived();
  std::vector<PacketId> left;
  log_.for_each_pending([&](PacketId packet, const PacketRecord& record) {
    if (covers(&record)) left.push_back(packet);
  });
  std::sort(left.begin(), left.end());
  for (const PacketId packet : left) {
    const PacketWay way = take(packet, *log_.find(packet));
    if (comes_by(way)) file_.write(way);
  }
  file_.commit();
}

}  // namespace switchyard
