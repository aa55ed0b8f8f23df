#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace switchyard {

/// A network whose packets have ways, of all that a configuration may say of one, with traffic of some load.
struct RandomPacketNetwork {
  std::string network;                          ///< YAML: topology, router, routing, faults.
  std::string traffic;                          ///< What stands in `traffic` beside the load.
  std::map<std::string, std::string> settings;  ///< What was drawn, by key; numbers in classes.

  std::string experiment(double load, std::uint64_t seed) const;
};

/// Duato routers, nodes with central queues or chaos routers; 8 to 36 nodes. Not every draw is legal.
RandomPacketNetwork random_packet_network(std::uint64_t number);

/// The same where terminals are not one at each node, or links are narrower than a flit or lead in one
/// direction; Duato routers or nodes with central queues.
RandomPacketNetwork random_attached_network(std::uint64_t number);

}  // namespace switchyard
