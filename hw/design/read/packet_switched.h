#pragma once

#include <string>

#include "hw/config/config_node.h"
#include "hw/router/packet/packet_terminal.h"
#include "hw/topology/topology.h"

namespace switchyard {

// What the readers of packet-switched routers have in common, most of it those of the routers that send
// packets the wrong way (chaos, exchange).

/// Reads `injection`.
InjectionConfig read_injection_policy(const ConfigNode& root);

/// Reads `injection`, and of `router` the injection and ejection buffers and where arbiters start.
void read_packet_terminal(const ConfigNode& root, PacketTerminalConfig& config);

/// A fault if the injection policy needs null packets, which `router` cannot carry.
void require_no_null_packets(const ConfigNode& root, const std::string& router,
                             const InjectionConfig& injection);

/// A fault if injection control and half-duplex links both need the request wires.
void require_free_request_wires(const ConfigNode& root, const InjectionConfig& injection, bool half_duplex);

/// A fault if there are more tokens than nodes, or a node where a token is lost.
void require_way_of_tokens(const ConfigNode& root, const Topology& topology,
                           const InjectionConfig& injection);

/// Of the node that has the most.
int most_links(const Topology& topology);

}  // namespace switchyard
