#include "testbench/inspect/conflict_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>

#include "hw/topology/multistage.h"
#include "testbench/file/json_text.h"
#include "testbench/tree/digit_match.h"

namespace switchyard {
namespace {

using nlohmann::ordered_json;

/// Null where the rule does not hold.
const Multistage* with_paper_labels(const Topology& topology) {
  const auto* const network = topology.shape<Multistage>();
  const bool holds =
      network != nullptr && topology.is_whole() && network->config().labels == TerminalLabels::Paper;
  return holds ? network : nullptr;
}

std::uint64_t count_by_rule(const Multistage& network, const std::vector<TerminalPath>& paths) {
  const int dimension = std::countr_zero(network.terminal_count());
  std::uint64_t conflicts = 0;
  for (std::size_t b = 1; b < paths.size(); ++b) {
    for (std::size_t a = 0; a < b; ++a) {
      const bool apart = paths[a].source != paths[b].source && paths[a].destination != paths[b].destination;
      const int match =
          digit_match(paths[a].source, paths[b].source, dimension, network.digit_bits()) +
          digit_match(paths[a].destination, paths[b].destination, dimension, network.digit_bits());
      conflicts += apart && match >= dimension;
    }
  }
  return conflicts;
}

std::string name_of(const TerminalPath& path) {
  return fmt::format("{} -> {}", path.source, path.destination);
}

std::string link_of(const Topology& topology, int channel) {
  const auto& [from, to, latency, cycles_per_flit] = topology.channels()[channel];
  return fmt::format("{}.{} -> {}.{}", topology.name_of_node(from.node), from.port,
                     topology.name_of_node(to.node), to.port);
}

const char* verdict_of(const SetConflicts& set) {
  if (set.found.can_go_at_once()) return "can go at once";
  return set.found.conflicts == 0 ? "no conflict" : "in conflict";
}

std::string rule_of(const SetConflicts& set) {
  if (!set.by_rule) return "";
  return set.rule_agrees() ? ", the rule agrees" : fmt::format(", THE RULE SAYS {}", *set.by_rule);
}

}  // namespace

std::vector<SetConflicts> check_conflicts(const Design& design, const std::vector<PathSet>& sets) {
  const Multistage* const network = with_paper_labels(*design.topology);
  std::vector<SetConflicts> checked;
  for (const auto& [name, paths] : sets) {
    SetConflicts set{name, paths.size(), find_conflicts(*design.topology, *design.routing, paths)};
    if (network != nullptr && paths.size() <= kMaxByRule) set.by_rule = count_by_rule(*network, paths);
    checked.push_back(std::move(set));
  }
  return checked;
}

std::string to_text(const Design& design, const std::vector<SetConflicts>& sets) {
  std::size_t width = std::string("set").size();
  for (const SetConflicts& set : sets) width = std::max(width, set.name.size());
  std::string text =
      fmt::format("{}\n  {:{}}  {:>9} {:>9}  {:>14} {:>19}  {:>12}\n", design.name, "set", width, "paths",
                  "conflicts", "shared sources", "shared destinations", "busiest link");
  for (const SetConflicts& set : sets) {
    text += fmt::format("  {:{}}  {:>9} {:>9}  {:>14} {:>19}  {:>12}  {}{}\n", set.name, width, set.paths,
                        set.found.conflicts, set.found.shared_sources, set.found.shared_destinations,
                        set.found.busiest, verdict_of(set), rule_of(set));
  }
  for (const SetConflicts& set : sets) {
    if (!set.found.first) continue;
    const auto& [a, b, channel] = *set.found.first;
    text += fmt::format("  first conflict    of {}: {} and {} share the link {}\n", set.name, name_of(a),
                        name_of(b), link_of(*design.topology, channel));
    break;
  }
  return text;
}

std::string to_json(const Design& design, const std::vector<SetConflicts>& sets) {
  ordered_json all = ordered_json::array();
  for (const SetConflicts& set : sets) {
    ordered_json one{{"set", set.name},
                     {"paths", set.paths},
                     {"conflicts", set.found.conflicts},
                     {"shared_sources", set.found.shared_sources},
                     {"shared_destinations", set.found.shared_destinations},
                     {"busiest_link", set.found.busiest},
                     {"can_go_at_once", set.found.can_go_at_once()}};
    if (set.by_rule) one["conflicts_by_rule"] = *set.by_rule;
    if (set.found.first) {
      const auto& [a, b, channel] = *set.found.first;
      one["first"] = {{"a", {a.source, a.destination}},
                      {"b", {b.source, b.destination}},
                      {"link", link_of(*design.topology, channel)}};
    }
    all.push_back(std::move(one));
  }
  return json_text({{"name", design.name}, {"sets", std::move(all)}});
}

}  // namespace switchyard
