#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "hw/topology/grid.h"
#include "testbench/app/commands.h"
#include "testbench/app/config_options.h"
#include "testbench/app/path_option.h"
#include "testbench/app/show_sockets.h"
#include "testbench/experiment/fault_report.h"
#include "testbench/file/json_text.h"
#include "testbench/file/pending_file.h"
#include "testbench/file/print.h"
#include "testbench/inspect/design_figures.h"
#include "testbench/inspect/graphviz.h"
#include "testbench/platform/platform_network.h"

namespace switchyard {
namespace {

using nlohmann::ordered_json;

struct ShowOptions {
  ConfigOptions config;
  std::string dot;
  bool json = false;
};

ordered_json to_json(const std::optional<ZeroLoadFigures>& zero_load) {
  if (!zero_load) return nullptr;
  return {{"packet_length", zero_load->flits},
          {"min", zero_load->min},
          {"mean", zero_load->mean},
          {"max", zero_load->max},
          {"all_pairs", zero_load->pairs == ZeroLoadFigures::kAllPairs}};
}

std::string zero_load_text(const Design& design, const std::optional<ZeroLoadFigures>& zero_load) {
  if (!zero_load && design.routing == nullptr) return "none: it routes no packets";
  if (!zero_load && design.routing->routes_by_packet()) return "of each packet its own";
  if (!zero_load && design.router.slot_period != 0)
    return fmt::format("by the time slot, of {} cycles, in which a packet sets out",
                       design.router.slot_period);
  if (!zero_load) return "no two nodes are connected";
  return fmt::format("min {} / mean {:.2f} / max {} cycles for {} flits, {}", zero_load->min, zero_load->mean,
                     zero_load->max, zero_load->flits, zero_load->pairs);
}

ordered_json to_json(const std::optional<PatternBound>& bound) {
  if (!bound) return nullptr;
  return {{"load", bound->load}, {"limit", bound->limit}};
}

/// What a terminal can send, with what the channels alone would allow if that is more.
std::string capacity_text(const DesignFigures& figures, const char* terminal) {
  const std::string text =
      fmt::format("{:.4f} flits/{}/cycle of uniform traffic", figures.bounds.capacity, terminal);
  if (figures.topology.capacity <= figures.bounds.capacity) return text;
  return fmt::format("{}; the channels would carry {:.4f}, links and terminals of a node do not", text,
                     figures.topology.capacity);
}

/// In use at one node.
int most_ports(const Topology& topology) { return ports_in_use(topology, busiest_node(topology)).count(); }

/// Whole channels as an integer; narrow ones can add up to parts.
ordered_json count_of(double channels) {
  return std::floor(channels) == channels ? ordered_json(static_cast<std::int64_t>(channels))
                                          : ordered_json(channels);
}

/// Packets, or `unbounded`; null without such queues.
ordered_json link_queue_size(const std::optional<LinkQueues>& queues) {
  if (!queues) return nullptr;
  return queues->size == 0 ? ordered_json("unbounded") : ordered_json(queues->size);
}

/// One number where all VCs are alike.
ordered_json depth_of(const std::vector<int>& depths) {
  return depths.size() == 1 ? ordered_json(depths.front()) : ordered_json(depths);
}

ordered_json to_json(const Experiment& experiment, const DesignFigures& figures) {
  const Design& design = experiment.design;
  const Topology& topology = *design.whole_topology;
  const std::optional<BufferBound>& bound = figures.buffers.bound;
  ordered_json links = ordered_json::array();
  for (const auto& [latency, count] : figures.links)
    links.push_back({{"latency", latency}, {"links", count}});
  return {{"name", design.name},
          {"topology",
           {{"kind", topology.kind()},
            {"radix", topology.shape<Grid>() ? ordered_json(topology.shape<Grid>()->radices())
                                             : ordered_json(nullptr)},
            {"nodes", topology.node_count()},
            {"terminals", topology.terminal_count()},
            {"ports_per_router", most_ports(topology)},
            {"channels", topology.channels().size()},
            {"half_duplex", design.half_duplex()},
            {"link_latencies", std::move(links)},
            {"diameter", figures.topology.diameter},
            {"mean_distance", figures.topology.mean_distance},
            {"bisection_channels", count_of(figures.topology.bisection)},
            {"bisection_exact", figures.topology.bisection_exact},
            {"capacity", figures.bounds.capacity},
            {"channel_capacity", figures.topology.capacity}}},
          {"router",
           {{"kind", design.router.kind},
            {"virtual_channels", design.router.terminal.virtual_channels},
            {"input_vcs", figures.buffers.input_vcs},
            {"input_depth", depth_of(figures.buffers.input_depths)},
            {"output_vcs", figures.buffers.output_vcs},
            {"output_depth", figures.buffers.output_depth},
            {"queue_sizes", figures.buffers.queues},
            {"link_queue_size", link_queue_size(figures.buffers.link_queues)},
            {"buffer_flits", bound ? ordered_json(bound->largest_node) : ordered_json(nullptr)},
            {"buffer_flits_of_network", bound ? ordered_json(bound->network) : ordered_json(nullptr)}}},
          {"routing", {{"kind", design.routing_kind}}},
          {"zero_load_latency", to_json(figures.zero_load)},
          {"load", experiment.injection.load},
          {"load_share_of_capacity", experiment.injection.load / figures.bounds.capacity},
          {"pattern_bound", to_json(figures.bounds.pattern)}};
}

std::string shape_of(const Topology& topology) {
  if (!topology.shape<Grid>()) return topology.kind();
  return fmt::format("{} {}", topology.kind(), fmt::join(topology.shape<Grid>()->radices(), " x "));
}

std::string topology_text(const Topology& topology) {
  if (topology.has_plain_terminals())
    return fmt::format("{}: {} nodes, {} ports per router, the terminal's included", shape_of(topology),
                       topology.node_count(), most_ports(topology));
  return fmt::format(
      "{}: {} nodes with {} terminals, at most {} ports per router, those of terminals included",
      shape_of(topology), topology.node_count(), topology.terminal_count(), most_ports(topology));
}

/// With their numbers; of many only the first.
std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t kMax = 16;
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kMax); ++i)
    text += fmt::format("{}{} {}", i == 0 ? "" : ", ", i, names[i]);
  return names.size() > kMax ? text + ", ..." : text;
}

std::string link_latencies_of(const DesignFigures& figures) {
  std::vector<std::string> parts;
  for (const auto& [latency, count] : figures.links)
    parts.push_back(fmt::format("{} cycles on {} links", latency, count));
  if (figures.narrow_links != 0)
    parts.push_back(fmt::format("{} of them take a flit in several cycles", figures.narrow_links));
  if (figures.one_way_links != 0) parts.push_back(fmt::format("{} lead one way", figures.one_way_links));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string to_text(const BufferFigures& buffers) {
  const std::string inputs =
      fmt::format("{} input VCs of {} flits", buffers.input_vcs, fmt::join(buffers.input_depths, ", "));
  if (buffers.output_vcs == 0) return inputs + ", no output VCs";
  if (const std::optional<LinkQueues>& queues = buffers.link_queues) {
    const std::string size = queues->size == 0 ? "without bound" : fmt::format("of {} packets", queues->size);
    return fmt::format("{}, {} queues of links and terminals {}", inputs, buffers.output_vcs, size);
  }
  const std::string vcs =
      fmt::format("{}, {} output VCs of {} flits", inputs, buffers.output_vcs, buffers.output_depth);
  if (buffers.queues.empty()) return vcs;
  return fmt::format("{}, central queues of {}", vcs, fmt::join(buffers.queues, ", "));
}

std::string to_text(const Experiment& experiment, const DesignFigures& figures) {
  const Design& design = experiment.design;
  const Topology& topology = *design.whole_topology;
  std::string text = design.name + '\n';
  const auto line = [&](const char* title, const std::string& what) {
    text += fmt::format("  {:<17} {}\n", title, what);
  };
  line("topology", topology_text(topology));
  if (!topology.names().nodes.empty()) line("nodes", listed(topology.names().nodes));
  if (!topology.names().terminals.empty()) line("terminals", listed(topology.names().terminals));
  const bool one_way = figures.one_way_links == topology.channels().size();
  line("channels", fmt::format("{}, {}", topology.channels().size(),
                               one_way                ? "one way"
                               : design.half_duplex() ? "half duplex"
                                                      : "full duplex"));
  line("link latency", link_latencies_of(figures));
  line("distance", fmt::format("mean {:.4f} hops, diameter {}", figures.topology.mean_distance,
                               figures.topology.diameter));
  line("bisection", fmt::format("{}{} channels", figures.topology.bisection_exact ? "" : "at most ",
                                figures.topology.bisection));
  line("capacity", capacity_text(figures, design.terminal_word()));
  line("router",
       fmt::format("{}, {} virtual channels", design.router.kind, design.router.terminal.virtual_channels));
  if (const std::optional<BufferBound>& bound = figures.buffers.bound)
    line("buffers", fmt::format("{}: at most {} flits per router, {} in all", to_text(figures.buffers),
                                bound->largest_node, bound->network));
  else if (figures.buffers.link_queues)
    line("buffers", to_text(figures.buffers));
  line("routing", design.routing_kind);
  if (!design.faults.empty()) line("faults", to_text(design.faults, topology));
  line("zero-load latency", zero_load_text(design, figures.zero_load));
  if (!experiment.injection.finite)
    line("offered load",
         fmt::format("{:.4f} flits/{}/cycle, {}", experiment.injection.load, design.terminal_word(),
                     share_text(experiment.injection.load, figures.bounds)));
  return text;
}

void show(const ShowOptions& options) {
  std::optional<PlatformExperiment> platform;
  ConfigDocument document = options.config.open();
  if (has_platform(document))
    platform = read_platform_experiment(document, options.config.catalogs->hardware);
  const Catalogs& catalogs = *options.config.catalogs;
  const Experiment experiment =
      platform ? network_of(*platform, catalogs.machines) : read_experiment(document, catalogs);
  if (!options.dot.empty()) prepare_file(options.dot);
  const DesignFigures figures = figures_of(experiment);
  if (!options.dot.empty()) {
    std::ostringstream graph;
    write_graphviz(graph, experiment.design.name, *experiment.design.topology);
    write_file(options.dot, graph.str());
  }
  if (options.json) {
    ordered_json json = to_json(experiment, figures);
    if (platform) json["sockets"] = sockets_to_json(*platform);
    print_text(json_text(json));
  } else {
    print_text(to_text(experiment, figures) + (platform ? sockets_to_text(*platform) : ""));
  }
}

}  // namespace

void add_show_command(CLI::App& app, const Catalogs& catalogs, int& status) {
  auto options = std::make_shared<ShowOptions>();
  CLI::App* command =
      app.add_subcommand("show", "Show the network that a configuration describes, without running it");
  options->config.add_to(*command, catalogs);
  command->add_flag("--json", options->json, "Print JSON");
  command
      ->add_option("--dot", options->dot,
                   "Write the graph for Graphviz; draw a grid or a tree with `neato -n -Tsvg FILE`")
      ->check(a_name())
      ->type_name("FILE");
  command->callback([options, &status] {
    show(*options);
    status = kGood;
  });
}

}  // namespace switchyard
