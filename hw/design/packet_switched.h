#pragma once

#include <string>
#include <vector>

#include "hw/config/config_node.h"
#include "hw/router/packet_terminal.h"
#include "hw/topology/topology.h"

namespace switchyard {

// What the readers of the routers that send packets the wrong way (chaos, exchange) have in common.

/// A fault, unless the topology is a torus, a mesh or a hypercube.
void require_grid(const ConfigNode& root, const std::string& router);

void require_full_duplex(const ConfigNode& root, const std::string& router);

/// Reads `injection`, and the injection and delivery buffers of `router`.
void read_packet_terminal(const ConfigNode& root, PacketTerminalConfig& config);

/// Of the node that has the most.
int most_links(const Topology& topology);

/// By port, the terminal port's last; 0: the port is open.
std::vector<int> link_latencies(const Topology& topology, NodeId node);

}  // namespace switchyard
