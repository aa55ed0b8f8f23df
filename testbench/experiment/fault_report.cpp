#include "testbench/experiment/fault_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "hw/analysis/reachability.h"
#include "hw/analysis/surviving_routes.h"
#include "hw/base/bits.h"

namespace switchyard {
namespace {

std::string counted(std::size_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

/// The sets of links that are faulty at one time, by both of their ends, without routing's knowing.
std::set<std::vector<PortRef>> faulty_at_a_time(const Design& design) {
  std::map<NodeId, PortMask> faulty;
  std::set<std::vector<PortRef>> sets;
  const std::vector<PortChange> changes = port_changes(*design.topology, design.faults);
  for (std::size_t i = 0; i < changes.size(); ++i) {
    faulty[changes[i].node] = changes[i].faulty;
    if (i + 1 < changes.size() && changes[i + 1].at == changes[i].at) continue;
    std::vector<PortRef> links;
    for (const auto& [node, ports] : faulty)
      for_each_bit(PortMask{ports}, [&, at = node](PortId port) { links.push_back({at, port}); });
    if (!links.empty()) sets.insert(std::move(links));
  }
  return sets;
}

/// How many links they are, whichever end names them and however often.
std::size_t count_links(const std::vector<PortRef>& ends, const Topology& topology) {
  std::set<PortRef> links;
  for (const PortRef& end : ends) links.insert(std::min(end, topology.far_end(end)));
  return links.size();
}

std::size_t count_nodes(const std::vector<NodeId>& nodes) {
  return std::set<NodeId>(nodes.begin(), nodes.end()).size();
}

}  // namespace

NodePairs unreachable_pairs(const Design& design) {
  if (design.faults.known.empty() || design.routing == nullptr) return {};
  return unreachable_pairs(*design.topology, *design.routing);
}

NodePairs cut_off_pairs(const Design& design) {
  const std::set<std::vector<PortRef>> faulty = faulty_at_a_time(design);
  if (faulty.empty() || design.topology->node_count() > SurvivingRoutes::kMaxNodes) return {};
  const NodePairs unreachable = unreachable_pairs(design);
  std::set<NodePairs::value_type> cut_off;
  for (const std::vector<PortRef>& links : faulty) {
    const auto rest = std::make_shared<const Topology>(design.topology->without(links));
    const SurvivingRoutes routes(design.topology, rest, design.routing, design.router.virtual_channels);
    for (const auto& pair : unreachable_pairs(*rest, routes)) {
      if (!std::binary_search(unreachable.begin(), unreachable.end(), pair)) cut_off.insert(pair);
    }
  }
  return {cut_off.begin(), cut_off.end()};
}

std::string to_text(const NodePairs& pairs) {
  constexpr std::size_t kShown = 8;
  std::string text = counted(pairs.size(), "pair") + " of nodes";
  for (std::size_t i = 0; i < pairs.size() && i < kShown; ++i)
    text += fmt::format("{} {} -> {}", i == 0 ? ":" : ",", pairs[i].first, pairs[i].second);
  return pairs.size() > kShown ? text + ", ..." : text;
}

std::string to_text(const Faults& faults, const Topology& topology) {
  const std::string known =
      counted(count_links(faults.known, topology), "link") + " from the start" +
      (faults.known_nodes.empty()
           ? ""
           : ", those of " + counted(count_nodes(faults.known_nodes), "node") + " included");
  if (faults.links.empty() && faults.nodes.empty()) return known;
  return known + "; " + counted(faults.links.size(), "link") + " and " +
         counted(faults.nodes.size(), "node") +
         " that come, go or are unknown to routing, which no proof takes into account";
}

std::optional<std::string> missed_pairs(const Expectations& expect, const NodePairs& unreachable) {
  const std::size_t expected = expect.unreachable_pairs.value_or(0);
  if (unreachable.size() == expected) return std::nullopt;
  return fmt::format("expect.unreachable_pairs = {}, but no way leads between {}", expected,
                     to_text(unreachable));
}

}  // namespace switchyard
