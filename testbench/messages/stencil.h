#pragma once

#include "testbench/messages/graph_catalog.h"

namespace switchyard {

/// Neighbours of a grid of two or three dimensions exchange messages: in each iteration every terminal sends
/// to each neighbour, `compute` cycles after all messages of the iteration before have come to it.
///
/// Config:  shape (terminals in each dimension, the first one counts fastest), periodic, iterations, compute,
///          message_length. The grid is laid over the terminals in their order, whatever the topology.
MessageGraph build_stencil(const TrafficContext& context);

}  // namespace switchyard
