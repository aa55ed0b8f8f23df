#include "hw/analysis/path_conflicts.h"

#include <algorithm>
#include <span>
#include <stdexcept>
#include <string>

namespace switchyard {
namespace {

/// The channels of all paths, one after the other.
struct Ways {
  std::vector<int> channels;
  std::vector<std::size_t> begin{0};  ///< [path], and the end of the last.

  std::span<const int> of(std::size_t path) const {
    return std::span(channels).subspan(begin[path], begin[path + 1] - begin[path]);
  }
  void add(const std::vector<int>& way) {
    channels.insert(channels.end(), way.begin(), way.end());
    begin.push_back(channels.size());
  }
};

bool takes(std::span<const int> way, int channel) {
  return std::find(way.begin(), way.end(), channel) != way.end();
}

/// Whether it is the first of those in `way` that the other takes as well: so each pair counts once.
bool is_first_shared(std::span<const int> way, std::span<const int> other, int channel) {
  return std::none_of(way.begin(), std::find(way.begin(), way.end(), channel),
                      [&](int before) { return takes(other, before); });
}

TerminalId count_shared(const std::vector<std::uint32_t>& paths_at) {
  return static_cast<TerminalId>(
      std::count_if(paths_at.begin(), paths_at.end(), [](std::uint32_t paths) { return paths > 1; }));
}

std::string name_of(const TerminalPath& path) {
  return std::to_string(path.source) + " -> " + std::to_string(path.destination);
}

}  // namespace

std::vector<int> channels_of(const Topology& topology, const RoutingFunction& routing,
                             const TerminalPath& path) {
  const Attachment from = topology.attachment(path.source);
  const Attachment to = topology.attachment(path.destination);
  std::vector<int> way;
  RouteQuery query{from.entry.node, to.exit.node};
  const auto steps = 2 * static_cast<std::size_t>(topology.node_count()) + 2;  // Moves into queues included.
  for (std::size_t step = 0;; ++step) {
    RouteSet routes;
    routing.route_unless_arrived(query, routes);
    if (query.here == query.destination && routes.empty()) return way;
    if (step > steps)
      throw std::invalid_argument("the routing function leads in a circle on the way " + name_of(path));
    if (routes.size() != 1) {
      throw std::invalid_argument(
          "the routing function " + std::string(routes.empty() ? "leads nowhere" : "leaves a choice") +
          " at node " + topology.name_of_node(query.here) + " on the way " + name_of(path));
    }
    const RouteChoice& choice = *routes.begin();
    query.held_vc = lowest_bit(choice.vcs);
    query.held_port = kCentralQueues;
    if (choice.port == kCentralQueues) continue;
    const int channel = topology.channel_from({query.here, choice.port});
    if (channel < 0)
      throw std::invalid_argument("the routing function takes a port without a link on the way " +
                                  name_of(path));
    way.push_back(channel);
    query.here = topology.channels()[channel].to.node;
    query.held_port = topology.channels()[channel].to.port;
  }
}

PathConflicts find_conflicts(const Topology& topology, const RoutingFunction& routing,
                             const std::vector<TerminalPath>& paths) {
  Ways ways;
  std::vector<std::vector<std::uint32_t>> over(topology.channels().size());  // [channel]: paths, in order.
  std::vector<std::uint32_t> from(topology.terminal_count());
  std::vector<std::uint32_t> to(topology.terminal_count());
  for (std::uint32_t p = 0; p < paths.size(); ++p) {
    ways.add(channels_of(topology, routing, paths[p]));
    for (const int channel : ways.of(p)) over[channel].push_back(p);
    ++from[paths[p].source];
    ++to[paths[p].destination];
  }
  PathConflicts found;
  found.shared_sources = count_shared(from);
  found.shared_destinations = count_shared(to);
  std::pair<std::uint32_t, std::uint32_t> first{~0U, ~0U};  // The second path, and the first.
  for (std::size_t channel = 0; channel < over.size(); ++channel) {
    found.busiest = std::max(found.busiest, static_cast<int>(over[channel].size()));
    for (std::size_t i = 1; i < over[channel].size(); ++i) {
      const std::uint32_t b = over[channel][i];
      for (std::size_t j = 0; j < i; ++j) {
        const std::uint32_t a = over[channel][j];
        if (paths[a].source == paths[b].source || paths[a].destination == paths[b].destination) continue;
        if (!is_first_shared(ways.of(a), ways.of(b), static_cast<int>(channel))) continue;
        ++found.conflicts;
        if (first < std::pair{b, a}) continue;
        first = {b, a};
        found.first = {paths[a], paths[b], static_cast<int>(channel)};
      }
    }
  }
  return found;
}

}  // namespace switchyard
