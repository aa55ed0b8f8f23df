#include "testbench/monitor/circling.h"

#include <fmt/format.h>

namespace switchyard {

std::optional<Circling> find_circling(Cycle now, const PacketLog& log,
                                      const std::function<int(NodeId, NodeId)>& distance) {
  constexpr int kPatience = 100;
  constexpr int kLaps = 16;
  std::optional<Circling> worst;
  log.for_each_pending([&](PacketId id, const PacketRecord& record) {
    if (record.hops <= kPatience || (worst && record.hops <= worst->hops)) return;
    const NodeId source = log.source_of(id);
    const int least = distance(source, record.destination);
    if (record.hops - least < kPatience + kLaps * least) return;
    worst = Circling{now, id, source, record.destination, record.hops, least};
  });
  return worst;
}

std::string to_string(const Circling& circling) {
  return fmt::format("packet {} ({} -> {}) has made {} hops and not arrived, {} are enough", circling.packet,
                     circling.source, circling.destination, circling.hops, circling.distance);
}

}  // namespace switchyard
