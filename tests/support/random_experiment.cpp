#include "tests/support/random_experiment.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "hw/alloc/port_allocator.h"
#include "hw/routing/turn_model.h"
#include "tests/support/dice.h"

namespace switchyard {
namespace {

std::string radices(Dice& dice, int smallest) {
  std::vector<int> radix;
  const int dimensions = dice.between(1, 3);
  for (int d = 0; d < dimensions; ++d)
    radix.push_back(dice.between(smallest, dimensions == 1 ? 9 : dimensions == 2 ? 5 : 3));
  return fmt::format("[{}]", fmt::join(radix, ", "));
}

/// Meshes with the turn models, in turn.
RandomShape turn_model_shape(std::uint64_t number, Dice& dice) {
  const std::string kind = TurnModel::kRules[number % TurnModel::kRules.size()];
  if (kind == "negative_first") return {"kind: mesh, radix: " + radices(dice, 2), "kind: " + kind, 1};
  const int columns = dice.between(2, 6);
  const int rows = dice.between(2, 6);
  return {fmt::format("kind: mesh, radix: [{}, {}]", columns, rows), "kind: " + kind, 1};
}

/// Grids whose dimensions are corrected in an order of their own, and each third time a mesh with O1TURN.
RandomShape ordered_shape(std::uint64_t number, Dice& dice) {
  if (number % 3 == 0) {
    const int columns = dice.between(2, 6);
    const int rows = dice.between(2, 6);
    return {fmt::format("kind: mesh, radix: [{}, {}]", columns, rows), "kind: o1turn", 2};
  }
  const int dimensions = dice.between(2, 3);
  std::vector<int> radix, order;
  for (int d = 0; d < dimensions; ++d) {
    radix.push_back(dice.between(2, dimensions == 2 ? 5 : 3));
    order.insert(order.begin() + dice.between(0, d), d);
  }
  return {fmt::format("kind: {}, radix: [{}]", number % 3 == 1 ? "torus" : "mesh", fmt::join(radix, ", ")),
          fmt::format("kind: dimension_order, order: [{}]", fmt::join(order, ", ")), 2};
}

/// Routing that leaves the minimal paths.
RandomShape misrouting_shape(std::uint64_t number, Dice& dice) {
  if (number % 3 == 0) return {"kind: torus, radix: " + radices(dice, 2), "kind: two_phase", 4};
  const int reversals = dice.between(1, 3);
  const std::string routing = fmt::format("kind: dimension_reversal, reversals: {}, misroutes: {}", reversals,
                                          dice.chance(0.7) ? "true" : "false");
  if (number % 6 == 1) {
    const int dimensions = dice.between(2, 4);
    return {fmt::format("kind: hypercube, dimensions: {}", dimensions), routing, reversals + 1};
  }
  return {"kind: mesh, radix: " + radices(dice, 2), routing, reversals + 1};
}

RandomShape custom_shape(Dice& dice) {
  const int nodes = dice.between(3, 12);
  std::vector<std::string> links;
  for (int node = 1; node < nodes; ++node) {  // A random tree, and some more links.
    const int parent = dice.between(0, node - 1);
    const int latency = dice.between(1, 3);
    links.push_back(fmt::format("[{}, {}, {}]", parent, node, latency));
  }
  for (int extra = dice.between(0, nodes); extra > 0; --extra) {
    const int a = dice.between(0, nodes - 1);
    const int b = dice.between(0, nodes - 1);
    if (a != b) links.push_back(fmt::format("[{}, {}]", a, b));
  }
  return {fmt::format("kind: custom, nodes: {}, links: [{}]", nodes, fmt::join(links, ", ")),
          fmt::format("kind: up_down, root: {}", dice.between(0, nodes - 1)), 2};
}

std::string subcube(int dimensions, Dice& dice) {
  std::vector<int> inside;
  for (int d = 0; d < dimensions; ++d) {
    if (dice.chance(0.4)) inside.push_back(d);
  }
  if (inside.size() == static_cast<std::size_t>(dimensions)) inside.pop_back();
  return fmt::format("kind: subcubes, subcube: [{}]", fmt::join(inside, ", "));
}

RandomShape shape(Dice& dice) {
  const bool adaptive = dice.chance(0.6);
  const std::string routing = adaptive ? "kind: duato" : "kind: dimension_order";
  switch (dice.between(0, 3)) {
    case 0: return {"kind: torus, radix: " + radices(dice, 2), routing, adaptive ? 3 : 2};
    case 1:
      return {"kind: mesh, radix: " + radices(dice, 2),
              adaptive || dice.chance(0.5) ? routing : "kind: two_phase", 2};
    case 2:
      if (dice.chance(0.5)) return hypercube_shape(dice.between(0, 6), dice);
      return {fmt::format("kind: hypercube, dimensions: {}", dice.between(1, 5)), routing, 2};
    default: return custom_shape(dice);
  }
}

}  // namespace

RandomShape hypercube_shape(std::uint64_t number, Dice& dice) {
  const int dimensions = dice.between(1, 5);
  const auto with = [&](const std::string& routing, int least_vcs) -> RandomShape {
    return {fmt::format("kind: hypercube, dimensions: {}", dimensions), routing, least_vcs};
  };
  switch (number % 7) {
    case 0: return with("kind: e_cube", 1);
    case 1: return with("kind: hanging_vc", 1);
    case 2: return with("kind: zenith", 2);
    case 3: return with("kind: hanging_order", 1);
    case 4: return with("kind: fully_adaptive", 2);
    case 5: return with(subcube(dimensions, dice), 1);
    default: return {"kind: hypercube, dimensions: 5", "kind: non_minimal", 2};  // With detours.
  }
}

RandomShape switched_shape(Dice& dice) {
  const bool adaptive = dice.chance(0.6);
  if (dice.chance(0.2)) {
    return {fmt::format("kind: multibutterfly, dimensions: {}, multiplicity: {}, splitters: {}",
                        dice.between(1, 4), dice.between(1, 4), dice.one_of({"merged", "apart", "dilated"})),
            "kind: multibutterfly", 1, "link_latency", /*half_duplex=*/false};
  }
  if (dice.chance(0.5)) {
    std::vector<int> radix;
    const int dimensions = dice.between(1, 3);
    for (int d = 0; d < dimensions; ++d)
      radix.push_back(dice.between(2, dimensions == 1 ? 6 : 5 - dimensions));
    const int concentration = dice.between(1, 4);
    return {
        fmt::format("kind: hyperx, radix: [{}], concentration: {}", fmt::join(radix, ", "), concentration),
        adaptive ? "kind: duato" : "kind: dimension_order", 2};
  }
  if (dice.chance(0.3)) {
    const int levels = dice.between(2, 3);
    const int arity = dice.between(2, levels == 2 ? 4 : 2);
    return {fmt::format("kind: fat_tree, arity: {}, levels: {}", arity, levels), "kind: nearest_ancestor", 2};
  }
  std::vector<int> children, parents;
  const int levels = dice.between(2, 4);
  for (int level = 0; level < levels; ++level) {
    children.push_back(dice.between(2, levels == 2 ? 4 : 2));
    if (level != 0) parents.push_back(dice.between(1, levels == 4 ? 2 : 3));
  }
  const std::string tree = fmt::format("kind: fat_tree, children: [{}], parents: [{}]",
                                       fmt::join(children, ", "), fmt::join(parents, ", "));
  return {tree, adaptive ? "kind: nearest_ancestor" : "kind: adaptive_up_down", 2};
}

RandomShape concentrated_shape(Dice& dice) {
  const bool wraps = dice.chance(0.5);
  const std::string topology = (wraps ? "kind: torus, radix: " : "kind: mesh, radix: ") + radices(dice, 2);
  const bool adaptive = dice.chance(0.6);
  return {fmt::format("{}, concentration: {}", topology, dice.between(2, 4)),
          adaptive ? "kind: duato" : "kind: dimension_order", wraps && adaptive ? 3 : 2};
}

RandomShape dragonfly_shape(Dice& dice) {
  const int routers = dice.between(1, 4);
  const int terminals = dice.between(1, 3);
  const int global_links = dice.between(1, 2);
  const int groups = dice.between(2, routers * global_links + 1);
  const int global_latency = dice.between(1, 4);
  return {fmt::format(
              "kind: dragonfly, routers: {}, terminals: {}, global_links: {}, groups: {}, global_latency: {}",
              routers, terminals, global_links, groups, global_latency),
          fmt::format("kind: dragonfly, paths: {}", dice.one_of({"minimal", "valiant", "adaptive"})), 3,
          "local_latency"};
}

RandomShape ring_shape(Dice& dice) {
  if (dice.chance(0.4)) {
    const bool one_way = dice.chance(0.5);
    return {fmt::format("kind: ring, nodes: {}, one_way: {}, concentration: {}", dice.between(2, 9), one_way,
                        dice.between(1, 2)),
            "kind: ring", 2, "link_latency", !one_way};
  }
  const int rings = dice.between(2, 4);
  const int nodes = dice.between(2, 5);
  return {fmt::format("kind: hierarchical_ring, rings: {}, nodes: {}, global_latency: {}", rings, nodes,
                      dice.between(1, 4)),
          "kind: hierarchical_ring", 4};
}

RandomShape chiplets_shape(Dice& dice) {
  const int x = dice.between(2, 3);
  const int y = dice.between(2, 3);
  const int across = dice.between(1, 2);
  const int latency = dice.between(1, 4);
  const int cycles_per_flit = dice.between(1, 3);
  const bool all_links = dice.chance(0.5);
  const char* const routing =
      all_links ? dice.one_of({"duato", "dimension_order"}) : dice.one_of({"up_down", "adaptive_up_down"});
  return {
      fmt::format(
          "kind: chiplets, radix: [{}, {}], chiplets: [2, {}], {}die_latency: {}, die_cycles_per_flit: {}", x,
          y, across, all_links ? "" : "die_links: 1, ", latency, cycles_per_flit),
      std::string("kind: ") + routing, 2, "link_latency", cycles_per_flit == 1};
}

std::string random_vc_experiment(std::uint64_t number, const RandomShape& shape, Dice& dice) {
  const int vcs = std::min(16, shape.least_vcs + dice.between(0, 3) * dice.between(0, 3));
  const int t_crossbar = dice.between(1, 3);
  const int output_depth = dice.chance(0.4) ? 0 : dice.between(t_crossbar, 6);
  const int input_depth = dice.between(1, 9);
  const int longest = dice.between(1, 12);
  const bool cut_through = dice.chance(0.2) && longest <= input_depth;
  const int link_latency = dice.between(1, 3);
  const std::string drawn_duplex = dice.one_of({"full", "full", "half"});
  const std::string duplex = shape.half_duplex ? drawn_duplex : "full";
  const char* const crossbar = dice.one_of({"vcs", "ports"});
  const char* const vc_reallocation = dice.one_of({"atomic", "whole_packet"});
  const std::string vc_allocations_per_cycle =
      dice.chance(0.5) ? "unlimited" : std::to_string(dice.between(1, 3));
  const int injection_vcs = dice.between(1, vcs);
  const char* const throttle_vcs = dice.chance(0.5) ? "all" : "1";
  const int t_routing = dice.between(1, 3);
  const char* const selection = dice.one_of({"first", "random", "least_loaded"});
  const std::string& pattern = shape.patterns[dice.between(0, static_cast<int>(shape.patterns.size()) - 1)];
  const double load = 0.05 * dice.between(1, 19);
  const char* const process = dice.one_of({"bernoulli", "bursty, burst_length: 20"});
  const char* const start = dice.one_of({"random", "random", "equal"});
  const char* const head_flit_order = dice.chance(0.25) ? "in_transit_first" : "turns";
  return fmt::format(
      R"(
name: random_{}
seed: {}
topology: {{{}, {}: {}, duplex: {}}}
router:
  kind: duato
  virtual_channels: {}
  input_depth: {}
  output_depth: {}
  crossbar: {}
  switching: {}
  vc_reallocation: {}
  vc_allocations_per_cycle: {}
  head_flit_order: {}
  injection_vcs: {}
  throttle_vcs: {}
  t_routing: {}
  t_crossbar: {}
  arbiter_start: {}
routing: {{{}, selection: {}}}
traffic: {{pattern: {}, load: {}, packet_length: {{min: 1, max: {}}}, process: {}}}
)",
      number, number, shape.topology, shape.latency_key, link_latency, duplex, vcs, input_depth, output_depth,
      crossbar, cut_through ? "cut_through" : "wormhole", vc_reallocation, vc_allocations_per_cycle,
      head_flit_order, injection_vcs, throttle_vcs, t_routing, t_crossbar, start, shape.routing, selection,
      pattern, load, longest, process);
}

std::string random_hierarchy_experiment(std::uint64_t number) {
  Dice dice(number);
  constexpr RandomShape (*kShapes[])(Dice&) = {concentrated_shape, dragonfly_shape, ring_shape,
                                               chiplets_shape};
  const RandomShape drawn = kShapes[number % std::size(kShapes)](dice);
  return random_vc_experiment(number, drawn, dice);
}

std::string random_experiment(std::uint64_t number) {
  Dice dice(number);
  const RandomShape drawn = shape(dice);
  return random_vc_experiment(number, drawn, dice);
}

std::string random_hypercube_experiment(std::uint64_t number) {
  Dice dice(number);
  const RandomShape drawn = hypercube_shape(number, dice);
  return random_vc_experiment(number, drawn, dice);
}

std::string random_turn_model_experiment(std::uint64_t number) {
  Dice dice(number);
  const RandomShape drawn = turn_model_shape(number, dice);
  return random_vc_experiment(number, drawn, dice);
}

std::string random_ordered_experiment(std::uint64_t number) {
  Dice dice(number);
  const RandomShape drawn = ordered_shape(number, dice);
  return random_vc_experiment(number, drawn, dice);
}

std::string random_misrouting_experiment(std::uint64_t number) {
  Dice dice(number);
  const RandomShape drawn = misrouting_shape(number, dice);
  return random_vc_experiment(number, drawn, dice);
}

/// `key: ...` of a line gets another value.
void replace_value(std::string& yaml, const std::string& key, const std::string& value) {
  const std::size_t begin = yaml.find(key + ": ") + key.size() + 2;
  yaml.replace(begin, yaml.find('\n', begin) - begin, value);
}

/// Kinds, and the arbiters of those that have some, in turn.
std::string allocator(std::uint64_t number, Dice& dice) {
  switch (number % 6) {
    case 0:
    case 1:
      return fmt::format("{{kind: {}, arbiters: {}}}", AllocatorConfig::kKinds[number % 6],
                         AllocatorConfig::kArbiters[number / 6 % AllocatorConfig::kArbiters.size()]);
    case 2: return "{kind: wavefront}";
    case 3: return "{kind: maximum}";
    default: return fmt::format("{{kind: islip, iterations: {}}}", dice.between(1, 4));
  }
}

/// The line of `key` becomes another one; empty: none.
void replace_line(std::string& yaml, const std::string& key, const std::string& line) {
  const std::size_t begin = yaml.find("  " + key + ": ");
  yaml.replace(begin, yaml.find('\n', begin) + 1 - begin, line);
}

int vcs_of(const std::string& yaml) {
  return std::stoi(yaml.substr(yaml.find("virtual_channels: ") + std::string("virtual_channels: ").size()));
}

/// They are no longer served one after another.
void match_head_flits(std::string& yaml, const std::string& allocator) {
  replace_line(yaml, "vc_allocations_per_cycle", "  vc_allocator: " + allocator + "\n");
  replace_line(yaml, "head_flit_order", "");
}

std::string random_vc_allocator_experiment(std::uint64_t number) {
  Dice dice(number);
  std::string yaml;
  do {  // Until all VCs of its nine or fewer ports can be matched.
    const RandomShape drawn = shape(dice);
    yaml = random_vc_experiment(number, drawn, dice);
  } while (vcs_of(yaml) > kMaxMatchedVcs / 9);
  match_head_flits(yaml, allocator(number, dice));
  return yaml;
}

std::string random_allocator_experiment(std::uint64_t number) {
  Dice dice(number);
  constexpr RandomShape (*kShapes[])(Dice&) = {shape, switched_shape, concentrated_shape, dragonfly_shape};
  const RandomShape drawn = kShapes[number / 18 % std::size(kShapes)](dice);
  std::string yaml = random_vc_experiment(number, drawn, dice);
  replace_value(yaml, "crossbar", "ports\n  switch_allocator: " + allocator(number, dice));
  return yaml;
}

std::string random_switched_experiment(std::uint64_t number) {
  Dice dice(number);
  const RandomShape drawn = switched_shape(dice);
  return random_vc_experiment(number, drawn, dice);
}

/// Classes by `networks` virtual networks. Those whose terminals may refuse them have their replies in a
/// later one; others may have them anywhere.
std::string classes(int networks, const RandomShape& shape, Dice& dice) {
  std::string list;
  const int count = dice.between(1, 3);
  for (int i = 0; i < count; ++i) {
    const int network = dice.between(0, networks - 1);
    const int weight = dice.between(1, 3);
    const int longest = dice.between(1, 6);
    const std::string& pattern = shape.patterns[dice.between(0, static_cast<int>(shape.patterns.size()) - 1)];
    list += fmt::format(
        "    - {{name: c{}, virtual_network: {}, weight: {}, pattern: {}, packet_length: {{min: 1, max: {}}}",
        i, network, weight, pattern, longest);
    const bool answered = dice.chance(0.7);
    const int later = dice.between(network, networks - 1);
    const int any = dice.between(0, networks - 1);
    const bool bounded = later > network && dice.chance(0.8);
    const int length = dice.between(1, 6);
    const int service = dice.between(0, 20);
    const int buffer = dice.between(1, 3);
    const bool limited = dice.chance(0.6);
    const int outstanding = dice.between(1, 4);
    if (answered) {
      list += fmt::format(", reply: {{virtual_network: {}, packet_length: {}, service: {}{}}}",
                          bounded ? later : any, length, service,
                          bounded ? fmt::format(", buffer: {}", buffer) : "");
      if (limited) list += fmt::format(", outstanding: {}", outstanding);
    }
    list += "}\n";
  }
  return list;
}

std::string random_short_hop_experiment(std::uint64_t number) {
  Dice dice(number);
  constexpr RandomShape (*kShapes[])(Dice&) = {shape, switched_shape, concentrated_shape};
  RandomShape drawn = kShapes[number % std::size(kShapes)](dice);
  drawn.half_duplex = false;
  std::string yaml = random_vc_experiment(number, drawn, dice);
  const bool crossbar_at_once = number % 4 != 0;
  if (number % 4 != 1) replace_value(yaml, "t_routing", "0");
  if (crossbar_at_once) replace_value(yaml, "t_crossbar", "0");
  if (crossbar_at_once) replace_value(yaml, "output_depth", "0");
  return yaml;
}

std::string random_short_hop_allocator_experiment(std::uint64_t number) {
  Dice dice(number + 1000);
  std::string yaml = random_short_hop_experiment(number);
  replace_value(yaml, "crossbar", "ports\n  switch_allocator: " + allocator(number, dice));
  return yaml;
}

std::string random_stage_experiment(std::uint64_t number) {
  Dice dice(number + 2000);
  constexpr RandomShape (*kShapes[])(Dice&) = {shape, switched_shape, concentrated_shape, dragonfly_shape};
  const std::size_t drawn_shape = number / 24 % std::size(kShapes);
  RandomShape drawn = kShapes[drawn_shape](dice);
  const bool speculative = number % 2 == 1;
  const bool bypass = number / 2 % 2 == 1;
  drawn.half_duplex = drawn.half_duplex && !speculative && !bypass;
  std::string yaml = random_vc_experiment(number, drawn, dice);
  const bool queued = !bypass && dice.chance(0.5);
  const int t_routing = bypass ? 0 : dice.between(0, 2);
  const int t_vc_allocation = bypass ? dice.between(speculative ? 1 : 0, 1) : dice.between(1, 3);
  const int t_switch_allocation = dice.between(0, 2);
  const int t_crossbar = dice.between(queued ? 1 : 0, 3);
  const int output_depth = queued ? dice.between(t_switch_allocation + t_crossbar, 8) : 0;
  replace_value(yaml, "crossbar", "ports\n  switch_allocator: " + allocator(number / 4, dice));
  replace_value(yaml, "output_depth", std::to_string(output_depth));
  replace_value(yaml, "t_crossbar", std::to_string(t_crossbar));
  replace_value(
      yaml, "t_routing",
      fmt::format("{}\n  t_vc_allocation: {}\n  t_switch_allocation: {}\n  speculative: {}\n  bypass: {}",
                  t_routing, t_vc_allocation, t_switch_allocation, speculative, bypass));
  const bool matchable = drawn_shape == 0 && vcs_of(yaml) <= kMaxMatchedVcs / 9;
  if (matchable && dice.chance(0.5)) match_head_flits(yaml, allocator(number, dice));
  return yaml;
}

std::string random_class_experiment(std::uint64_t number) {
  Dice dice(number);
  constexpr RandomShape (*kShapes[])(Dice&) = {shape, switched_shape, concentrated_shape};
  const RandomShape drawn = kShapes[number % std::size(kShapes)](dice);
  const int networks = std::min(dice.between(1, 3), kMaxVcs / drawn.least_vcs);
  std::vector<int> sizes;
  int left = kMaxVcs - networks * drawn.least_vcs;
  for (int i = 0; i < networks; ++i) {
    const int more = dice.between(0, std::min(left, 2));
    sizes.push_back(drawn.least_vcs + more);
    left -= more;
  }
  std::string yaml = random_vc_experiment(number, drawn, dice);
  const int smallest = *std::min_element(sizes.begin(), sizes.end());
  const int injection_vcs = dice.between(1, smallest);
  const int load = dice.between(1, 12);
  const int sum = std::accumulate(sizes.begin(), sizes.end(), 0);
  std::vector<int> priorities(networks, 0);
  for (int& priority : priorities) priority = dice.between(0, 2);
  replace_value(yaml, "virtual_channels",
                fmt::format("{}\n  virtual_networks: [{}]\n  priorities: [{}]", sum, fmt::join(sizes, ", "),
                            fmt::join(priorities, ", ")));
  replace_value(yaml, "injection_vcs", std::to_string(injection_vcs));
  replace_value(yaml, "switching", "wormhole");
  yaml.resize(yaml.find("traffic: "));
  return yaml + fmt::format("traffic:\n  load: {}\n  classes:\n", 0.05 * load) +
         classes(networks, drawn, dice);
}

std::string random_depth_experiment(std::uint64_t number) {
  Dice dice(number + 3000);
  constexpr std::string (*kKinds[])(std::uint64_t) = {random_experiment, random_stage_experiment,
                                                      random_class_experiment};
  std::string yaml = kKinds[number % std::size(kKinds)](number);
  const std::string key = "input_depth: ";
  const int depth = std::stoi(yaml.substr(yaml.find(key) + key.size()));
  const bool cut_through = yaml.find("cut_through") != std::string::npos;
  std::vector<int> depths;
  for (int vc = 0; vc < vcs_of(yaml); ++vc)
    depths.push_back(cut_through ? depth + dice.between(0, 6) : dice.between(1, 12));
  replace_value(yaml, "input_depth", fmt::format("[{}]", fmt::join(depths, ", ")));
  return yaml;
}

}  // namespace switchyard
