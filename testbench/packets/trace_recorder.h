#pragma once

#include <filesystem>
#include <map>
#include <tuple>
#include <vector>

#include "testbench/file/pending_file.h"
#include "testbench/monitor/scoreboard.h"

namespace switchyard {

/// Writes every packet that is created as a line of a trace, in order of cycles and sources, with the cycles
/// of its injection and ejection, and tells another listener of all that it hears.
///
/// A line is written when its packet and all before it have come, or when more than `max_held` lines wait for
/// that: then the oldest ones are written without these cycles, as are those of packets that never come.
///
/// Memory:  `max_held` lines of about 100 bytes, and those since write_created().
/// Errors:  those of PendingFile, from all but the functions of DeliveryListener.
class TraceRecorder final : public DeliveryListener {
 public:
  static constexpr std::size_t kMaxHeld = std::size_t{1} << 20;

  /// `listener` must outlive it.
  TraceRecorder(const std::filesystem::path& file, TerminalId terminals, DeliveryListener& listener,
                std::size_t max_held = kMaxHeld);

  void on_created(NodeId source, const PacketRecord& record) override;
  void on_flits(NodeId source, NodeId at, std::uint64_t count) override {
    listener_.on_flits(source, at, count);
  }
  void on_delivered(PacketId id, NodeId source, const PacketRecord& record, Cycle now) override;
  void on_answered(const PacketRecord& reply, Cycle asked, Cycle now) override {
    listener_.on_answered(reply, asked, now);
  }

  /// To be called now and then, between two cycles.
  void write_created();
  /// Completes the file. Without it no file is left behind.
  void close();

 private:
  /// When and where it was created, and its number there.
  using Place = std::tuple<Cycle, TerminalId, PacketId>;
  struct Packet {
    TerminalId destination;
    int flits;
    Cycle injected = kNever;
    Cycle ejected = kNever;  ///< kNever: it has not come.
  };
  void write_oldest();

  PendingFile file_;
  DeliveryListener& listener_;
  std::size_t max_held_;
  std::vector<PacketId> created_;  ///< [source]
  std::map<Place, Packet> held_;
};

}  // namespace switchyard
