#pragma once

#include <vector>

#include "hw/alloc/arbiter_starts.h"
#include "hw/alloc/half_duplex_links.h"
#include "hw/topology/topology.h"

namespace switchyard {

// The links of one node, by port.

/// Cycles; 0: no channel leaves through the port. That of a port with a terminal is 1.
std::vector<int> link_latencies(const Topology& topology, NodeId node);
/// Of the channel that leaves; 1 where there is none.
std::vector<int> cycles_per_flit(const Topology& topology, NodeId node);

/// Whether this end wins the first tie on a half-duplex link. `equal` starts: the end with the lower node
/// does.
std::vector<bool> first_on_links(const Topology& topology, NodeId node, ArbiterStart start,
                                 std::uint64_t seed);

/// A node's sides of its links' arbiters, if `half_duplex`.
HalfDuplexLinks half_duplex_links(const Topology& topology, NodeId node, bool half_duplex, ArbiterStart start,
                                  std::uint64_t seed);

}  // namespace switchyard
