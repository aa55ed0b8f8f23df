#include "testbench/messages/netrace_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "hw/base/ratio.h"
#include "testbench/file/bzip2_input.h"
#include "testbench/messages/message_check.h"
#include "testbench/messages/netrace.h"

namespace switchyard {
namespace {

constexpr std::size_t kTypes = std::numeric_limits<std::uint8_t>::max() + std::size_t{1};

/// What chooses among the terminals of a node of the trace.
enum class Spread { NodeType, Address };

/// How a trace is played.
struct Choice {
  std::filesystem::path file;
  std::optional<std::size_t> region;
  bool dependences = true;
  std::uint32_t flit_bytes = 8;
  Cycle compute = 0;
  std::vector<std::vector<TerminalId>> terminals;  ///< [node of the trace], at least one for each
  Spread spread = Spread::NodeType;
  std::array<std::uint8_t, kTypes> labels{};  ///< [type]
};

/// Errors: std::invalid_argument for what is wrong in the file.
class NetraceStream final : public MessageStream {
 public:
  explicit NetraceStream(Choice choice) : choice_(std::move(choice)), bytes_(choice_.file), reader_(bytes_) {
    if (!choice_.region) return;
    const std::vector<NetraceRegion>& regions = reader_.header().regions;
    for (std::size_t i = 0; i < *choice_.region; ++i) begin_ += regions[i].cycles;
    left_ = regions[*choice_.region].packets;
    reader_.seek(regions[*choice_.region]);
  }

  bool next(GraphMessage& message) override {
    if (left_ == 0 || !reader_.next(packet_)) {
      const bool whole = choice_.region ? left_ == 0 : messages_ >= reader_.header().packets;
      if (!whole)
        throw std::invalid_argument(fmt::format("it ends after {} packets, and should have more", messages_));
      return false;
    }
    --left_;
    check();
    message = GraphMessage{};
    message.source = terminal_of(packet_.source, packet_.node_types >> 4);
    message.destination = terminal_of(packet_.destination, packet_.node_types & 15);
    const auto bytes = static_cast<std::uint32_t>(netrace_type(packet_.type).bytes);
    message.flits = (bytes + choice_.flit_bytes - 1) / choice_.flit_bytes;
    message.label = choice_.labels[packet_.type];
    message.earliest = packet_.cycle - begin_;
    message.value = packet_.id;
    if (choice_.dependences) follow_dependences(message);
    ++messages_;
    return true;
  }

  /// Read last.
  const NetracePacket& packet() const { return packet_; }

 private:
  /// A packet for which another waits.
  struct Awaited {
    MessageId message;
    std::uint32_t id;
    std::uint8_t node;    ///< Where it arrives,
    TerminalId terminal;  ///< and through which terminal.
  };

  /// Of those of a node: `type` is that of its part which the packet comes from or goes to.
  TerminalId terminal_of(std::uint8_t node, int type) const {
    constexpr std::uint32_t kLine = 64;  // Bytes of the caches.
    const std::vector<TerminalId>& terminals = choice_.terminals[node];
    const std::uint32_t key =
        choice_.spread == Spread::NodeType ? static_cast<std::uint32_t>(type) : packet_.address / kLine;
    return terminals[key % terminals.size()];
  }

  void check() {
    const auto fail = [&](const std::string& what) {
      throw std::invalid_argument(fmt::format("packet {}: {}", packet_.id, what));
    };
    const int nodes = reader_.header().nodes;
    for (const int node : {packet_.source, packet_.destination}) {
      if (node >= nodes) fail(fmt::format("node {}, and the trace has nodes 0..{}", node, nodes - 1));
    }
    if (netrace_type(packet_.type).bytes == 0) fail(fmt::format("its type, {}, is unknown", packet_.type));
    if (packet_.cycle < begin_)
      fail(fmt::format("its cycle, {}, is before the region, which begins in cycle {}", packet_.cycle,
                       begin_));
    if (packet_.cycle < latest_)
      fail(fmt::format("its cycle, {}, is before that of the one above", packet_.cycle));
    if (messages_ != 0 && packet_.id <= latest_id_)
      fail(fmt::format("it comes after packet {}, and ids must rise", latest_id_));
    latest_ = packet_.cycle;
    latest_id_ = packet_.id;
  }

  /// The packets before it have said that it waits for them, and it says who waits for it.
  void follow_dependences(GraphMessage& message) {
    if (const auto waits = waits_for_.extract(packet_.id)) {
      for (const Awaited& other : waits.mapped()) wait_for(other, message);
      message.compute = choice_.compute;
    }
    for (const std::uint32_t dependent : packet_.dependents) {
      if (dependent <= packet_.id)
        throw std::invalid_argument(
            fmt::format("packet {}: packet {} waits for it, and comes no later", packet_.id, dependent));
      std::vector<Awaited>& others = waits_for_[dependent];
      if (others.empty() || others.back().message != messages_)
        others.push_back({messages_, packet_.id, packet_.destination, message.destination});
    }
  }

  /// That a packet has arrived is known at the node where it arrives, and to others of its terminal.
  void wait_for(const Awaited& other, GraphMessage& message) const {
    if (other.node != packet_.source && other.terminal != message.source)
      throw std::invalid_argument(fmt::format(
          "packet {} waits for packet {}, which arrives at terminal {}, but it sets out from {}; with "
          "dependences: false every packet is sent in its cycle",
          packet_.id, other.id, other.terminal, message.source));
    message.waits_for.push_back(other.message);
  }

  Choice choice_;
  Bzip2Input bytes_;
  NetraceReader reader_;
  Cycle begin_ = 0;                                                 ///< Of the region.
  std::uint64_t left_ = std::numeric_limits<std::uint64_t>::max();  ///< Packets of the region.
  NetracePacket packet_;
  MessageId messages_ = 0;
  Cycle latest_ = 0;
  std::uint32_t latest_id_ = 0;
  std::unordered_map<std::uint32_t, std::vector<Awaited>> waits_for_;  ///< [id of a packet to come]
};

/// As of MessageGraph: terminals of one node of the trace belong together, and so do nodes with a terminal in
/// common. Empty if each has one.
std::vector<TerminalId> nodes_of(const std::vector<std::vector<TerminalId>>& terminals, TerminalId count) {
  const auto single = [](const std::vector<TerminalId>& of_node) { return of_node.size() == 1; };
  if (std::all_of(terminals.begin(), terminals.end(), single)) return {};
  std::vector<TerminalId> nodes(count);
  std::iota(nodes.begin(), nodes.end(), TerminalId{0});
  for (const std::vector<TerminalId>& of_node : terminals) {
    for (const TerminalId terminal : of_node) {
      const TerminalId from = std::max(nodes[terminal], nodes[of_node.front()]);
      const TerminalId to = std::min(nodes[terminal], nodes[of_node.front()]);
      std::replace(nodes.begin(), nodes.end(), from, to);
    }
  }
  return nodes;
}

/// Checks every packet, gives the types that there are their labels, and tells what is to be known of it.
MessageGraph survey(Choice& choice, const Topology& topology, std::uint64_t window) {
  MessageGraph graph;
  if (choice.dependences) graph.nodes = nodes_of(choice.terminals, topology.terminal_count());
  MessageCheck check(attachments_of(topology), window, graph.nodes);
  std::array<bool, kTypes> found{};
  std::uint64_t messages = 0;
  std::uint64_t flits = 0;
  NetraceStream stream(choice);
  for (GraphMessage message; stream.next(message); ++messages) {
    if (const auto fault = check.look(message))
      throw std::invalid_argument(fmt::format("packet {}: {}", stream.packet().id, fault->what));
    found[stream.packet().type] = true;
    flits += message.flits;
    graph.longest_message = std::max(graph.longest_message, static_cast<int>(message.flits));
  }
  if (messages == 0) throw std::invalid_argument("it has no packets there");
  for (std::size_t type = 0; type < kTypes; ++type) {
    if (!found[type]) continue;
    choice.labels[type] = static_cast<std::uint8_t>(graph.classes.size());
    graph.classes.emplace_back(netrace_type(static_cast<std::uint8_t>(type)).name);
  }
  graph.mean_message = ratio(flits, messages);
  graph.make_stream = [choice] { return std::make_unique<NetraceStream>(choice); };
  return graph;
}

/// Neighbours together where there are several nodes for each terminal.
std::vector<std::vector<TerminalId>> terminals_by_default(const ConfigNode& section, TerminalId nodes,
                                                          TerminalId terminals) {
  std::vector<std::vector<TerminalId>> of_nodes;
  if (nodes % terminals != 0) {
    section.fail(
        fmt::format("{}: the trace has {} nodes, and the network has {} terminals: {}.terminals must "
                    "list the terminal of each node",
                    section.path(), nodes, terminals, section.path()));
    return of_nodes;
  }
  for (TerminalId node = 0; node < nodes; ++node) of_nodes.push_back({node / (nodes / terminals)});
  return of_nodes;
}

/// One, or a list of some.
std::vector<TerminalId> read_terminals_of_node(const ConfigNode& element, TerminalId terminals) {
  const IntRange legal{0, terminals - 1};
  if (!element.is_list()) return {element.as_integer<TerminalId>(legal)};
  std::vector<TerminalId> of_node;
  for (const ConfigNode& one : element.items()) {
    const auto terminal = one.as_integer<TerminalId>(legal);
    if (one.sound() && std::find(of_node.begin(), of_node.end(), terminal) != of_node.end())
      one.fail(fmt::format("{}: the node has terminal {} twice", one.path(), terminal));
    of_node.push_back(terminal);
  }
  if (of_node.empty()) element.fail(element.path() + " is empty: a node of the trace needs a terminal");
  return of_node;
}

/// `list` is the key.
std::vector<std::vector<TerminalId>> read_terminals(const ConfigNode& section, const ConfigNode& list,
                                                    TerminalId nodes, TerminalId terminals) {
  if (!list.exists()) return terminals_by_default(section, nodes, terminals);
  std::vector<std::vector<TerminalId>> of_nodes;
  for (const ConfigNode& element : list.items())
    of_nodes.push_back(read_terminals_of_node(element, terminals));
  if (list.sound() && of_nodes.size() != nodes)
    list.fail(
        fmt::format("{} has {} elements, and the trace has {} nodes", list.path(), of_nodes.size(), nodes));
  return of_nodes;
}

/// The keys that need no look into the file.
Choice read_choice(const ConfigNode& section) {
  Choice choice;
  const ConfigNode region = section.child(
      "region", {"region", "of the trace, which is played alone", "0..regions - 1", "the whole trace"});
  if (region.exists()) choice.region = region.as_integer<std::size_t>({0, kMaxNetraceRegions - 1});
  choice.dependences = section.boolean(
      "dependences", true,
      {"", "whether a packet waits for those that it depends on; else it is sent in its cycle"});
  choice.flit_bytes = section.integer<std::uint32_t>("flit_bytes", {1, 4096}, 8, {"bytes", "of a flit"});
  choice.compute = section.integer<Cycle>(
      "compute", {0, 1'000'000}, 0,
      {"cycles", "from the arrival of the last packet that a packet depends on until it is sent"});
  const std::vector<std::string> spreads{"node_type", "address"};
  choice.spread = section.choice(
      "spread", spreads, Spread::NodeType,
      {"",
       "what chooses among the terminals of a node that has several: the type of its part (a cache, a "
       "memory), or the line of the cache, modulo their number"});
  return choice;
}

NetraceHeader header_of(const std::filesystem::path& file) {
  Bzip2Input bytes(file);
  return NetraceReader(bytes).header();
}

}  // namespace

MessageGraph build_netrace(const TrafficContext& context) {
  const ConfigNode name = context.config.child(
      "file", {"", "a trace of netrace, as it is or compressed with bzip2; it may be longer than the memory",
               "a file"});
  const std::filesystem::path file = name.as_file();
  Choice choice = read_choice(context.config);
  const ConfigNode terminals = context.config.child(
      "terminals", {"",
                    "of nodes 0, 1, 2 ... of the trace: several nodes may have one terminal, a node may have "
                    "several (a list), and a terminal may have no node",
                    "a list of 0..terminals - 1, or of lists of them",
                    "one by one; where there are several nodes for each terminal, neighbours together"});
  if (!context.config.sound() || context.topology == nullptr) {
    terminals.ignore();
    return {};
  }
  if (!std::filesystem::is_regular_file(file)) {
    name.fail(name.path() + ": " + file.string() + " can be read only once, and is read twice");
    return {};
  }
  choice.file = file;
  try {
    const NetraceHeader header = header_of(file);
    if (choice.region && *choice.region >= header.regions.size()) {
      const ConfigNode region = context.config.child("region");
      region.fail(fmt::format("{} = {}, but the trace has {} regions, numbered from 0", region.path(),
                              *choice.region, header.regions.size()));
    }
    choice.terminals = read_terminals(context.config, terminals, static_cast<TerminalId>(header.nodes),
                                      context.topology->terminal_count());
    if (!context.config.sound()) return {};
    return survey(choice, *context.topology, read_message_window(context.config));
  } catch (const std::invalid_argument& error) {
    name.fail(fmt::format("{}: {}: {}", name.path(), file.string(), error.what()));
    terminals.ignore();
    return {};
  }
}

}  // namespace switchyard
