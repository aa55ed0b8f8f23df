#pragma once

#include <istream>
#include <span>
#include <string>
#include <vector>

#include "testbench/traffic/packet_source.h"

namespace switchyard {

/// One line of a trace.
struct TraceEntry {
  NodeId source = 0;
  PacketRequest packet;
};

/// Reads CSV with the header `cycle,source,destination,flits`; lines in any order, `#` starts a comment.
///
/// A node may send to itself. Faults: no header, no packet, a missing or surplus field, not a number, no such
/// node, flits not in 1..65535. The result is void if any.
std::vector<TraceEntry> read_trace(std::istream& text, const std::string& file_name, NodeId node_count,
                                   std::vector<std::string>& faults);

/// The packets of a trace by source, each source's by cycle; those of one cycle in the order of the file.
class Trace {
 public:
  /// `entries`: at least one; sources below `node_count`.
  Trace(NodeId node_count, std::vector<TraceEntry> entries);

  std::span<const PacketRequest> packets_of(NodeId source) const {
    return {packets_.begin() + first_[source], packets_.begin() + first_[source + 1]};
  }
  NodeId node_count() const { return static_cast<NodeId>(first_.size() - 1); }
  int longest_packet() const;
  double mean_packet() const;

 private:
  std::vector<PacketRequest> packets_;
  std::vector<std::ptrdiff_t> first_;  ///< Index of each source's first packet; then the number of packets.
};

}  // namespace switchyard
