#include "hw/design/read_faults.h"

#include <algorithm>
#include <array>
#include <string>

#include "hw/analysis/surviving_routes.h"
#include "hw/base/random_stream.h"

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
  span.from = static_cast<Cycle>(node.integer("from", {0, kLatest}, 0));
  const ConfigNode to = node.child("to");
  if (to.exists()) span.to = static_cast<Cycle>(to.as_integer({1, kLatest}));
  if (to.exists() && to.sound() && span.to <= span.from) {
    to.fail(to.path() + " = " + std::to_string(span.to) +
            " is not after from = " + std::to_string(span.from));
  }
  const bool always = span.from == 0 && span.to == kNever;
  const ConfigNode known = node.child("known");
  span.known = known.exists() ? known.as_bool() : always;
  if (span.known && !always) {
    known.fail(known.path() + " = true is for faults from cycle 0 to the end: routing tables do not change");
  }
  return span;
}

/// The ports of `a` whose links lead to `b`: the one that `port` names, or all.
std::vector<PortRef> read_link(const ConfigNode& node, const Topology& topology) {
  const IntRange ids{0, static_cast<std::int64_t>(topology.node_count()) - 1};
  const ConfigNode link = node.child("link");
  const std::vector<std::int64_t> ends = node.integers("link", ids);
  if (link.sound() && ends.size() != 2) link.fail(link.path() + " is not a link: [a, b], its two nodes");
  const ConfigNode only = node.child("port");
  const auto port =
      static_cast<PortId>(only.exists() ? only.as_integer({0, topology.terminal_port() - 1}) : -1);
  if (!link.sound() || !only.sound()) return {};
  const auto a = static_cast<NodeId>(ends[0]);
  const auto b = static_cast<NodeId>(ends[1]);
  std::vector<PortRef> found;
  for (PortId p = 0; p < topology.terminal_port(); ++p) {
    if (only.exists() && p != port) continue;
    if (!topology.is_open({a, p}) && topology.peer({a, p}).node == b) found.push_back({a, p});
  }
  if (found.empty()) {
    (only.exists() ? only : link)
        .fail((only.exists() ? only.path() + " = " + std::to_string(port) + ": that port of node "
                             : link.path() + ": no link joins node ") +
              std::to_string(a) + (only.exists() ? " does not lead to node " : " with node ") +
              std::to_string(b));
  }
  return found;
}

/// Different links, drawn evenly. Each entry has a stream of its own.
std::vector<PortRef> read_random_links(const ConfigNode& node, const Topology& topology, std::uint64_t seed,
                                       NodeId entry) {
  std::vector<PortRef> links;
  for (std::size_t i = 0; i < topology.channels().size(); i += 2)
    links.push_back(topology.channels()[i].from);
  const auto count =
      static_cast<std::size_t>(node.integer("random_links", {1, static_cast<std::int64_t>(links.size())}));
  if (!node.child("random_links").sound()) return {};
  RandomStream random(seed, entry, Purpose::Fault);
  for (std::size_t i = 0; i < count; ++i)
    std::swap(links[i], links[i + random.below(static_cast<std::uint32_t>(links.size() - i))]);
  links.resize(count);
  return links;
}

}  // namespace

Faults read_faults(const ConfigNode& root, const Topology& topology, std::uint64_t seed) {
  static constexpr std::array<const char*, 3> kWhat{"link", "node", "random_links"};
  Faults faults;
  const ConfigNode list = root.child("faults");
  NodeId entry = 0;
  for (const ConfigNode& node : list.items()) {
    const auto named = std::count_if(kWhat.begin(), kWhat.end(), [&](const char* key) {
      return node.is_map() && node.child(key).exists();
    });
    if (named != 1) {
      node.fail(node.path() + " is not a fault: one of `link: [a, b]`, `node: n`, `random_links: n`");
      node.ignore();
      continue;
    }
    const Span span = read_span(node);
    std::vector<PortRef> links;
    if (node.child("link").exists()) links = read_link(node, topology);
    if (node.child("random_links").exists()) links = read_random_links(node, topology, seed, entry);
    if (node.child("node").exists()) {
      const auto id = static_cast<NodeId>(
          node.integer("node", {0, static_cast<std::int64_t>(topology.node_count()) - 1}));
      if (!span.known) {
        faults.nodes.push_back({id, span.from, span.to});
      } else {
        faults.known_nodes.push_back(id);
        for (PortId p = 0; p < topology.terminal_port(); ++p) {
          if (!topology.is_open({id, p})) links.push_back({id, p});
        }
      }
    }
    for (const PortRef& link : links) {
      if (span.known) {
        faults.known.push_back(link);
      } else {
        faults.links.push_back({link, span.from, span.to});
      }
    }
    ++entry;
  }
  if (!faults.known.empty() && topology.node_count() > SurvivingRoutes::kMostNodes) {
    list.fail("faults that routing knows of need a table of N^2 entries: at most " +
              std::to_string(SurvivingRoutes::kMostNodes) + " nodes, not " +
              std::to_string(topology.node_count()) + "; use `known: false`");
  }
  return faults;
}

}  // namespace switchyard
