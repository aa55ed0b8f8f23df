#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "hw/topology/topology.h"
#include "testbench/file/compressible_file.h"
#include "testbench/packets/packet_way.h"

namespace switchyard {

/// Writes the ways of packets as CSV, one line per event; docs/packets.md has its columns.
///
/// Errors: those of PendingFile.
class PacketFile {
 public:
  /// `topology` must outlive it. `class_names`: [label]; where there is none, the file has its number.
  PacketFile(const std::filesystem::path& file, const Topology& topology,
             std::vector<std::string> class_names = {});

  void write(const PacketWay& way);
  void commit() { file_.commit(); }

 private:
  void write_event(const char* event, Cycle cycle, PortRef at, const std::string& vc);
  const std::string& port_name(PortRef port);

  CompressibleFile file_;
  const Topology& topology_;
  std::vector<std::vector<std::string>> port_names_;  ///< [node]; empty: not yet asked for.
  std::vector<std::string> class_names_;
  std::string packet_;  ///< What all lines of the packet that is written begin with,
  std::string class_;   ///< and what they end with.
};

/// A line of such a file, as it stands there.
struct PacketEvent {
  std::string event;
  Cycle cycle = 0;
  std::string node;
  std::string port_name;
  std::string vc;  ///< Empty: none.
};

/// What such a file tells of one packet.
struct PacketStory {
  PacketId packet = 0;
  std::string source;
  std::string destination;
  std::uint64_t flits = 0;
  std::string label;  ///< Its class.
  std::vector<PacketEvent> events;

  bool arrived() const { return events.back().event == "ejected"; }
  /// From its creation to its last event.
  Cycle cycles() const { return events.back().cycle - events.front().cycle; }
};

/// Errors: std::system_error if the file cannot be read; std::invalid_argument if it is no such file, or does
///         not have the packet.
PacketStory find_packet(const std::filesystem::path& file, PacketId packet);

/// Of the packets that arrived, those that took longest from creation to arrival, the slowest first; of
/// equals those that come first in the file. At most `count`.
/// Errors: as find_packet().
std::vector<PacketStory> slowest_packets(const std::filesystem::path& file, std::size_t count);

}  // namespace switchyard
