#pragma once

#include <filesystem>
#include <functional>
#include <istream>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "hw/base/ratio.h"
#include "hw/config/data_file.h"
#include "testbench/traffic/packet_source.h"

namespace switchyard {

/// One line of a trace.
struct TraceEntry {
  NodeId source = 0;
  PacketRequest packet;
};

/// Reads CSV with the header `cycle,source,destination,flits`, line by line; `#` starts a comment. Columns
/// `injected` and `ejected` may follow, as TraceRecorder writes them; what they hold is not looked at.
///
/// A node may send to itself. Faults: no header, a missing or surplus field, not a number, no such node,
/// flits not in 1..65535.
class TraceReader {
 public:
  /// `text` and `faults` must outlive this object.
  TraceReader(std::istream& text, const std::string& file_name, NodeId node_count,
              std::vector<std::string>& faults);

  /// The next line that is not at fault; false if there is none.
  bool next(TraceEntry& entry);
  /// Records a fault at the source of the line.
  void fail_at_source(const std::string& message);
  void fail_at_end(const std::string& message);
  std::int64_t line() const { return file_.line(); }

 private:
  DataFile file_;
  IntRange legal_node_;
  bool has_header_;
};

/// What one look at a trace tells of it, in memory that does not grow with it.
struct TraceSurvey {
  std::vector<std::uint32_t> packets_by_source;  ///< Empty if the number of nodes is not known.
  std::uint64_t packets = 0;
  std::uint64_t flits = 0;
  int longest_packet = 0;
  std::int64_t first_step_back = 0;  ///< The line whose cycle is before that of the line above; 0: none is.

  bool in_order() const { return first_step_back == 0; }
  double mean_packet() const { return ratio(flits, packets); }
};

/// Checks every line, and hands it to `visit`. Faults: those of TraceReader, no packet, more packets of a
/// source than there are packet ids for it. The result is void if any. `node_count` is kNoNode if it is not
/// known.
TraceSurvey survey_trace(std::istream& text, const std::string& file_name, NodeId node_count,
                         std::vector<std::string>& faults,
                         const std::function<void(const TraceEntry&)>& visit);

/// For a file that is no longer what survey_trace found.
std::runtime_error trace_has_changed(const std::filesystem::path& file);

/// The packets of a trace by source, each source's by cycle; those of one cycle in the order of the file.
class Trace {
 public:
  /// `entries`: sources below `node_count`.
  Trace(NodeId node_count, std::span<const TraceEntry> entries);
  /// `next` gives as many packets of each source as `packets_by_source` says, in any order, and then false.
  Trace(std::span<const std::uint32_t> packets_by_source, const std::function<bool(TraceEntry&)>& next);

  std::span<const PacketRequest> packets_of(NodeId source) const {
    return {packets_.begin() + first_[source], packets_.begin() + first_[source + 1]};
  }
  NodeId node_count() const { return static_cast<NodeId>(first_.size() - 1); }

 private:
  std::vector<PacketRequest> packets_;
  std::vector<std::ptrdiff_t> first_;  ///< Index of each source's first packet; then the number of packets.
};

}  // namespace switchyard
