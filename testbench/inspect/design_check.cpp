#include "testbench/inspect/design_check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "hw/design/proof/verdict.h"
#include "testbench/experiment/deadlock_check.h"
#include "testbench/file/json_text.h"
#include "testbench/inspect/pattern_bound.h"
#include "testbench/process/shell_word.h"
#include "testbench/report/report.h"

namespace switchyard {
namespace {

using Kind = DeadlockVerdict::Kind;
using nlohmann::ordered_json;

const char* meaning_of(Kind kind) {
  switch (kind) {
    case Kind::Acyclic: return "cannot deadlock: no VC or queue waits for itself";
    case Kind::Escape: return "cannot deadlock: every packet has an escape, and the escapes have an order";
    case Kind::Dynamic: return "cannot deadlock: from every queue an ordered way leads to the destination";
    case Kind::Preemptive: return "cannot deadlock: a packet that would wait is sent elsewhere";
    case Kind::Unsafe: break;
  }
  return "may deadlock";
}

std::string to_text(const ResourceSpace& space, const Dependency& dependency) {
  std::string via;
  for (const ResourceId vc : dependency.via) via += ", " + space.name(vc);
  return fmt::format("a packet {} -> {} holds {}{} and waits for {}", dependency.source,
                     dependency.destination, space.name(dependency.held), via, space.name(dependency.wanted));
}

using Shares = std::vector<std::optional<double>>;

/// From distance 1 on.
Shares adaptivity_of(const PathFigures& paths) {
  if (paths.adaptivity.empty()) return {};
  return {paths.adaptivity.begin() + 1, paths.adaptivity.end()};
}

std::string share_text(std::optional<double> share) {
  constexpr double kLeastShown = 0.001;
  if (!share) return "-";
  return *share > 0 && *share < kLeastShown ? "below 0.001" : fmt::format("{:.3f}", *share);
}

ordered_json to_json(const Shares& shares) {
  ordered_json json = ordered_json::array();
  for (const std::optional<double>& share : shares)
    json.push_back(share ? ordered_json(*share) : ordered_json(nullptr));
  return json;
}

/// Virtual networks that others go before; empty if there are none.
std::string starving_networks(const VirtualNetworks& networks) {
  int highest = 0;
  for (int n = 0; n < networks.count(); ++n) highest = std::max(highest, networks.priority(n));
  std::vector<int> later;
  for (int n = 0; n < networks.count(); ++n) {
    if (networks.priority(n) < highest) later.push_back(n);
  }
  if (later.empty()) return {};
  return fmt::format("virtual network{} {} can starve: others go first", later.size() == 1 ? "" : "s",
                     fmt::join(later, ", "));
}

/// "4", or "1 to 4".
template <class Number>
std::string range_text(Number least, Number most) {
  return least == most ? fmt::format("{}", least) : fmt::format("{} to {}", least, most);
}

/// How many VCs a channel needs, and a link with its two channels; empty if no packet takes any.
std::string vc_classes_text(const Topology& topology, const std::vector<int>& classes) {
  std::vector<int> of_channels;
  std::vector<int> of_links;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    if (classes[i] == 0) continue;
    of_channels.push_back(classes[i]);
    const int back = topology.channel_from(topology.channels()[i].to);
    if (back >= 0) of_links.push_back(classes[i] + classes[back]);
  }
  if (of_channels.empty()) return {};
  const auto range = [](const std::vector<int>& counts) {
    const auto [least, most] = std::minmax_element(counts.begin(), counts.end());
    return range_text(*least, *most);
  };
  return range(of_channels) + " of a channel" +
         (of_links.empty() ? "" : ", " + range(of_links) + " of a link with both of its channels");
}

std::string paths_text(const PathFigures& paths, bool derouting) {
  const std::string text = derouting       ? "minimal for packets that are not derouted"
                           : paths.minimal ? "all minimal"
                                           : "not all minimal";
  if (!paths.paths) return text;
  const auto& [fewest, most, shortest, longest] = *paths.paths;
  return fmt::format("{}: {} from one node to another, of {} hops", text, range_text(fewest, most),
                     range_text(shortest, longest));
}

/// The shares at the shortest distances and at the longest, and their mean.
std::string adaptivity_text(const PathFigures& paths) {
  constexpr std::size_t kShown = 5;
  const Shares shares = adaptivity_of(paths);
  if (shares.empty()) return "no two nodes are connected";
  const char* const pairs = paths.every_destination ? "all pairs of nodes" : "pairs with 64 destinations";
  const auto is_whole = [](const std::optional<double>& share) { return share.value_or(1) == 1; };
  if (std::all_of(shares.begin(), shares.end(), is_whole))
    return fmt::format("packets may take every minimal path, over {}", pairs);
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < shares.size() && i < kShown; ++i) shown.push_back(share_text(shares[i]));
  if (shares.size() > kShown + 1) shown.emplace_back("...");
  if (shares.size() > kShown) shown.push_back(share_text(shares.back()));
  return fmt::format("packets may take {} of the minimal paths, the mean over {}; by distance, 1 to {}: {}",
                     share_text(paths.mean_adaptivity), pairs, shares.size(), fmt::join(shown, " "));
}

}  // namespace

DesignCheck check_design(const Experiment& experiment, const AnalysisProgress& progress) {
  const Design& design = experiment.design;
  DesignCheck check;
  check.verdict = verdict_of(experiment, progress);
  const MessageWaits waits(experiment);
  check.messages = waits.lines();
  check.message_cycle = waits.cycle();
  check.buffers = buffer_bound(design);
  if (design.routing == nullptr) return check;
  check.paths = measure_paths(design.resources(), *design.routing, progress);
  check.unreachable = unreachable_pairs(design);
  check.cut_off = cut_off_pairs(design);
  if (const auto busiest =
          busiest_channel(*design.topology, check.paths.channel_load, design.half_duplex())) {
    check.busiest = busiest->channel;
    check.throughput_bound = design.router.link_rate / busiest->load;
  }
  return check;
}

bool as_expected(const Expectations& expect, const DeadlockVerdict& verdict) {
  return expect.verdict ? *expect.verdict == name_of(verdict.kind) : verdict.kind != Kind::Unsafe;
}

std::string to_text(const Experiment& experiment, const DesignCheck& check) {
  const Design& design = experiment.design;
  const auto& [verdict, messages, message_cycle, buffers, paths, busiest, bound, trace, reached, drawing,
               drawn, unreachable, cut_off] = check;
  const ResourceSpace space = design.resources();
  std::string text = design.name + '\n';
  const auto line = [&](const char* title, const std::string& what) {
    text += fmt::format("  {:<17} {}\n", title, what);
  };
  if (!design.faults.empty()) line("faults", to_text(design.faults, *design.whole_topology));
  if (!design.router.left_by_faults.empty()) line("left", design.router.left_by_faults);
  if (!unreachable.empty()) line("unreachable", to_text(unreachable));
  if (!cut_off.empty()) line("cut off meanwhile", to_text(cut_off));
  line("verdict", fmt::format("{}{}: {}", name_of(verdict.kind),
                              as_expected_text(experiment.expect, verdict.kind), meaning_of(verdict.kind)));
  if (verdict.kind == Kind::Unsafe) line("reason", verdict.reason);
  for (const std::string& wait : messages) line("messages", wait);
  if (const std::string starving = starving_networks(design.router.terminal.networks); !starving.empty())
    line("priorities", starving);
  if (!message_cycle.empty()) {
    line("message cycle", "each waits for the next, the last for the first:");
    for (const std::string& holder : message_cycle.holders) text += "    " + holder + '\n';
  }
  if (!verdict.without_escape.empty())
    line("no escape", to_text(verdict.without_escape) + ", packets at the first to the second");
  if (!verdict.cycle.empty()) {
    line("shortest cycle", fmt::format("{} packets that would wait for each other:", verdict.cycle.size()));
    for (const Dependency& dependency : verdict.cycle) text += "    " + to_text(space, dependency) + '\n';
  }
  if (!trace.empty()) {
    line("its trace",
         fmt::format("{0}/deadlock.yaml with {0}/deadlock.csv; to run it: switchyard run {1} --allow-unsafe",
                     trace, shell_word(trace + "/deadlock.yaml")));
    if (reached)
      text += fmt::format("  {:<17} ends in a {}", "", describe(*reached));
    else
      line("", "reaches no deadlock: its packets have other paths, or wait for a fault to end");
  }
  if (!drawing.empty()) line("drawing", fmt::format("{}: {}; dot -Tsvg draws it", drawing, to_text(drawn)));
  if (!design.router.derouting) {
    line("walked", fmt::format("{} states, {} dependencies", verdict.states, verdict.dependencies));
  }
  if (buffers)
    line("buffers", fmt::format("hold at most {} flits, {} of them in node {}", buffers->network,
                                buffers->largest_node, buffers->node));
  if (design.routing == nullptr) return text;
  line("VCs and queues", fmt::format("{} can hold packets, over {} channels", paths.used_resources,
                                     design.topology->channels().size()));
  if (const std::string classes = vc_classes_text(*design.topology, paths.vc_classes); !classes.empty())
    line("VC classes", classes);
  line("paths", paths_text(paths, design.router.derouting.has_value()));
  line("adaptivity", adaptivity_text(paths));
  if (busiest) {
    const Channel& channel = design.topology->channels()[*busiest];
    line("throughput bound",
         fmt::format("{:.4f} flits/{}/cycle of uniform traffic that takes its ports "
                     "equally often: channel {} -> {}{}",
                     bound, design.terminal_word(), channel.from.node, channel.to.node,
                     bound > design.router.ejection_rate
                         ? fmt::format("; a terminal takes at most {}", design.router.ejection_rate)
                         : ""));
  }
  return text;
}

std::string to_json(const Experiment& experiment, const DesignCheck& check) {
  const Design& design = experiment.design;
  const auto& [verdict, messages, message_cycle, buffers, paths, busiest, bound, trace, reached, drawing,
               drawn, unreachable, cut_off] = check;
  const ResourceSpace space = design.resources();
  ordered_json cycle = ordered_json::array();
  for (const Dependency& dependency : verdict.cycle) {
    ordered_json via = ordered_json::array();
    for (const ResourceId vc : dependency.via) via.push_back(space.name(vc));
    cycle.push_back({{"source", dependency.source},
                     {"destination", dependency.destination},
                     {"holds", space.name(dependency.held)},
                     {"via", std::move(via)},
                     {"waits_for", space.name(dependency.wanted)}});
  }
  const bool safe = verdict.kind != Kind::Unsafe;
  ordered_json loads = ordered_json::array();
  for (std::size_t i = 0; i < paths.channel_load.size(); ++i) {
    const Channel& channel = design.topology->channels()[i];
    loads.push_back({{"from", channel.from.node}, {"to", channel.to.node}, {"load", paths.channel_load[i]}});
  }
  const ordered_json json = {
      {"name", design.name},
      {"verdict", name_of(verdict.kind)},
      {"expected_verdict",
       experiment.expect.verdict ? ordered_json(*experiment.expect.verdict) : ordered_json(nullptr)},
      {"as_expected", as_expected(experiment.expect, verdict)},
      {"reason", safe ? ordered_json(nullptr) : ordered_json(verdict.reason)},
      {"cycle", std::move(cycle)},
      {"messages", messages},
      {"message_cycle", message_cycle.holders},
      {"without_escape", verdict.without_escape},
      {"unreachable_pairs", unreachable},
      {"cut_off_pairs", cut_off},
      {"trace", trace.empty() ? ordered_json(nullptr) : ordered_json(trace)},
      {"trace_deadlock", reached ? to_json(*reached) : ordered_json(nullptr)},
      {"states", verdict.states},
      {"dependencies", verdict.dependencies},
      {"buffer_flits", buffers ? ordered_json(buffers->largest_node) : ordered_json(nullptr)},
      {"buffer_flits_of_network", buffers ? ordered_json(buffers->network) : ordered_json(nullptr)},
      {"used_vcs_and_queues", paths.used_resources},
      {"vc_classes", paths.vc_classes},
      {"minimal", paths.minimal},
      {"paths_of_a_pair",
       paths.paths ? ordered_json{paths.paths->fewest, paths.paths->most} : ordered_json()},
      {"hops_of_a_path",
       paths.paths ? ordered_json{paths.paths->shortest, paths.paths->longest} : ordered_json()},
      {"adaptivity", to_json(adaptivity_of(paths))},
      {"mean_adaptivity", paths.mean_adaptivity},
      {"adaptivity_of_all_destinations", paths.every_destination},
      {"throughput_bound", busiest ? ordered_json(bound) : ordered_json(nullptr)},
      {"channel_load", std::move(loads)}};
  return json_text(json);
}

}  // namespace switchyard
