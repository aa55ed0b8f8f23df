#include "testbench/messages/graph_catalog.h"

#include <algorithm>
#include <utility>

#include "testbench/messages/fork_join.h"
#include "testbench/messages/message_file.h"
#include "testbench/messages/message_source.h"
#include "testbench/messages/netrace_graph.h"
#include "testbench/messages/quadtree.h"
#include "testbench/messages/random_graph.h"
#include "testbench/messages/request_reply.h"
#include "testbench/messages/stencil.h"

namespace switchyard {
namespace {

MessageGraph read_graph(const TrafficContext& context) {
  std::vector<std::string> names;
  for (const GraphPart& part : message_graphs()) names.push_back(part.name);
  const std::size_t index =
      context.config.choice("graph", names, 0, {"", "where the messages and what they wait for come from"});
  if (context.config.child("graph").sound()) return message_graphs()[index].build(context);
  context.config.ignore();  // Which keys the graph would have is not known.
  return {};
}

}  // namespace

const std::vector<GraphPart>& message_graphs() {
  static const std::vector<GraphPart> kGraphs{
      {"file", "the messages of a CSV file", build_message_file},
      {"netrace", "the packets of a trace in the format of netrace, with what they depend on", build_netrace},
      {"request_reply", "requests and their replies, so many outstanding for each terminal",
       build_request_reply},
      {"fork_join", "rounds in which a root sends to others and waits for all of their answers",
       build_fork_join},
      {"stencil", "iterations in which neighbours of a grid exchange messages", build_stencil},
      {"quadtree", "numbers that climb or descend a tree over all terminals", build_quadtree},
      {"random", "messages that wait for random ones before them", build_random_graph},
  };
  return kGraphs;
}

std::vector<Attachment> attachments_of(const Topology& topology) {
  std::vector<Attachment> attachments;
  for (TerminalId t = 0; t < topology.terminal_count(); ++t) attachments.push_back(topology.attachment(t));
  return attachments;
}

std::uint64_t read_message_window(const ConfigNode& workload) {
  constexpr std::int64_t kDefault = std::int64_t{1} << 18;
  constexpr IntRange kWindow{1, std::int64_t{1} << 26};
  return workload.integer<std::uint64_t>(
      "window", kWindow, kDefault,
      {"messages", "that are read ahead of the oldest that has not come, and among which they may wait"});
}

Injection build_message_workload(const TrafficContext& context) {
  constexpr IntRange kFlits{1, 65535};
  MessageOptions options;
  const auto graph = std::make_shared<const MessageGraph>(read_graph(context));
  options.window = read_message_window(context.config);
  options.longest_packet =
      context.config.integer<int>("packet_length", kFlits, options.longest_packet,
                                  {"flits", "of a packet at most: a longer message goes as several"});
  Injection injection;
  injection.finite = true;
  injection.longest_packet = std::min(graph->longest_message, options.longest_packet);
  injection.mean_packet = std::min<double>(graph->mean_message, options.longest_packet);
  if (graph->make_stream == nullptr) return injection;
  injection.messages = graph;
  injection.make_source = [graph, terminals = attachments_of(*context.topology), options] {
    return std::make_unique<MessageSource>(*graph, terminals, options);
  };
  return injection;
}

}  // namespace switchyard
