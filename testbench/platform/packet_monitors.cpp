#include "testbench/platform/packet_monitors.h"

namespace switchyard {

std::unique_ptr<TraceRecorder> record_packets(const std::filesystem::path& record, const Design& design,
                                              DeliveryListener& listener) {
  if (record.empty()) return nullptr;
  return std::make_unique<TraceRecorder>(record, design.topology->terminal_count(), listener);
}

PacketMonitors::PacketMonitors(const Design& design, const std::filesystem::path& record)
    : measurement_(design.topology->terminal_count(), design.distance),
      recorder_(record_packets(record, design, measurement_)),
      scoreboard_(design.topology->terminal_count(), design.router.terminal.virtual_channels,
                  recorder_ == nullptr ? static_cast<DeliveryListener&>(measurement_) : *recorder_),
      links_(design, scoreboard_) {
  measurement_.open_window(0, kNever);
}

void PacketMonitors::created(PacketId id, Cycle queued, NodeId source, NodeId destination, int flits) {
  if (scoreboard_.created(source, {queued, destination, flits}) != id && failure_.empty())
    failure_ = "a packet of node " + std::to_string(source) + " has not the next id";
}

void PacketMonitors::reset() {
  if (failure_.empty()) failure_ = "the monitors of a network cannot look on beyond a reset";
}

const std::string& PacketMonitors::failure() const {
  if (!failure_.empty()) return failure_;
  return scoreboard_.failure().empty() ? links_.failure() : scoreboard_.failure();
}

}  // namespace switchyard
