#pragma once

#include "testbench/messages/graph_catalog.h"

namespace switchyard {

/// Messages between random terminals. Each waits for random ones among the last 16 that its source has sent
/// or been sent: for `dependences` in the mean, as far as there are so many.
///
/// Config:  messages, dependences, compute (in the mean; uniform), message_length (as packet_length
///          elsewhere), classes (each as likely). Operations are random, too.
MessageGraph build_random_graph(const TrafficContext& context);

}  // namespace switchyard
