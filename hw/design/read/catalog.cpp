#include "hw/design/read/catalog.h"

#include <algorithm>

#include "hw/design/read/readers.h"
#include "hw/routing/destination_tag.h"
#include "hw/routing/four_queue.h"
#include "hw/routing/hanging.h"
#include "hw/routing/minimal.h"
#include "hw/routing/three_queue.h"
#include "hw/routing/two_queue.h"
#include "hw/topology/hyperx.h"

namespace switchyard {

bool fits(const Catalog::RouterKind& router, const Catalog::RoutingKind& routing) {
  return router.has_queues ? routing.queues != 0 && routing.queues <= router.most_queues
                           : routing.queues == 0;
}

bool fits(const Catalog::RoutingKind& routing, const std::string& topology) {
  return routing.topologies.empty() ||
         std::count(routing.topologies.begin(), routing.topologies.end(), topology) != 0;
}

bool is_advised(const Catalog::RouterKind& router, const Catalog::RoutingKind& routing) {
  return fits(router, routing) && (router.deroutes || !routing.needs_derouting);
}

Catalog standard_catalog() {
  const std::vector<std::string> any_graph;
  const std::vector<std::string> with_dimensions{"torus", "mesh", "hypercube", "hyperx", "chiplets"};
  const std::vector<std::string> with_oblivious_routes{
      "mesh", "hypercube", "butterfly", "cube_connected_cycles", "d_way_shuffle", "shuffle_exchange"};
  return {
      .topologies =
          {{"torus", "k-ary n-cube with wrap-around links", read_torus},
           {"mesh", "k-ary n-cube without wrap-around links", read_mesh},
           {"hypercube", "binary n-cube, one port per dimension", read_hypercube},
           {"shuffle_exchange", "2^n nodes, links that flip bit 0 and that rotate the address",
            read_shuffle_exchange},
           {"cube_connected_cycles", "binary n-cube whose nodes are rings of n", read_cube_connected_cycles},
           {"butterfly", "n columns of 2^n rows with wrap-around, links to the next column", read_butterfly},
           {"d_way_shuffle", "d^n nodes, links that shift in a digit of base d", read_d_way_shuffle},
           {"fat_tree", "tree of switches, terminals at the leaves: k-ary n-tree, folded Clos",
            read_fat_tree},
           {"multistage", "stages of switches between terminals: baseline, omega, butterfly and others",
            read_multistage},
           {"multibutterfly", "butterflies merged at random, or several links in parallel, between terminals",
            read_multibutterfly},
           {"hyperx", "grid whose rows are fully connected: HyperX, flattened butterfly", read_hyperx},
           {"dragonfly", "groups of routers joined with each other, and every two groups joined",
            read_dragonfly},
           {"ring", "nodes in a ring, with links of both directions or of one", read_ring},
           {"hierarchical_ring", "local rings, each with a node in a global ring", read_hierarchical_ring},
           {"chiplets", "meshes joined into a larger mesh by links from die to die", read_chiplets},
           {"custom", "any connected graph, as a list of links", read_custom}},
      .routers = {{.name = "duato",
                   .summary = "virtual-channel wormhole router with input and output VCs",
                   .read = read_duato_router,
                   .half_duplex = true,
                   .any_terminals = true,
                   .one_way_links = true,
                   .narrow_links = true},
                  {.name = "konstantinidou",
                   .summary = "packet-switched router with central queues; a packet is one flit",
                   .read = read_konstantinidou_router,
                   .has_queues = true,
                   .any_terminals = true,
                   .one_way_links = true},
                  {.name = "output_queued",
                   .summary = "store-and-forward router with a queue for each link; a packet is one flit",
                   .read = read_output_queued_router,
                   .any_terminals = true,
                   .one_way_links = true},
                  {.name = "chaos",
                   .summary = "packet-switched router that deroutes packets rather than let them wait",
                   .read = read_chaos_router,
                   .has_queues = true,
                   .most_queues = 1,
                   .half_duplex = true,
                   .deroutes = true,
                   .topologies = {"torus", "mesh", "hypercube"}},
                  {.name = "exchange",
                   .summary = "packet-switched router whose neighbours exchange packets, so that none waits",
                   .read = read_exchange_router,
                   .has_queues = true,
                   .most_queues = 1,
                   .deroutes = true},
                  {.name = "circuit",
                   .summary =
                       "circuit switch: a header sets up a path, on which its packet follows without waiting",
                   .read = read_circuit_router,
                   .any_terminals = true,
                   .one_way_links = true},
                  {.name = "ranade",
                   .summary = "node that combines requests to a shared memory (butterfly)",
                   .read = read_ranade_router,
                   .most_queues = 0,
                   .routes_itself = true,
                   .topologies = {"butterfly"}},
                  {.name = "mesh16",
                   .summary = "node with sixteen one-packet buffers for many-to-one problems (square mesh)",
                   .read = read_mesh16_router,
                   .most_queues = 0,
                   .routes_itself = true},
                  {.name = "sorting",
                   .summary = "node of an exchange machine, which routes by sorting",
                   .read = read_sorting_router,
                   .most_queues = 0,
                   .routes_itself = true,
                   .topologies = {"hypercube", "shuffle_exchange", "mesh", "torus"}}},
      .routings =
          {{"dimension_order",
            "deterministic, minimal (torus: dateline; hypercube: e-cube; hyperx: one hop for each)",
            read_dimension_order, /*queues=*/0, with_dimensions},
           {"duato", "minimal adaptive with escape VCs", read_duato_routing, /*queues=*/0, with_dimensions},
           {"nearest_ancestor",
            "minimal, up by any port to an ancestor of the destination, then down",
            read_nearest_ancestor,
            /*queues=*/0,
            {"fat_tree"}},
           {"destination_tag",
            "deterministic: the output port of each stage is a digit of the destination",
            read_destination_tag,
            /*queues=*/0,
            {"multistage"}},
           {"destination_tag_queue",
            "the same, through one central queue of each switch",
            read_destination_tag_queue,
            DestinationTagQueue::kQueues,
            {"multistage"}},
           {"multibutterfly",
            "minimal adaptive: any of the links to the side of the destination",
            read_multibutterfly_sides,
            /*queues=*/0,
            {"multibutterfly"}},
           {"oblivious", "deterministic, or in an order that each packet draws: on a way fixed by its ends",
            read_oblivious, /*queues=*/0, with_oblivious_routes},
           {"two_phase", "the same to a random node, and from there to the destination (Valiant)",
            read_two_phase, /*queues=*/0, with_oblivious_routes},
           {"up_down", "up*/down*, adaptive among the shortest legal paths", read_up_down, /*queues=*/0,
            any_graph, /*avoids_faults=*/true},
           {"adaptive_up_down", "minimal adaptive with an up*/down* escape VC", read_adaptive_up_down,
            /*queues=*/0, any_graph, /*avoids_faults=*/true},
           {"dragonfly",
            "minimal, over a random global link first (Valiant), or adaptive",
            read_dragonfly_routing,
            /*queues=*/0,
            {"dragonfly"}},
           {"ring",
            "deterministic, minimal: the shorter way around, with a dateline",
            read_ring_routing,
            /*queues=*/0,
            {"ring"}},
           {"hierarchical_ring",
            "deterministic, minimal: to the bridge, along the global ring, from the bridge",
            read_hierarchical_ring_routing,
            /*queues=*/0,
            {"hierarchical_ring"}},
           {"three_queue",
            "up then down, or down then up when congested",
            read_three_queue,
            ThreeQueue::kQueues,
            {"hypercube"}},
           {"hanging", "up then down, from node 0", read_hanging, Hanging::kQueues, {"hypercube"}},
           {"two_queue", "fully adaptive, minimal", read_two_queue, TwoQueue::kQueues, {"mesh", "hypercube"}},
           {"four_queue", "adaptive", read_four_queue, FourQueue::kQueues, {"shuffle_exchange"}},
           {"minimal", "every hop that brings nearer", read_minimal, Minimal::kQueues, any_graph,
            /*avoids_faults=*/true, /*needs_derouting=*/true},
           {"e_cube",
            "deterministic, minimal: the highest wrong bit",
            read_e_cube,
            /*queues=*/0,
            {"hypercube"}},
           {"hanging_vc",
            "minimal, up and then down, from VC to VC",
            read_hanging_vc,
            /*queues=*/0,
            {"hypercube"}},
           {"zenith",
            "minimal, up and then down, or down and then up, from VC to VC",
            read_zenith,
            /*queues=*/0,
            {"hypercube"}},
           {"hanging_order",
            "minimal, up at any time, down in falling order of dimensions",
            read_hanging_order,
            /*queues=*/0,
            {"hypercube"}},
           {"fully_adaptive",
            "any wrong bit, with an e-cube escape VC",
            read_fully_adaptive,
            /*queues=*/0,
            {"hypercube"}},
           {"subcubes",
            "minimal, from subcube to subcube up and then down, e-cube inside",
            read_subcubes,
            /*queues=*/0,
            {"hypercube"}},
           {"non_minimal",
            "one detour before each high dimension",
            read_non_minimal,
            /*queues=*/0,
            {"hypercube"}},
           {"table", "the hops listed in the file", read_table}},
  };
}

}  // namespace switchyard
