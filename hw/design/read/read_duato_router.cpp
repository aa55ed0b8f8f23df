#include <array>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hw/design/node_links.h"
#include "hw/design/read/read_allocator.h"
#include "hw/design/read/read_arbiter_start.h"
#include "hw/design/read/read_half_duplex.h"
#include "hw/design/read/read_limit.h"
#include "hw/design/read/readers.h"
#include "hw/router/vc/duato_router.h"
#include "hw/routing/duato.h"

namespace switchyard {
namespace {

template <class Enum, std::size_t N>
Enum read_enum(const ConfigNode& node, std::string_view key, const std::array<std::string, N>& names,
               Enum fallback, const std::string& meaning) {
  return node.choice(key, names, fallback, {"", meaning});
}

/// Of each of so many virtual networks.
std::vector<int> read_priorities(const ConfigNode& router, std::size_t networks) {
  constexpr IntRange kPriority{0, 7};
  const ConfigNode node =
      router.child("priorities",
                   {"",
                    "of the virtual networks: of the flits that want a link or a port of the "
                    "crossbar those of the largest number go first, and others can starve",
                    "a list with one of " + text_of(kPriority) + " for each", "all alike"},
                   {list_of(kPriority)});
  if (!node.exists()) return {};
  std::vector<int> priorities;
  for (const std::int64_t priority : router.integers("priorities", kPriority))
    priorities.push_back(static_cast<int>(priority));
  if (router.sound() && priorities.size() != networks)
    node.fail(
        node.path() + " has " + std::to_string(priorities.size()) + " priorities, but there " +
        (networks == 1 ? "is 1 virtual network" : "are " + std::to_string(networks) + " virtual networks"));
  return priorities;
}

/// One that has all VCs, so many that are alike, or a list of how many VCs each has.
///
/// After the keys that `config` has.
VirtualNetworks read_virtual_networks(const ConfigNode& router, const DuatoConfig& config) {
  constexpr IntRange kCount{1, kMaxVcs};
  const int vcs = config.virtual_channels;
  const ConfigNode node =
      router.child("virtual_networks",
                   {"networks",
                    "into which the VCs are divided, in order; a packet stays in its own. A number: all have "
                    "equally many VCs",
                    "1..`virtual_channels`, or a list with the VCs of each", "1"},
                   {{ValueShape::Kind::WholeNumber, "1"}, list_of(kCount)});
  const std::string of_vcs = "router.virtual_channels = " + std::to_string(vcs);
  std::vector<int> sizes{vcs};
  if (node.is_list()) {
    sizes.clear();
    for (const std::int64_t size : router.integers("virtual_networks", kCount))
      sizes.push_back(static_cast<int>(size));
    const int sum = std::accumulate(sizes.begin(), sizes.end(), 0);
    if (router.sound() && sum != vcs)
      node.fail(node.path() + " have " + std::to_string(sum) + " VCs together, but " + of_vcs);
  } else if (node.exists()) {
    const int count = node.as_integer<int>(kCount);
    if (router.sound() && vcs % count != 0)
      node.fail(node.path() + " = " + std::to_string(count) + " does not divide " + of_vcs +
                ": a list gives each its own number of VCs");
    sizes.assign(count, vcs / count);
  }
  std::vector<int> priorities = read_priorities(router, sizes.size());
  const VirtualNetworks networks =
      router.sound() ? VirtualNetworks(std::move(sizes), std::move(priorities)) : VirtualNetworks(vcs);
  if (router.sound() && config.injection_vcs > networks.smallest())
    router.child("injection_vcs")
        .fail("router.injection_vcs = " + std::to_string(config.injection_vcs) +
              ", but router.virtual_networks has one of " + std::to_string(networks.smallest()) + " VCs");
  return networks;
}

/// It leaves no room for the settings of head flits that are served one after another.
std::optional<AllocatorConfig> read_vc_allocator(const ConfigNode& node) {
  const AllocatorConfig config = read_allocator(
      node, "vc_allocator",
      "how the head flits of a cycle are matched with output VCs: as of `switch_allocator`, but "
      "input first each asks for the one that `routing.selection` chooses; without this map "
      "they get VCs one after another");
  if (!node.child("vc_allocator").exists()) return std::nullopt;
  for (const char* key : {"vc_allocations_per_cycle", "head_flit_order"}) {
    const ConfigNode other = node.child(key);
    if (other.exists())
      other.fail(other.path() +
                 " has no meaning with router.vc_allocator, which serves all head flits at once");
  }
  return config;
}

/// A fault if there are more VCs than it can match.
void require_matched_vcs(const DuatoConfig& config, const ConfigNode& root, const Topology& topology) {
  const int vcs = topology.port_count() * config.virtual_channels;
  if (!config.vc_allocator || vcs <= kMaxMatchedVcs) return;
  root.child("router")
      .child("vc_allocator")
      .fail("router.vc_allocator matches up to " + std::to_string(kMaxMatchedVcs) +
            " VCs, but a router has " + std::to_string(topology.port_count()) + " ports of " +
            std::to_string(config.virtual_channels) + " VCs");
}

/// A fault if a head flit cannot ask for the crossbar while it asks for a VC.
void require_speculation(const DuatoConfig& config, const ConfigNode& node) {
  if (config.crossbar != DuatoConfig::Crossbar::Ports)
    node.fail("router.speculative is of the allocation of a crossbar: it needs router.crossbar = ports");
  else if (config.t_vc_allocation == 0)
    node.fail("router.speculative needs router.t_vc_allocation: in a cycle of its own it goes beside it");
  else if (config.half_duplex)
    node.fail("router.speculative, but a half-duplex link must be asked for a cycle before a flit crosses");
}

/// A fault if no flit could go from link to link in one cycle.
void require_bypass(const DuatoConfig& config, const ConfigNode& node) {
  if (config.crossbar != DuatoConfig::Crossbar::Ports)
    node.fail("router.bypass leads past the stages of a crossbar of ports: it needs router.crossbar = ports");
  else if (config.output_depth != 0)
    node.fail("router.bypass needs router.output_depth = 0: output VCs lie before the link");
  else if (config.t_routing != 0)
    node.fail("router.bypass needs router.t_routing = 0: the route must come with the head flit");
  else if (config.t_vc_allocation > 1)
    node.fail("router.bypass needs router.t_vc_allocation of 0 or 1: a flit has one cycle");
  else if (config.half_duplex)
    node.fail("router.bypass, but a half-duplex link must be asked for a cycle before a flit crosses");
}

/// A fault if links are narrower than the flits that would go past the crossbar to them.
void require_wide_links(const DuatoConfig& config, const ConfigNode& root, const Topology& topology) {
  if (!config.bypass) return;
  for (const Channel& link : topology.channels()) {
    if (link.cycles_per_flit > 1)
      return root.child("router").child("bypass").fail(
          "router.bypass needs links that take a flit in each cycle; here are some that take one in " +
          std::to_string(link.cycles_per_flit) + " cycles");
  }
}

/// One for all VCs, or a list with that of each. After the VCs that `config` has.
VcDepths read_input_depth(const ConfigNode& router, IntRange range, const DuatoConfig& config) {
  const ConfigNode node = router.child(
      "input_depth",
      {"flits", "that an input VC holds; a list: each VC its own, in order",
       text_of(range) + ", or a list with one for each VC", std::to_string(config.input_depth.largest())},
      {shape_of(range), list_of(range)});
  if (!node.exists()) return config.input_depth;
  if (!node.is_list()) return node.as_integer<int>(range);
  std::vector<int> depths;
  for (const std::int64_t depth : router.integers("input_depth", range))
    depths.push_back(static_cast<int>(depth));
  if (router.sound() && depths.size() != static_cast<std::size_t>(config.virtual_channels)) {
    node.fail(node.path() + " has " + std::to_string(depths.size()) +
              (depths.size() == 1 ? " depth" : " depths") +
              ", but router.virtual_channels = " + std::to_string(config.virtual_channels));
  }
  return router.sound() ? VcDepths(depths) : config.input_depth;
}

DuatoConfig read_config(const ConfigNode& root) {
  constexpr IntRange kDepth{1, 1024};
  constexpr IntRange kDelay{0, 64};

  const ConfigNode node = root.child("router");
  DuatoConfig config;
  config.virtual_channels = node.integer<int>("virtual_channels", {1, kMaxVcs}, config.virtual_channels,
                                              {"VCs", "per physical channel"});
  const IntRange vcs{1, node.child("virtual_channels").sound() ? config.virtual_channels : kMaxVcs};
  config.input_depth = read_input_depth(node, kDepth, config);
  config.output_depth =
      node.integer<int>("output_depth", {0, kDepth.max}, config.output_depth,
                        {"flits", "that an output VC holds; 0: none, the router is input-queued"});
  config.crossbar =
      read_enum(node, "crossbar", DuatoConfig::kCrossbars, config.crossbar,
                "`vcs`: every active VC moves a flit per cycle; `ports`: one per input and output port");
  if (config.crossbar == DuatoConfig::Crossbar::Ports) {
    config.switch_allocator =
        read_allocator(node, "switch_allocator",
                       "with `crossbar: ports`, how input ports are matched with output ports: first each "
                       "input chooses, or each output; by diagonals; by offers in `iterations`; or as many "
                       "pairs as there can be");
  } else if (const ConfigNode allocator = node.child("switch_allocator"); allocator.exists()) {
    allocator.ignore();
    allocator.fail("router.switch_allocator matches ports: it needs router.crossbar = ports");
  }
  config.switching = read_enum(node, "switching", DuatoConfig::kSwitchings, config.switching,
                               "`cut_through`: a head flit waits until the whole packet has room");
  config.vc_reallocation = read_enum(
      node, "vc_reallocation", DuatoConfig::kVcReallocations, config.vc_reallocation,
      "when an output VC is free for the next packet: `atomic`: the buffer at the far end is empty; "
      "`whole_packet`: or the packet fits; `immediate`: there is one free slot, which can deadlock");
  config.vc_allocations_per_cycle =
      read_limit(node, "vc_allocations_per_cycle", {1, kMaxPorts * kMaxVcs}, "unlimited",
                 {"head flits", "that get an output VC in one cycle"});
  config.head_flit_order = read_enum(
      node, "head_flit_order", DuatoConfig::kHeadFlitOrders, config.head_flit_order,
      "who gets output VCs first in a cycle: `turns`: input ports in turn; `in_transit_first`: those "
      "of packets on their way before those of packets that enter");
  config.vc_allocator = read_vc_allocator(node);
  config.injection_vcs = node.integer<int>(
      "injection_vcs", vcs, config.injection_vcs,
      {"VCs", "of each virtual network at the terminal port that the source uses", "1..VCs of a network"});
  config.throttle_vcs =
      read_limit(node, "throttle_vcs", vcs, "all",
                 {"VCs", "adaptive ones of an output port that are open to packets which enter the network",
                  "1..adaptive VCs"});
  config.t_routing = node.integer<int>(
      "t_routing", kDelay, config.t_routing,
      {"cycles",
       "from the head flit at the front until it is routed; without `t_vc_allocation` the last of them "
       "allocates VCs, too; 0: lookahead routing"});
  config.t_vc_allocation = node.integer<int>(
      "t_vc_allocation", kDelay, config.t_vc_allocation,
      {"cycles",
       "of VC allocation: a stage of its own, which sees what the last cycle left; 0: it goes with routing"});
  config.t_switch_allocation =
      node.integer<int>("t_switch_allocation", kDelay, config.t_switch_allocation,
                        {"cycles", "from the grant until a flit enters the crossbar; 0: it does at once"});
  config.t_crossbar = node.integer<int>(
      "t_crossbar", kDelay, config.t_crossbar,
      {"cycles", "through the crossbar; 0, with `output_depth: 0`: crossbar and link share a cycle"});
  config.speculative =
      node.boolean("speculative", config.speculative,
                   {"",
                    "with `crossbar: ports`, whether a head flit asks for the crossbar in the last cycle of "
                    "`t_vc_allocation`; of use only where no VC that holds an output VC asks for its ports"});
  config.bypass = node.boolean(
      "bypass", config.bypass,
      {"",
       "with `crossbar: ports`, `output_depth: 0` and `t_routing: 0`, whether a flit that meets no other "
       "goes to the link in the cycle in which it comes"});
  const ConfigNode routing = root.child("routing");
  if (routing.is_map())
    config.selection =
        read_enum(routing, "selection", kSelections, config.selection,
                  "which of several candidates; `least_loaded`: of equals, the port taken least recently");
  config.half_duplex = read_half_duplex(root);
  config.arbiter_start = read_arbiter_start(root, config.arbiter_start);

  if (config.output_depth != 0 && config.output_depth < config.crossing_cycles()) {
    const std::string cycles = std::to_string(config.crossing_cycles());
    const std::string grant = config.t_switch_allocation == 0 ? "" : "router.t_switch_allocation + ";
    node.child("output_depth")
        .fail("router.output_depth = " + std::to_string(config.output_depth) +
              ", but output VCs behind a crossbar of " + grant + "router.t_crossbar = " + cycles +
              " cycles need at least " + cycles + " flits; 0 means no output VCs");
  }
  if (config.t_crossbar == 0 && config.output_depth != 0)
    node.child("t_crossbar")
        .fail(
            "router.t_crossbar = 0 needs router.output_depth = 0: output VCs lie between crossbar and link");
  if (config.speculative) require_speculation(config, node.child("speculative"));
  if (config.bypass) require_bypass(config, node.child("bypass"));
  if (config.t_routing + config.t_vc_allocation == 0 && config.half_duplex)
    node.child("t_routing")
        .fail("router.t_routing = 0, but a half-duplex link must be asked for a cycle before a flit crosses");
  if (config.switching == DuatoConfig::Switching::CutThrough &&
      config.vc_reallocation == DuatoConfig::VcReallocation::Immediate) {
    node.child("vc_reallocation")
        .fail(
            "router.vc_reallocation = immediate contradicts router.switching = cut_through: use whole_packet "
            "or "
            "atomic");
  }
  return config;
}

PipelineTiming timing_of(const DuatoConfig& config) {
  return {.router = config.head_cycles() + config.crossing_cycles(),
          .input_depth = config.input_depth,
          .output_depth = config.output_depth,
          .credit_turnaround = config.head_cycles(),
          .send_overhead = config.output_depth == 0 ? config.crossing_cycles() : 0,
          .half_duplex = config.half_duplex,
          .bypass = config.bypass};
}

/// With cut-through, a packet must fit into any VC of its virtual network.
PacketLimit packet_limit(const DuatoConfig& config, const VirtualNetworks& networks) {
  if (config.switching != DuatoConfig::Switching::CutThrough) return {};
  PacketLimit limit{config.input_depth.smallest(), "input_depth",
                    "as router.switching = cut_through requires"};
  for (int network = 0; network < networks.count(); ++network) {
    limit.of_networks.push_back(config.input_depth.largest());
    for_each_bit(networks.vcs(network), [&](VcId vc) {
      limit.of_networks.back() = std::min(limit.of_networks.back(), config.input_depth[vc]);
    });
  }
  return limit;
}

RouterSite site_of(const RouterPlace& place, ArbiterStart start) {
  const auto& [node, topology, routing, seed] = place;
  RouterSite site{node,
                  topology.port_count(),
                  topology.terminals_at(node),
                  link_latencies(topology, node),
                  cycles_per_flit(topology, node),
                  first_on_links(topology, node, start, seed),
                  seed};
  for (int& latency : site.link_latency) latency = std::max(latency, 1);
  return site;
}

}  // namespace

std::optional<RouterPlan> read_duato_router(const ConfigNode& root, std::optional<int>) {
  DuatoConfig config = read_config(root);
  const VirtualNetworks networks = read_virtual_networks(root.child("router"), config);
  if (!root.child("router").sound()) return std::nullopt;
  for (VcId vc = 0; vc < config.virtual_channels; ++vc)
    config.priority[vc] = static_cast<std::uint8_t>(networks.priority(networks.of(vc)));
  return RouterPlan{
      .traits = {.virtual_channels = config.virtual_channels,
                 .terminal = {config.virtual_channels, config.injection_vcs, config.input_depth, networks},
                 .timing = timing_of(config),
                 .arbiter_start = config.arbiter_start,
                 .holding = config.vc_reallocation == DuatoConfig::VcReallocation::Immediate
                                ? Holding::SharedVcs
                                : Holding::OwnVcs,
                 .packets = packet_limit(config, networks),
                 .parameters = config},
      .make =
          [config](const RouterPlace& place, const BlockFactories& blocks) {
            return make_duato_router(config, site_of(place, config.arbiter_start), *place.routing,
                                     blocks.make_switch);
          },
      .fit =
          [config](const RouterSurroundings& network, RouterPlan&) {
            require_matched_vcs(config, network.root, network.topology);
            require_wide_links(config, network.root, network.topology);
          }};
}

}  // namespace switchyard
