#pragma once

#include <string>
#include <vector>

#include "tests/support/message_lists.h"
#include "tests/support/test_bench.h"

namespace switchyard {

/// `workload`: behind `kind: messages, graph: `.
inline MessageGraph collective_on(const std::string& topology, const std::string& workload, int seed = 1) {
  const bool is_grid = topology.find("custom") == std::string::npos;
  const Experiment experiment = experiment_from(
      "seed: " + std::to_string(seed) + "\ntopology: " + topology +
      "\nrouter: {kind: duato, virtual_channels: 4, input_depth: 8}\nrouting: {kind: " +
      (is_grid ? "dimension_order" : "up_down") + "}\nworkload: {kind: messages, graph: " + workload + "}\n");
  return *experiment.injection.messages;
}

inline std::string mesh_of(int terminals) {
  return "{kind: mesh, radix: [" + std::to_string(terminals) + "]}";
}

inline std::string played(ResultCheck& check, const GraphMessage& message, MessageId id) {
  const MessageEnds ends{id, message.source, message.destination};
  std::string found = check.left(ends);
  return found.empty() ? check.came(ends, 0) : found;
}

/// What its check says if the messages, but `lost`, leave and come in their order, one after the other: the
/// first that is wrong.
inline std::string check_in_order(const MessageGraph& graph, const std::vector<GraphMessage>& messages,
                                  MessageId lost = ~MessageId{0}) {
  const auto check = graph.make_check();
  for (MessageId id = 0; id < messages.size(); ++id) {
    if (id == lost) continue;
    if (std::string found = played(*check, messages[id], id); !found.empty()) return found;
  }
  return check->ended();
}

}  // namespace switchyard
