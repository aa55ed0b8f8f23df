#pragma once

#include "testbench/messages/graph_catalog.h"

namespace switchyard {

/// Supersteps of the bulk synchronous parallel model: in each, every terminal computes for a time that it
/// draws, then sends `h` messages, and is sent `h`; the next one begins when all have come (a phase). Whom a
/// terminal sends to is drawn for each superstep: `h` cycles through all terminals in random orders.
///
/// In the end of each superstep every terminal must have been sent `h` messages.
///
/// Config:  supersteps, h, compute (in the mean; uniform from 0 to twice that), grain, packet_bytes.
/// Source:  Valiant, "A Bridging Model for Parallel Computation", CACM 1990.
MessageGraph build_supersteps(const TrafficContext& context);

}  // namespace switchyard
