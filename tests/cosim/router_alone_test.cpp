#include <gtest/gtest.h>

#include <string>

#include "tests/support/needs.h"
#include "tests/support/router_pair.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

/// A router that RouterNeighbours can be around, but the VC router, which rtl_router_test has; of a shape of
/// testbench/cosim/coverage.cmake.
struct RouterAlone {
  const char* name;
  const char* topology;
  const char* router;
  const char* routing;
  int packet_flits = 1;
};

class WholeRouterAlone : public testing::TestWithParam<RouterAlone> {};

/// Packets are numbered so that all bits of a flit change.
TEST_P(WholeRouterAlone, DrivesInEveryCycleWhatTheModelDrives) {
  NEEDS(has_rtl(), "Verilator");
  const RouterAlone& setting = GetParam();
  const Design design = experiment_from("topology: {" + std::string(setting.topology) + "}\nrouter: {" +
                                        setting.router + "}\nrouting: {" + setting.routing +
                                        "}\ntraffic: {pattern: uniform, packet_length: 1, load: 0.6}\n")
                            .design;
  const int nodes = design.topology->node_count();
  std::uint64_t seed = 0;
  for (const double load : {0.1, 0.5, 1.0}) {
    for (const int share : {0, 1, 2}) {
      const NodeId node = (nodes - 1) * share / 2;
      RouterPair pair(design, node, {.assertions = true});
      RouterNeighbours neighbours(design, node, load, setting.packet_flits, ++seed);
      EXPECT_GT(pair.run(neighbours, 1000), 0) << "node " << node;
      EXPECT_EQ(pair.difference(), "") << "node " << node;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Settings, WholeRouterAlone,
    testing::Values(
        RouterAlone{"three_queues", "kind: hypercube, dimensions: 4", "kind: konstantinidou, queue_size: 4",
                    "kind: three_queue, selection: random"},
        RouterAlone{"slow_packets", "kind: hypercube, dimensions: 4",
                    "kind: konstantinidou, queue_size: [4, 2, 3], phits_per_packet: 3, ejection_rate: 0.37",
                    "kind: three_queue, selection: random"},
        RouterAlone{"heads_of_queues", "kind: hypercube, dimensions: 4",
                    "kind: konstantinidou, queue_size: 4, queue_service: head, ejection_buffer: 1",
                    "kind: three_queue, selection: first"},
        RouterAlone{"queues_of_a_mesh", "kind: mesh, radix: [4, 4]", "kind: konstantinidou, queue_size: 3",
                    "kind: two_queue, selection: random"},
        RouterAlone{"four_queues", "kind: shuffle_exchange, dimensions: 5",
                    "kind: konstantinidou, queue_size: 3", "kind: four_queue, selection: random"},
        RouterAlone{"chaos", "kind: torus, radix: [4, 4]", "kind: chaos, queue_size: 4, visits_per_cycle: 2",
                    "kind: minimal"},
        RouterAlone{"half_duplex_chaos", "kind: torus, radix: [4, 4], link_latency: 2, duplex: half",
                    "kind: chaos, packet_flits: 4, queue_size: 4, variant: priority, empty_visits: counted, "
                    "visits_per_cycle: 1",
                    "kind: minimal", 4},
        RouterAlone{"chaos_of_long_packets", "kind: torus, radix: [4, 4], link_latency: 2",
                    "kind: chaos, packet_flits: 4, queue_size: 4, visits_per_cycle: 2", "kind: minimal", 4},
        RouterAlone{"natural_chaos", "kind: mesh, radix: [3, 4], link_latency: 2",
                    "kind: chaos, packet_flits: 2, queue_size: 3, variant: natural, visits_per_cycle: 2, "
                    "injection_buffer: 1, ejection_buffer: 1",
                    "kind: minimal", 2},
        RouterAlone{"chaos_cube", "kind: hypercube, dimensions: 4",
                    "kind: chaos, queue_size: 2, visits_per_cycle: 2, empty_visits: counted",
                    "kind: minimal"}),
    [](const auto& instance) { return std::string(instance.param.name); });

}  // namespace
}  // namespace switchyard
