#include "hw/design/read/read_faults.h"

#include <algorithm>
#include <array>
#include <string>

#include "hw/analysis/multibutterfly_faults.h"
#include "hw/analysis/surviving_routes.h"
#include "hw/base/random_stream.h"
#include "hw/topology/multibutterfly.h"

namespace switchyard {
namespace {

constexpr std::int64_t kLatest = 1'000'000'000'000;

/// When a fault is there, and whether routing knows of it.
struct Span {
  Cycle from = 0;
  Cycle to = kNever;
  bool known = true;
};

Span read_span(const ConfigNode& node) {
  Span span;
  span.from = node.integer<Cycle>("from", {0, kLatest}, 0, {"cycle", "in which it begins"});
  constexpr IntRange kEnds{1, kLatest};
  const ConfigNode to = node.child(
      "to", {"cycle", "in which it is repaired; after `from`", text_of(kEnds), "never"}, {shape_of(kEnds)});
  if (to.exists()) span.to = to.as_integer<Cycle>(kEnds);
  if (to.exists() && to.sound() && span.to <= span.from) {
    to.fail(to.path() + " = " + std::to_string(span.to) +
            " is not after from = " + std::to_string(span.from));
  }
  const bool always = span.from == 0 && span.to == kNever;
  const ConfigNode known =
      node.child("known",
                 {"", "whether routing goes around it; for that it must be there all the time", "true, false",
                  "true if it is there from the start to the end"},
                 {{ValueShape::Kind::Truth}});
  span.known = known.exists() ? known.as_bool() : always;
  if (span.known && !always) {
    known.fail(known.path() + " = true is for faults from cycle 0 to the end: routing tables do not change");
  }
  return span;
}

/// The links between the two nodes of `link`: the one at port `port` of the first, or all.
std::vector<PortRef> read_link(const ConfigNode& node, const Topology& topology) {
  const IntRange ids{0, topology.node_count() - 1};
  const ConfigNode link =
      node.child("link", {"", "both directions of the link between nodes a and b", "`[a, b]`", "none"},
                 {{ValueShape::Kind::List}});
  const ConfigNode port = node.child(
      "port", {"", "of a: which of several links between them", "ports of links, from 0", "all of them"});
  const std::vector<std::int64_t> ends = node.integers("link", ids);
  if (link.sound() && ends.size() != 2) link.fail(link.path() + " is not a link: [a, b], its two nodes");
  const auto only = port.exists() ? port.as_integer({0, topology.port_count() - 2}) : -1;
  if (!link.sound() || !port.sound()) return {};

  const auto a = static_cast<NodeId>(ends[0]);
  const auto b = static_cast<NodeId>(ends[1]);
  std::vector<PortRef> found;
  for (PortId p = 0; p < topology.port_count(); ++p) {
    const bool leads_there = topology.far_end({a, p}).node == b;
    if (leads_there && (!port.exists() || p == only)) found.push_back({a, p});
  }
  const std::string nodes[] = {std::to_string(a), std::to_string(b)};
  if (found.empty() && port.exists()) {
    port.fail(port.path() + " = " + std::to_string(only) + ": that port of node " + nodes[0] +
              " does not lead to node " + nodes[1]);
  } else if (found.empty()) {
    link.fail(link.path() + ": no link joins node " + nodes[0] + " with node " + nodes[1]);
  }
  return found;
}

/// The links of a node.
std::vector<PortRef> links_of(const Topology& topology, NodeId node) {
  std::vector<PortRef> links;
  for (PortId p = 0; p < topology.port_count(); ++p) {
    if (topology.far_end({node, p}).node != kNoNode) links.push_back({node, p});
  }
  return links;
}

/// Different links, drawn evenly. Each entry has a stream of its own.
std::vector<PortRef> read_random_links(const ConfigNode& node, const Topology& topology, std::uint64_t seed,
                                       NodeId entry) {
  std::vector<PortRef> links;
  for (std::size_t i = 0; i < topology.channels().size(); ++i) {
    const Channel& channel = topology.channels()[i];
    const int back = topology.channel_from(channel.to);
    if (back < 0 || static_cast<std::size_t>(back) > i) links.push_back(channel.from);
  }
  const auto count =
      node.integer<std::size_t>("random_links", {1, static_cast<std::int64_t>(links.size())},
                                {"links", "so many, drawn from the seed", "1..links of the network", "none"});
  if (!node.child("random_links").sound()) return {};
  RandomStream random(seed, entry, Purpose::Fault);
  for (std::size_t i = 0; i < count; ++i)
    std::swap(links[i], links[i + random.below(static_cast<std::uint32_t>(links.size() - i))]);
  links.resize(count);
  return links;
}

/// `entry`: its number among the faults.
void add_links(const std::vector<PortRef>& links, const Span& span, NodeId entry, Faults& faults) {
  for (const PortRef& link : links) {
    if (span.known) {
      faults.known.push_back(link);
      faults.known_by.push_back(entry);
    } else {
      faults.links.push_back({link, span.from, span.to});
    }
  }
}

void add_node(NodeId node, const Topology& topology, const Span& span, NodeId entry, Faults& faults) {
  if (span.known) {
    faults.known_nodes.push_back(node);
    add_links(links_of(topology, node), span, entry, faults);
  } else {
    faults.nodes.push_back({node, span.from, span.to});
  }
}

/// Switches of a multibutterfly, drawn evenly, and those that are given up with them.
std::vector<NodeId> read_random_switches(const ConfigNode& node, const Topology& topology, std::uint64_t seed,
                                         NodeId entry) {
  FaultRule rule;
  const auto count = node.integer<int>(
      "random_switches", {1, topology.node_count()},
      {"nodes",
       "of a multibutterfly: so many, drawn from the seed, and with them all that `erase` and "
       "`declare` give up",
       "1..nodes", "none"});
  rule.erase = node.real(
      "erase", {0, 1}, rule.erase,
      {"share of the inputs", "with `random_switches`: a splitter goes of which more than that is faulty"});
  rule.declare = node.choice("declare", FaultRule::kDeclares, rule.declare,
                             {"",
                              "with `random_switches`: how many of the links of a switch to a side must "
                              "lead to faulty ones, that it is given up"});
  const ConfigNode key = node.child("random_switches");
  if (key.sound() && topology.shape<Multibutterfly>() == nullptr)
    key.fail(key.path() + " has no meaning for topology.kind = " + topology.kind());
  if (!node.sound()) return {};
  RandomStream random(seed, entry, Purpose::Fault);
  const Survivors survivors = find_survivors(topology, random_faults(topology, count, random), rule);
  std::vector<NodeId> gone;
  for (NodeId switch_node = 0; switch_node < topology.node_count(); ++switch_node) {
    if (!survivors.left[switch_node]) gone.push_back(switch_node);
  }
  return gone;
}

void read_fault(const ConfigNode& node, const Topology& topology, std::uint64_t seed, NodeId entry,
                bool routes_itself, Faults& faults) {
  static constexpr std::array<const char*, 4> kWhat{"link", "node", "random_links", "random_switches"};
  const auto named = std::count_if(
      kWhat.begin(), kWhat.end(), [&](const char* key) { return node.is_map() && node.child(key).exists(); });
  if (named != 1) {
    node.fail(node.path() +
              " is not a fault: one of `link: [a, b]`, `node: n`, `random_links: n`, "
              "`random_switches: n`");
    return node.ignore();
  }
  const Span span = read_span(node);
  if (routes_itself && !span.known && node.sound()) {
    node.fail(
        node.path() +
        " comes, goes or is unknown to routing, but the routers choose their paths once: they must know "
        "a fault, from cycle 0 to the end");
  }
  if (node.child("link").exists()) {
    add_links(read_link(node, topology), span, entry, faults);
  } else if (node.child("random_links").exists()) {
    add_links(read_random_links(node, topology, seed, entry), span, entry, faults);
  } else if (node.child("random_switches").exists()) {
    for (const NodeId gone : read_random_switches(node, topology, seed, entry))
      add_node(gone, topology, span, entry, faults);
  } else {
    const IntRange ids{0, topology.node_count() - 1};
    add_node(node.integer<NodeId>("node", ids, {"", "a node with all its links", "0..nodes - 1", "none"}),
             topology, span, entry, faults);
  }
}

}  // namespace

Faults read_faults(const ConfigNode& root, const Topology& topology, std::uint64_t seed, bool routes_itself) {
  Faults faults;
  const ConfigNode list = root.child("faults");
  NodeId entry = 0;
  for (const ConfigNode& node : list.items())
    read_fault(node, topology, seed, entry++, routes_itself, faults);
  if (!routes_itself && !faults.known.empty() && topology.node_count() > SurvivingRoutes::kMaxNodes) {
    list.fail("faults that routing knows of need a table of N^2 entries: at most " +
              std::to_string(SurvivingRoutes::kMaxNodes) + " nodes, not " +
              std::to_string(topology.node_count()) + "; use `known: false`");
  }
  return faults;
}

}  // namespace switchyard
