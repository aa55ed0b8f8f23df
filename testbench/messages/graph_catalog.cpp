#include "testbench/messages/graph_catalog.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "testbench/messages/collectives.h"
#include "testbench/messages/fork_join.h"
#include "testbench/messages/h_permutation.h"
#include "testbench/messages/message_file.h"
#include "testbench/messages/message_source.h"
#include "testbench/messages/netrace_graph.h"
#include "testbench/messages/quadtree.h"
#include "testbench/messages/random_graph.h"
#include "testbench/messages/request_reply.h"
#include "testbench/messages/stencil.h"
#include "testbench/messages/supersteps.h"
#include "testbench/messages/total_exchange.h"

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
      {"total_exchange", "every terminal sends a block of its own to every other one", build_total_exchange},
      {"broadcast", "the block of a root to all", build_broadcast},
      {"scatter", "a block of a root to each", build_scatter},
      {"gather", "a block of each to a root", build_gather},
      {"all_gather", "a block of each to all", build_all_gather},
      {"reduce", "the blocks of all, combined at a root", build_reduce},
      {"reduce_scatter", "vectors of all, of which each has a combined block in the end",
       build_reduce_scatter},
      {"all_reduce", "vectors of all, combined and sent to all", build_all_reduce},
      {"barrier", "no terminal goes on before all have come", build_barrier},
      {"supersteps", "each terminal computes, sends and is sent as much as others, and waits for all",
       build_supersteps},
      {"h_permutation",
       "each terminal sends h messages and is sent h, directly or by way of random terminals",
       build_h_permutation},
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

namespace {

/// How packets are made of messages. Faults: a packet without room for payload; packet_length where the graph
/// says in bytes what a packet holds.
MessageOptions read_options(const ConfigNode& config, const MessageGraph& graph) {
  constexpr int kMaxFlits = 65535;
  MessageOptions options;
  options.window = read_message_window(config);
  const auto packet = config.integer<int>("packet_length", {1, kMaxFlits}, kMaxFlits,
                                          {"flits", "of a packet at most: a longer message goes as several"});
  options.header_flits =
      config.integer<int>("header_flits", {0, kMaxFlits - 1}, 0,
                          {"flits", "in each packet beside its payload; the flits of a message are payload"});
  const ConfigNode length = config.child("packet_length");
  if (graph.longest_packet != 0 && length.exists())
    length.fail(length.path() + " has no meaning beside workload.packet_bytes");
  if (options.header_flits >= packet) {
    const ConfigNode header = config.child("header_flits");
    header.fail(fmt::format("{} = {} leaves no room for payload: {} = {}", header.path(),
                            options.header_flits, length.path(), packet));
    options.header_flits = 0;
  }
  options.longest_packet = packet - options.header_flits;
  if (graph.longest_packet != 0)
    options.longest_packet = std::min(options.longest_packet, graph.longest_packet);
  return options;
}

/// By which virtual network messages of each class go; null if the workload does not say. Faults: a graph
/// whose classes have no names; another number of networks than of classes.
std::shared_ptr<const TrafficClasses> read_networks(const ConfigNode& config, const MessageGraph& graph) {
  constexpr IntRange kNetworks{0, kMaxVcs - 1};
  const ConfigNode node = config.child(
      "virtual_networks",
      {"number", "of the virtual network by which messages of each class go: see router.virtual_networks",
       "a list with one for each class of the graph", "0 for all"},
      {list_of(kNetworks)});
  if (!node.exists()) return nullptr;
  auto classes = std::make_shared<TrafficClasses>();
  for (const std::int64_t network : config.integers("virtual_networks", kNetworks))
    classes->push_back({classes->size() < graph.classes.size() ? graph.classes[classes->size()] : "",
                        static_cast<int>(network)});
  if (config.sound() && classes->size() != graph.classes.size())
    node.fail(fmt::format("{} has {} networks, but the messages have {}", node.path(), classes->size(),
                          graph.classes.empty() ? "no classes with names"
                                                : fmt::format("{} classes: {}", graph.classes.size(),
                                                              fmt::join(graph.classes, ", "))));
  return classes;
}

}  // namespace

Injection build_message_workload(const TrafficContext& context) {
  const auto graph = std::make_shared<const MessageGraph>(read_graph(context));
  const MessageOptions options = read_options(context.config, *graph);
  Injection injection;
  injection.finite = true;
  injection.in_bytes = graph->in_bytes;
  injection.longest_packet = std::min(graph->longest_message, options.longest_packet) + options.header_flits;
  injection.mean_packet =
      std::min<double>(graph->mean_message, options.longest_packet) + options.header_flits;
  injection.classes = read_networks(context.config, *graph);
  if (graph->make_stream == nullptr) return injection;
  injection.messages = graph;
  injection.make_source = [graph, terminals = attachments_of(*context.topology), options] {
    return std::make_unique<MessageSource>(*graph, terminals, options);
  };
  return injection;
}

}  // namespace switchyard
