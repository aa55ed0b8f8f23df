#include <gtest/gtest.h>

#include <string>

#include "testbench/regression/traffic_around.h"
#include "tests/support/needs.h"
#include "tests/support/router_pair.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

/// A router that something can be around, but the VC router, which rtl_router_test has; of a shape of
/// testbench/cosim/coverage.cmake.
struct RouterAlone {
  const char* name;
  const char* topology;
  const char* router;
  std::string others;
  int packet_flits = 1;
};

std::string routed(const std::string& routing) {
  return "routing: {" + routing + "}\ntraffic: {pattern: uniform, packet_length: 1, load: 0.6}\n";
}

class WholeRouterAlone : public testing::TestWithParam<RouterAlone> {};

/// Packets are numbered so that all bits of a flit change.
TEST_P(WholeRouterAlone, DrivesInEveryCycleWhatTheModelDrives) {
  NEEDS(has_rtl(), "Verilator");
  const RouterAlone& setting = GetParam();
  const Design design = experiment_from("topology: {" + std::string(setting.topology) + "}\nrouter: {" +
                                        setting.router + "}\n" + setting.others)
                            .design;
  const NodeId last = design.topology->node_count() - 1;
  std::uint64_t seed = 0;
  for (const double load : {0.1, 0.5, 1.0}) {
    for (const NodeId node : {NodeId{0}, last / 2, last}) {
      const RouterTraffic traffic{.load = load, .longest_packet = setting.packet_flits, .cycles = 1000};
      RouterPair pair(design, node, {.assertions = true});
      play_around(design, node, traffic, ++seed, [&](auto& neighbours) {
        EXPECT_GT(pair.run(neighbours, traffic.cycles), 0) << "node " << node;
      });
      EXPECT_EQ(pair.difference(), "") << "node " << node;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Settings, WholeRouterAlone,
    testing::Values(
        RouterAlone{"three_queues", "kind: hypercube, dimensions: 4", "kind: konstantinidou, queue_size: 4",
                    routed("kind: three_queue, selection: random")},
        RouterAlone{"slow_packets", "kind: hypercube, dimensions: 4",
                    "kind: konstantinidou, queue_size: [4, 2, 3], phits_per_packet: 3, ejection_rate: 0.37",
                    routed("kind: three_queue, selection: random")},
        RouterAlone{"heads_of_queues", "kind: hypercube, dimensions: 4",
                    "kind: konstantinidou, queue_size: 4, queue_service: head, ejection_buffer: 1",
                    routed("kind: three_queue, selection: first")},
        RouterAlone{"queues_of_a_mesh", "kind: mesh, radix: [4, 4]", "kind: konstantinidou, queue_size: 3",
                    routed("kind: two_queue, selection: random")},
        RouterAlone{"four_queues", "kind: shuffle_exchange, dimensions: 5",
                    "kind: konstantinidou, queue_size: 3", routed("kind: four_queue, selection: random")},
        RouterAlone{"chaos", "kind: torus, radix: [4, 4]", "kind: chaos, queue_size: 4, visits_per_cycle: 2",
                    routed("kind: minimal")},
        RouterAlone{"half_duplex_chaos", "kind: torus, radix: [4, 4], link_latency: 2, duplex: half",
                    "kind: chaos, packet_flits: 4, queue_size: 4, variant: priority, empty_visits: counted, "
                    "visits_per_cycle: 1",
                    routed("kind: minimal"), 4},
        RouterAlone{"chaos_of_long_packets", "kind: torus, radix: [4, 4], link_latency: 2",
                    "kind: chaos, packet_flits: 4, queue_size: 4, visits_per_cycle: 2",
                    routed("kind: minimal"), 4},
        RouterAlone{"natural_chaos", "kind: mesh, radix: [3, 4], link_latency: 2",
                    "kind: chaos, packet_flits: 2, queue_size: 3, variant: natural, visits_per_cycle: 2, "
                    "injection_buffer: 1, ejection_buffer: 1",
                    routed("kind: minimal"), 2},
        RouterAlone{"exchanges_by_age", "kind: hypercube, dimensions: 4", "kind: exchange, buffers: 5",
                    routed("kind: minimal")},
        RouterAlone{"exchanges_by_distance", "kind: hypercube, dimensions: 4",
                    "kind: exchange, buffers: 4, priority: distance, ejection_buffer: 1",
                    routed("kind: minimal")},
        RouterAlone{"exchanges_by_chance", "kind: hypercube, dimensions: 4",
                    "kind: exchange, buffers: 4, priority: none, injection_buffer: 1",
                    routed("kind: minimal")},
        RouterAlone{"mesh_node", "kind: mesh, radix: [8, 8]", "kind: mesh16, queue: 2",
                    "workload: {kind: many_to_one, max_per_destination: 4}\n"},
        RouterAlone{"chaos_cube", "kind: hypercube, dimensions: 4",
                    "kind: chaos, queue_size: 2, visits_per_cycle: 2, empty_visits: counted",
                    routed("kind: minimal")}),
    [](const auto& instance) { return std::string(instance.param.name); });

}  // namespace
}  // namespace switchyard
