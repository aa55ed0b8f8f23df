#include "testbench/packets/trace_recorder.h"

#include <fmt/compile.h>
#include <fmt/format.h>

namespace switchyard {

TraceRecorder::TraceRecorder(const std::filesystem::path& file, TerminalId terminals,
                             DeliveryListener& listener, std::size_t max_held)
    : file_(file), listener_(listener), max_held_(max_held), created_(terminals, 0) {
  file_.write("cycle,source,destination,flits,injected,ejected\n");
}

void TraceRecorder::on_created(NodeId source, const PacketRecord& record) {
  held_.emplace(Place{record.created, source, created_[source]++}, Packet{record.destination, record.flits});
  listener_.on_created(source, record);
}

void TraceRecorder::on_delivered(PacketId id, NodeId source, const PacketRecord& record, Cycle now) {
  const auto terminals = static_cast<PacketId>(created_.size());
  if (const auto found = held_.find({record.created, source, id / terminals}); found != held_.end()) {
    found->second.injected = record.injected;
    found->second.ejected = now;
  }
  listener_.on_delivered(id, source, record, now);
}

void TraceRecorder::write_created() {
  while (!held_.empty() && (held_.begin()->second.ejected != kNever || held_.size() > max_held_))
    write_oldest();
}

void TraceRecorder::write_oldest() {
  const auto& [place, packet] = *held_.begin();
  const auto& [cycle, source, number] = place;
  file_.write(fmt::format(FMT_COMPILE("{},{},{},{},"), cycle, source, packet.destination, packet.flits));
  if (packet.ejected == kNever) {
    file_.write(",\n");
  } else {
    file_.write(fmt::format(FMT_COMPILE("{},{}\n"), packet.injected, packet.ejected));
  }
  held_.erase(held_.begin());
}

void TraceRecorder::close() {
  while (!held_.empty()) write_oldest();
  file_.commit();
}

}  // namespace switchyard
