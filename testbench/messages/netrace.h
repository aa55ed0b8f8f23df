#pragma once

#include <cstdint>
#include <istream>
#include <string>
#include <vector>

#include "hw/base/types.h"

namespace switchyard {

inline constexpr std::uint32_t kMaxNetraceRegions = 100;  ///< Of a trace.

/// A part of a trace.
struct NetraceRegion {
  std::uint64_t offset = 0;  ///< Bytes from the first packet of the trace to the first of the region.
  std::uint64_t cycles = 0;
  std::uint64_t packets = 0;
};

struct NetraceHeader {
  std::string benchmark;
  int nodes = 0;
  std::uint64_t cycles = 0;
  std::uint64_t packets = 0;
  std::string notes;
  std::vector<NetraceRegion> regions;
};

struct NetracePacket {
  Cycle cycle = 0;
  std::uint32_t id = 0;
  std::uint32_t address = 0;
  std::uint8_t type = 0;
  std::uint8_t source = 0;
  std::uint8_t destination = 0;
  std::uint8_t node_types = 0;            ///< Of the source in the upper half, of the other in the lower.
  std::vector<std::uint32_t> dependents;  ///< Ids of packets that wait until this one has arrived.
};

/// What packets of a type are called, and how long they are; 0 bytes: there is no such type.
struct NetraceType {
  const char* name;
  int bytes;
};
NetraceType netrace_type(std::uint8_t type);

/// Reads a trace in the format of netrace, version 1.0: a header, and packets in order of cycles.
///
/// Errors: std::invalid_argument if it is no such trace, or ends in the middle of a packet; and what the
///         stream throws.
/// Source: Hestness, Keckler, "Netrace: Dependency-Tracking Traces for Efficient Network-on-Chip
///         Experimentation", TR-10-11, University of Texas at Austin, 2011; the published reader.
class NetraceReader {
 public:
  /// Reads the header. `bytes` must outlive this object.
  explicit NetraceReader(std::istream& bytes);

  const NetraceHeader& header() const { return header_; }

  /// Goes to the first packet of a region, before any packet has been read.
  void seek(const NetraceRegion& region);
  /// The next packet, of whichever region; false if there is none.
  bool next(NetracePacket& packet);

 private:
  std::istream& bytes_;
  NetraceHeader header_;
};

}  // namespace switchyard
