#pragma once

#include <iosfwd>

#include "hw/design/design.h"

namespace switchyard {

/// Traffic around one router; see RouterNeighbours.
struct RouterTraffic {
  double load = 0.8;        ///< Flits per link and cycle.
  int longest_packet = 12;  ///< Flits.
  int cycles = 1000;
};

/// Writes what the model of a router does in random traffic, for testbench/cosim/rtl/router_vectors.sv: a
/// line a cycle, all pins as one hexadecimal number, the first pin lowest. Requests are there if links are
/// half duplex.
void write_router_vectors(std::ostream& out, const Design& design, NodeId node, const RouterTraffic& traffic);

}  // namespace switchyard
