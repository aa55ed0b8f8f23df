#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "testbench/traffic/packet_source.h"
#include "testbench/workload/trace.h"

namespace switchyard {

/// Plays a trace that is in order of cycles while it reads it, in memory that does not grow with it.
///
/// It reads ahead until it has the packet that is asked for, or `window` others and all of the cycle in which
/// it is asked; a source without a packet there is told to ask again in the cycle that was read last. So the
/// packets that wait in memory are `window`, or those of one cycle if these are more.
///
/// Errors: std::runtime_error if the file cannot be read, or is no longer what survey_trace found.
class TraceStream final : public PacketSource {
 public:
  static constexpr std::size_t kWindow = std::size_t{1} << 18;  ///< 6 MB.

  TraceStream(const std::filesystem::path& file, const TraceSurvey& survey, std::size_t window = kWindow);

  bool next(NodeId source, PacketRequest& request) override;
  bool finite() const override { return true; }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  /// Places of a source's packets that were read and not asked for, oldest first.
  struct Queue {
    std::uint32_t first = kNone;
    std::uint32_t last = kNone;
    Cycle asked = 0;  ///< When its next packet is asked for, at the earliest.
  };
  struct Waiting {
    PacketRequest packet;
    std::uint32_t next = kNone;
  };

  bool read_line();
  void push(const TraceEntry& entry);
  PacketRequest pop(Queue& queue);

  std::filesystem::path file_;
  std::ifstream text_;
  std::vector<std::string> faults_;
  TraceReader reader_;
  std::uint64_t unread_;
  std::size_t window_;
  Cycle latest_ = 0;           ///< Of the line that was read last.
  std::vector<Queue> queues_;  ///< [source]
  std::vector<Waiting> waiting_;
  std::uint32_t free_ = kNone;  ///< The first of the places in waiting_ that are not taken.
  std::size_t waiting_count_ = 0;
};

}  // namespace switchyard
