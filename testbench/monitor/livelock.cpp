#include "testbench/monitor/livelock.h"

#include <fmt/format.h>

namespace switchyard {

std::optional<Livelock> find_livelock(Cycle now, const PacketLog& log,
                                      const std::function<int(NodeId, NodeId)>& distance) {
  constexpr int kPatience = 100;
  constexpr int kLaps = 16;
  std::optional<Livelock> worst;
  log.for_each_pending([&](PacketId id, const PacketRecord& record) {
    if (record.hops <= kPatience || (worst && record.hops <= worst->hops)) return;
    const NodeId source = log.source_of(id);
    const int least = distance(source, record.destination);
    if (record.hops - least < kPatience + kLaps * least) return;
    worst = Livelock{now, id, source, record.destination, record.hops, least};
  });
  return worst;
}

std::string to_string(const Livelock& livelock) {
  return fmt::format("packet {} ({} -> {}) has made {} hops and not arrived, {} are enough", livelock.packet,
                     livelock.source, livelock.destination, livelock.hops, livelock.distance);
}

}  // namespace switchyard
