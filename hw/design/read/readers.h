#pragma once

#include <memory>
#include <optional>

#include "hw/design/read/catalog.h"

namespace switchyard {

std::optional<Topology> read_torus(const ConfigNode& root);
std::optional<Topology> read_mesh(const ConfigNode& root);
std::optional<Topology> read_hypercube(const ConfigNode& root);
std::optional<Topology> read_shuffle_exchange(const ConfigNode& root);
std::optional<Topology> read_cube_connected_cycles(const ConfigNode& root);
std::optional<Topology> read_butterfly(const ConfigNode& root);
std::optional<Topology> read_fat_tree(const ConfigNode& root);
std::optional<Topology> read_multibutterfly(const ConfigNode& root);
std::optional<Topology> read_multistage(const ConfigNode& root);
std::optional<Topology> read_hyperx(const ConfigNode& root);
std::optional<Topology> read_d_way_shuffle(const ConfigNode& root);
std::optional<Topology> read_dragonfly(const ConfigNode& root);
std::optional<Topology> read_ring(const ConfigNode& root);
std::optional<Topology> read_hierarchical_ring(const ConfigNode& root);
std::optional<Topology> read_chiplets(const ConfigNode& root);
std::optional<Topology> read_custom(const ConfigNode& root);

std::optional<RouterPlan> read_duato_router(const ConfigNode& root, std::optional<int> queues);
std::optional<RouterPlan> read_chaos_router(const ConfigNode& root, std::optional<int> queues);
std::optional<RouterPlan> read_circuit_router(const ConfigNode& root, std::optional<int> queues);
std::optional<RouterPlan> read_exchange_router(const ConfigNode& root, std::optional<int> queues);
std::optional<RouterPlan> read_konstantinidou_router(const ConfigNode& root, std::optional<int> queues);
std::optional<RouterPlan> read_output_queued_router(const ConfigNode& root, std::optional<int> queues);
std::optional<RouterPlan> read_splitter_router(const ConfigNode& root, std::optional<int> queues);

std::optional<RouterPlan> read_mesh16_router(const ConfigNode& root, std::optional<int> queues);
std::optional<RouterPlan> read_ranade_router(const ConfigNode& root, std::optional<int> queues);
std::optional<RouterPlan> read_sorting_router(const ConfigNode& root, std::optional<int> queues);

std::unique_ptr<RoutingFunction> read_dimension_order(const ConfigNode& root, const Topology& topology,
                                                      int vcs);
std::unique_ptr<RoutingFunction> read_duato_routing(const ConfigNode& root, const Topology& topology,
                                                    int vcs);
std::unique_ptr<RoutingFunction> read_dimension_reversal(const ConfigNode& root, const Topology& topology,
                                                         int vcs);
std::unique_ptr<RoutingFunction> read_o1turn(const ConfigNode& root, const Topology& topology, int vcs);
std::unique_ptr<RoutingFunction> read_turn_model(const ConfigNode& root, const Topology& topology, int vcs);
std::unique_ptr<RoutingFunction> read_nearest_ancestor(const ConfigNode& root, const Topology& topology,
                                                       int vcs);
std::unique_ptr<RoutingFunction> read_destination_tag(const ConfigNode& root, const Topology& topology,
                                                      int vcs);
std::unique_ptr<RoutingFunction> read_multibutterfly_sides(const ConfigNode& root, const Topology& topology,
                                                           int vcs);
std::unique_ptr<RoutingFunction> read_oblivious(const ConfigNode& root, const Topology& topology, int vcs);
std::unique_ptr<RoutingFunction> read_two_phase(const ConfigNode& root, const Topology& topology, int vcs);
std::unique_ptr<RoutingFunction> read_destination_tag_queue(const ConfigNode& root, const Topology& topology,
                                                            int vcs);
std::unique_ptr<RoutingFunction> read_up_down(const ConfigNode& root, const Topology& topology, int vcs);
std::unique_ptr<RoutingFunction> read_adaptive_up_down(const ConfigNode& root, const Topology& topology,
                                                       int vcs);
std::unique_ptr<RoutingFunction> read_dragonfly_routing(const ConfigNode& root, const Topology& topology,
                                                        int vcs);
std::unique_ptr<RoutingFunction> read_ring_routing(const ConfigNode& root, const Topology& topology, int vcs);
std::unique_ptr<RoutingFunction> read_hierarchical_ring_routing(const ConfigNode& root,
                                                                const Topology& topology, int vcs);
std::unique_ptr<RoutingFunction> read_hanging(const ConfigNode& root, const Topology& topology, int vcs);
std::unique_ptr<RoutingFunction> read_three_queue(const ConfigNode& root, const Topology& topology, int vcs);
std::unique_ptr<RoutingFunction> read_two_queue(const ConfigNode& root, const Topology& topology, int vcs);
std::unique_ptr<RoutingFunction> read_four_queue(const ConfigNode& root, const Topology& topology, int vcs);
std::unique_ptr<RoutingFunction> read_minimal(const ConfigNode& root, const Topology& topology, int vcs);
std::unique_ptr<RoutingFunction> read_e_cube(const ConfigNode& root, const Topology& topology, int vcs);
std::unique_ptr<RoutingFunction> read_hanging_vc(const ConfigNode& root, const Topology& topology, int vcs);
std::unique_ptr<RoutingFunction> read_zenith(const ConfigNode& root, const Topology& topology, int vcs);
std::unique_ptr<RoutingFunction> read_hanging_order(const ConfigNode& root, const Topology& topology,
                                                    int vcs);
std::unique_ptr<RoutingFunction> read_fully_adaptive(const ConfigNode& root, const Topology& topology,
                                                     int vcs);
std::unique_ptr<RoutingFunction> read_subcubes(const ConfigNode& root, const Topology& topology, int vcs);
std::unique_ptr<RoutingFunction> read_non_minimal(const ConfigNode& root, const Topology& topology, int vcs);
std::unique_ptr<RoutingFunction> read_table(const ConfigNode& root, const Topology& topology, int vcs);

}  // namespace switchyard
