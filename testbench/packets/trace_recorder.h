#pragma once

#include <filesystem>
#include <vector>

#include "testbench/file/pending_file.h"
#include "testbench/monitor/scoreboard.h"

namespace switchyard {

/// Writes every packet that is created as a line of a trace, in order of cycles and sources, and tells
/// another listener of all that it hears.
///
/// Errors: those of PendingFile, from all but the functions of DeliveryListener.
class TraceRecorder final : public DeliveryListener {
 public:
  /// `listener` must outlive it.
  TraceRecorder(const std::filesystem::path& file, DeliveryListener& listener);

  void on_created(NodeId source, const PacketRecord& record) override;
  void on_flits(NodeId source, NodeId at, std::uint64_t count) override {
    listener_.on_flits(source, at, count);
  }
  void on_delivered(PacketId id, NodeId source, const PacketRecord& record, Cycle now) override {
    listener_.on_delivered(id, source, record, now);
  }

  /// To be called now and then, between two cycles.
  void write_created();
  /// Completes the file. Without it no file is left behind.
  void close();

 private:
  struct Created {
    Cycle cycle;
    TerminalId source;
    TerminalId destination;
    int flits;
  };

  PendingFile file_;
  DeliveryListener& listener_;
  std::vector<Created> created_;  ///< Since write_created().
};

}  // namespace switchyard
