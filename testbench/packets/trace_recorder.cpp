#include "testbench/packets/trace_recorder.h"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace switchyard {

TraceRecorder::TraceRecorder(const std::filesystem::path& file, DeliveryListener& listener)
    : file_(file), listener_(listener) {
  file_.write("cycle,source,destination,flits\n");
}

void TraceRecorder::on_created(NodeId source, const PacketRecord& record) {
  created_.push_back({record.created, source, record.destination, record.flits});
  listener_.on_created(source, record);
}

void TraceRecorder::write_created() {
  // Those of one source and cycle stay in order.
  std::stable_sort(created_.begin(), created_.end(), [](const Created& a, const Created& b) {
    return std::pair(a.cycle, a.source) < std::pair(b.cycle, b.source);
  });
  for (const Created& packet : created_)
    file_.write(fmt::format(FMT_COMPILE("{},{},{},{}\n"), packet.cycle, packet.source, packet.destination,
                            packet.flits));
  created_.clear();
}

void TraceRecorder::close() {
  write_created();
  file_.commit();
}

}  // namespace switchyard
