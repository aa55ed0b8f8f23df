#include "testbench/run/fault_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "hw/analysis/reachability.h"
#include "hw/analysis/surviving_routes.h"
#include "hw/base/bits.h"
#include "hw/router/ranade_ways.h"

namespace switchyard {
namespace {

std::string counted(std::size_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

}  // namespace

NodePairs unreachable_pairs(const Design& design) {
  if (design.faults.known.empty() || design.routing == nullptr) return {};
  return unreachable_pairs(*design.topology, *design.routing);
}

NodePairs cut_off_pairs(const Design& design) {
  std::vector<PortRef> links;
  for (const PortChange& change : port_changes(*design.topology, design.faults))
    for_each_bit(change.faulty, [&](PortId port) { links.push_back({change.node, port}); });
  if (links.empty() || design.topology->node_count() > SurvivingRoutes::kMostNodes) return {};
  const auto rest = std::make_shared<const Topology>(design.topology->without(links));
  NodePairs pairs =
      unreachable_pairs(*rest, SurvivingRoutes(design.topology, rest, design.routing, design.lanes));
  const NodePairs unreachable = unreachable_pairs(design);
  std::erase_if(pairs, [&](const auto& pair) {
    return std::binary_search(unreachable.begin(), unreachable.end(), pair);
  });
  return pairs;
}

std::string to_text(const NodePairs& pairs) {
  constexpr std::size_t kShown = 8;
  std::string text = counted(pairs.size(), "pair") + " of nodes";
  for (std::size_t i = 0; i < pairs.size() && i < kShown; ++i)
    text += fmt::format("{} {} -> {}", i == 0 ? ":" : ",", pairs[i].first, pairs[i].second);
  return pairs.size() > kShown ? text + ", ..." : text;
}

std::string to_text(const Faults& faults) {
  const std::string known =
      counted(faults.known.size(), "link") + " from the start" +
      (faults.known_nodes.empty() ? ""
                                  : ", those of " + counted(faults.known_nodes.size(), "node") + " included");
  if (faults.links.empty() && faults.nodes.empty()) return known;
  return known + "; " + counted(faults.links.size(), "link") + " and " +
         counted(faults.nodes.size(), "node") +
         " that come, go or are unknown to routing, which no proof takes into account";
}

std::string to_text(const RanadeWays& ways) {
  NodeId around = 0;
  for (const NodeId row : ways.rows()) around += ways.heads_for()[row] != row;
  return fmt::format("{} of {} rows work, {} processors and memory modules; the way to {} leads around",
                     ways.rows().size(), ways.butterfly().row_count(), ways.processors(),
                     counted(around, "row"));
}

std::optional<std::string> missed_pairs(const Expectations& expect, const NodePairs& unreachable) {
  const std::size_t expected = expect.unreachable_pairs.value_or(0);
  if (unreachable.size() == expected) return std::nullopt;
  return fmt::format("expect.unreachable_pairs = {}, but no way leads between {}", expected,
                     to_text(unreachable));
}

}  // namespace switchyard
