#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "hw/design/design.h"
#include "testbench/cosim/router/router_pins.h"
#include "testbench/cosim/start_pins.h"

namespace switchyard {

/// The straps of rtl/queues/queue_router.sv.

/// What the RTL's parameters say; of a design, what they must say at least.
struct QueueRouterShape {
  int ports = 0;
  int queues = 0;
  int slots = 0;           ///< Of the largest queue.
  int depth = 0;           ///< Of an input buffer.
  int ejection_slots = 0;  ///< Of the ejection buffer.
  int radix = 0;           ///< Nodes per dimension of a mesh, hypercube: 2; of a design 0: routes by table.
  int table_nodes = 0;     ///< Destinations in the routing table, which none needs where there is a radix.

  constexpr int vcs() const { return ports * queues; }
  bool can_be(const QueueRouterShape& wanted) const;
};
std::string describe(const QueueRouterShape& shape);

/// Errors: std::invalid_argument, with what it can carry, if the RTL is another router than the design's.
QueueRouterShape queue_router_shape(const Design& design);

/// Those of queue_router.
RouterPlaces queue_router_places(int ports, int queues);

// Precondition of all: queue_router_shape() takes the design.

/// queue_site_t of rtl/include/net_types.svh, 32 bits a word, the low end first.
std::array<std::uint32_t, 4> queue_router_site(const Design& design, NodeId node);
/// start_i.
StartPins queue_router_starts(const Design& design, NodeId node);
/// table_i, [queue][destination]: VCs that a packet may take. Empty if the RTL needs no table.
std::vector<std::vector<std::uint64_t>> queue_router_table(const Design& design, NodeId node);

/// Throws what queue_router_shape() throws.
[[noreturn]] void refuse_queue_router(const std::string& why);

}  // namespace switchyard
