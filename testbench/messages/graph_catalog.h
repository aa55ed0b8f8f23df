#pragma once

#include <vector>

#include "testbench/messages/message_stream.h"
#include "testbench/traffic/catalog.h"

namespace switchyard {

/// What `workload.graph` can name. `build` reads the keys of its graph from the map under `workload`; it
/// records what is wrong as faults, and then returns a graph without a stream.
using GraphPart = TrafficPart<MessageGraph(const TrafficContext&)>;

/// The one place that names every graph of messages. The first is the default.
const std::vector<GraphPart>& message_graphs();

std::vector<Attachment> attachments_of(const Topology& topology);

/// workload.window: how many messages are read ahead, and how far back they may wait for others.
std::uint64_t read_message_window(const ConfigNode& workload);

/// Reads `workload.graph` and its keys, and how it is played.
Injection build_message_workload(const TrafficContext& context);

}  // namespace switchyard
