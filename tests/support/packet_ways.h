#pragma once

#include <map>
#include <string>
#include <vector>

#include "hw/base/types.h"

namespace switchyard {

/// A line of a file of `run --packets`.
struct WayEvent {
  std::string name;
  Cycle cycle = 0;
  NodeId node = 0;
  PortId port = 0;
  std::string port_name;
  VcId vc = -1;      ///< -1: none is given.
  std::string line;  ///< All of it.
};

/// The lines of a packet.
struct WayOfPacket {
  TerminalId source = 0;
  TerminalId destination = 0;
  int flits = 0;
  std::string label;  ///< Its class.
  std::vector<WayEvent> events;

  bool ejected() const { return events.back().name == "ejected"; }
};

/// Reads such a file, on its own. Errors: std::runtime_error if it has another header, a line has another
/// number of fields, or the lines of a packet are not neighbours.
std::map<PacketId, WayOfPacket> read_packet_ways(const std::string& text);

}  // namespace switchyard
