#include "testbench/experiment/message_deadlock.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <deque>
#include <map>

#include "hw/design/proof/verdict.h"

namespace switchyard {
namespace {

/// Whether so many requests may be outstanding to one terminal that its reply buffer has no room for them.
bool may_refuse(const TrafficClass& of, TerminalId terminals) {
  if (!of.reply || !of.reply->buffer) return false;
  const auto senders = static_cast<std::int64_t>(terminals) - 1;
  return !of.outstanding || *of.outstanding * senders > *of.reply->buffer;
}

/// Labels of `blocking`, each of which has its replies in the virtual network of the next, the last in that
/// of the first; none if there is no such ring.
std::vector<std::size_t> find_ring(const TrafficClasses& classes, const std::vector<std::size_t>& blocking) {
  const auto follows = [&](std::size_t label, std::size_t next) {
    return classes[classes[label].reply->label].network == classes[next].network;
  };
  for (const std::size_t start : blocking) {  // Shortest ways from it, until one leads back.
    std::vector<std::vector<std::size_t>> ways{{start}};
    std::vector<std::size_t> seen{start};
    for (std::size_t i = 0; i < ways.size(); ++i) {
      const std::vector<std::size_t> way = ways[i];
      if (follows(way.back(), start)) return way;
      for (const std::size_t next : blocking) {
        if (std::ranges::find(seen, next) != seen.end() || !follows(way.back(), next)) continue;
        seen.push_back(next);
        ways.push_back(way);
        ways.back().push_back(next);
      }
    }
  }
  return {};
}

/// What a packet from one terminal to another holds on a shortest way that routing allows, that of the source
/// included; nothing if there is none.
std::vector<std::string> way_of(const Design& design, TerminalId from, TerminalId to, int network) {
  const ResourceSpace space = design.resources();
  const PortRef entry = design.topology->attachment(from).entry;
  const NodeId destination = design.topology->attachment(to).exit.node;
  const ResourceId source =
      space.id({entry.node, entry.port, design.router.terminal.networks.first(network)});
  std::map<ResourceId, ResourceId> before{{source, source}};
  std::deque<ResourceId> reached{source};
  for (; !reached.empty(); reached.pop_front()) {
    const ResourceId held = reached.front();
    RouteSet routes;
    design.routing->route_unless_arrived(space.query(held, destination), routes);
    if (routes.empty()) break;
    for (const RouteChoice& choice : routes) {
      for_each_bit(choice.vcs, [&](VcId vc) {
        const ResourceId next = space.beyond(space.at(held).node, choice.port, vc);
        if (before.emplace(next, held).second) reached.push_back(next);
      });
    }
  }
  std::vector<std::string> way;
  if (reached.empty()) return way;
  for (ResourceId at = reached.front(); way.empty() || at != source; at = before.at(at))
    way.insert(way.begin(), space.name(at));
  if (reached.front() != source) way.insert(way.begin(), space.name(source));
  return way;
}

/// The first two terminals that send and receive.
std::vector<TerminalId> two_terminals(const Topology& topology) {
  std::vector<TerminalId> two;
  for (TerminalId terminal = 0; terminal < topology.terminal_count() && two.size() < 2; ++terminal) {
    if (topology.attachment(terminal).sends() && topology.attachment(terminal).receives())
      two.push_back(terminal);
  }
  return two;
}

std::vector<std::string> holders_of(const Design& design, const TrafficClasses& classes,
                                    const std::vector<std::size_t>& ring) {
  const std::vector<TerminalId> ends = two_terminals(*design.topology);
  if (ends.size() < 2) return {};
  std::vector<std::string> holders;
  const std::size_t rounds = ring.size() % 2 == 0 ? 1 : 2;  // The last waits for the first end again.
  for (std::size_t i = 0; i < rounds * ring.size(); ++i) {
    const TrafficClass& refused = classes[ring[i % ring.size()]];
    const TrafficClass& reply = classes[refused.reply->label];
    const TrafficClass& next = classes[ring[(i + 1) % ring.size()]];
    const TerminalId here = ends[i % 2];
    const TerminalId there = ends[(i + 1) % 2];
    holders.push_back(fmt::format("{} {} has room for {} of `{}`, all taken: no `{}` before one has left",
                                  design.terminal_word(), here, *refused.reply->buffer, reply.name,
                                  refused.name));
    holders.push_back(fmt::format("packets of `{}` to {} {} fill the way of the replies: {}", next.name,
                                  design.terminal_word(), there,
                                  fmt::join(way_of(design, here, there, reply.network), ", ")));
  }
  return holders;
}

}  // namespace

MessageWaits::MessageWaits(const Experiment& experiment) : experiment_(experiment) {
  if (experiment.injection.classes == nullptr) return;
  const TrafficClasses& classes = *experiment.injection.classes;
  for (std::size_t label = 0; label < classes.size(); ++label) {
    if (may_refuse(classes[label], experiment.design.topology->terminal_count())) blocking_.push_back(label);
  }
  const std::vector<std::size_t> ring = find_ring(classes, blocking_);
  for (const std::size_t label : ring) cycle_.classes.push_back(classes[label].name);
  if (!ring.empty()) cycle_.holders = holders_of(experiment.design, classes, ring);
}

std::vector<std::string> MessageWaits::lines() const {
  std::vector<std::string> lines;
  for (const std::size_t label : blocking_) {
    const TrafficClass& of = (*experiment_.injection.classes)[label];
    const TrafficClass& reply = (*experiment_.injection.classes)[of.reply->label];
    lines.push_back(fmt::format("{} (virtual network {}) may wait for {} (virtual network {})", of.name,
                                of.network, reply.name, reply.network));
  }
  if (lines.empty() && experiment_.injection.classes != nullptr)
    lines.emplace_back("terminals take all that comes: no class waits for another");
  return lines;
}

DeadlockVerdict verdict_of(const Experiment& experiment, const AnalysisProgress& progress) {
  DeadlockVerdict verdict = verdict_of(experiment.design, progress);
  if (verdict.kind == DeadlockVerdict::Kind::Unsafe) return verdict;
  const MessageWaits waits(experiment);
  if (waits.cycle().empty()) return verdict;
  verdict.kind = DeadlockVerdict::Kind::Unsafe;
  verdict.reason = fmt::format(
      "messages wait for each other: replies to {} share a virtual network with requests that terminals do "
      "not "
      "take before a reply has left",
      fmt::join(waits.cycle().classes, ", "));
  return verdict;
}

}  // namespace switchyard
