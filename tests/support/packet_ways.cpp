#include "tests/support/packet_ways.h"

#include <optional>
#include <sstream>
#include <stdexcept>

#include "tests/support/csv_fields.h"

namespace switchyard {
std::map<PacketId, WayOfPacket> read_packet_ways(const std::string& text) {
  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line);
  if (line != "packet,source,destination,flits,event,cycle,node,port,port_name,vc,class")
    throw std::runtime_error(line);
  std::map<PacketId, WayOfPacket> ways;
  std::optional<PacketId> last;
  while (std::getline(lines, line)) {
    const std::vector<std::string> f = csv_fields(line);
    if (f.size() != 11) throw std::runtime_error(line);
    const auto packet = static_cast<PacketId>(std::stoul(f[0]));
    if (packet != last && ways.count(packet) != 0) throw std::runtime_error("not neighbours: " + line);
    last = packet;
    WayOfPacket& way = ways[packet];
    way.source = static_cast<TerminalId>(std::stoul(f[1]));
    way.destination = static_cast<TerminalId>(std::stoul(f[2]));
    way.flits = std::stoi(f[3]);
    way.label = f[10];
    way.events.push_back({f[4], std::stoull(f[5]), static_cast<NodeId>(std::stoul(f[6])), std::stoi(f[7]),
                          f[8], f[9].empty() ? -1 : std::stoi(f[9]), line});
  }
  return ways;
}

}  // namespace switchyard
