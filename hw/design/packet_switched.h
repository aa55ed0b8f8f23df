#pragma once

#include <string>
#include <vector>

#include "hw/config/config_node.h"
#include "hw/topology/topology.h"

namespace switchyard {

// What the readers of the routers that send packets the wrong way (chaos, exchange) have in common.

/// A fault, unless the topology is a torus, a mesh or a hypercube.
void require_grid(const ConfigNode& root, const std::string& router);

void require_full_duplex(const ConfigNode& root, const std::string& router);

/// Reads `injection`: by how many packets a node may lead its neighbours; 0 without injection control.
int read_injection_lead(const ConfigNode& root);

/// Of the node that has the most.
int most_links(const Topology& topology);

/// By port, the terminal port's last; 0: the port is open.
std::vector<int> link_latencies(const Topology& topology, NodeId node);

}  // namespace switchyard
