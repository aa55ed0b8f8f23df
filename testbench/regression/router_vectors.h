#pragma once

#include <iosfwd>

#include "testbench/experiment/experiment.h"
#include "testbench/regression/traffic_around.h"

namespace switchyard {

/// What the model of a router does, for testbench/cosim/rtl/router_vectors.sv: a line a cycle, all pins as
/// one hexadecimal number, the first pin lowest. Requests are there if links are half duplex.

/// In random traffic.
void write_router_vectors(std::ostream& out, const Design& design, NodeId node, const RouterTraffic& traffic);

/// In its network, in the first cycles of a run. What arrives obeys all rules of the network.
void write_network_vectors(std::ostream& out, const Experiment& experiment, NodeId node, int cycles);

}  // namespace switchyard
