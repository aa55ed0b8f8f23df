#pragma once

#include "testbench/messages/graph_catalog.h"

namespace switchyard {

/// The packets of a trace in the format of netrace, as messages.
///
/// A packet is sent in its cycle, those of a region counted from the begin of the region; but, with
/// dependences, not before `compute` cycles have passed since the last packet arrived that names it as its
/// dependent. Dependents behind the end of the region are forgotten.
///
/// Config:  file (compressed with bzip2, or not), region (default: the whole trace), dependences (default
///          true), flit_bytes (default 8), compute (default 0), terminals (of each node of the trace;
///          default: one by one, or neighbours together where nodes are a multiple of the terminals).
/// Errors:  faults, if it is no such trace, is damaged or ends too early; if a packet has a node or a type
///          that there is not, comes before the one above it, or waits for one that does not arrive where it
///          sets out; if a terminal cannot send or receive what it has to.
/// Differs: the published driver lets 8 cycles pass before a packet that had to wait beyond its own cycle is
///          sent; here `compute` cycles pass after the last arrival, whenever that is.
MessageGraph build_netrace(const TrafficContext& context);

}  // namespace switchyard
