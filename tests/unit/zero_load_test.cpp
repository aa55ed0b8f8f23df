#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "hw/analysis/zero_load.h"
#include "tests/support/hand_made_packets.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

struct Case {
  const char* name;
  std::string yaml;
  std::vector<int> flits;
};

class ZeroLoad : public testing::TestWithParam<Case> {};

TEST_P(ZeroLoad, X) {
  Experiment experiment = experiment_from(GetParam().yaml + "\ntraffic: {pattern: uniform, load: 0, packet_length: 1}\n");
  const Design& design = experiment.design;
  const NodeId nodes = design.topology->node_count();
  struct Exp { NodeId s, d; int flits; Cycle created; Cycle expected; PacketId id;};
  std::vector<Exp> expected;
  std::vector<TraceEntry> entries;
  std::vector<PacketId> sent(nodes, 0);
  Cycle now = 3;
  for (NodeId s = 0; s < nodes; ++s) for (NodeId d = 0; d < nodes; ++d) for (int flits : GetParam().flits) {
    auto path = path_latencies(*design.topology, *design.routing, s, d);
    Cycle latency = zero_load_latency(design.timing, path, flits);
    expected.push_back({s, d, flits, now, latency, sent[s]++ * nodes + s});
    entries.push_back({s, {now, d, flits}});
    now += latency + 100;
  }
  experiment = with_packets(std::move(experiment), entries);
  FastBench bench(experiment);
  TailTimes tails;
  bench.bench.observers.add(&tails);
  bench.run(now);
  int bad = 0;
  for (auto& e : expected) {
    Cycle actual = tails.of(e.id) - e.created;
    if (actual != e.expected) { ++bad; if (bad < 6) printf("  %s %u->%u flits %d hops %d: formula %lu actual %ld\n", GetParam().name, e.s, e.d, e.flits, design.distance(e.s,e.d), e.expected, (long)actual); }
  }
  EXPECT_EQ(bad, 0) << expected.size();
}

std::string grid(std::string topo, std::string router, std::string routing) {
  return "topology: {" + topo + "}\nrouter: {kind: duato, " + router + "}\nrouting: {" + routing + "}";
}
const std::string custom = "kind: custom, nodes: 6, links: [[0, 1, 3], [1, 2, 1], [2, 3, 5], [3, 4, 2], [4, 5, 1]]";
const std::string hyper = "kind: hypercube, dimensions: 4";
INSTANTIATE_TEST_SUITE_P(Designs, ZeroLoad, testing::Values(
  Case{"torus44", grid("kind: torus, radix: [4, 4]", "virtual_channels: 3", "kind: duato"), {1, 4, 9, 33}},
  Case{"torus53", grid("kind: torus, radix: [5, 3], link_latency: 2", "virtual_channels: 2, t_routing: 3, t_crossbar: 2", "kind: dimension_order"), {1, 4, 9, 33}},
  Case{"mesh43", grid("kind: mesh, radix: [4, 3], link_latency: 3", "virtual_channels: 2, input_depth: 12, t_crossbar: 3", "kind: duato"), {1, 4, 9, 33}},
  Case{"hyper", grid(hyper, "virtual_channels: 2, t_routing: 2", "kind: duato"), {1, 4, 9, 33}},
  Case{"custom", grid(custom, "virtual_channels: 2, input_depth: 16", "kind: up_down"), {1, 4, 9, 33}},
  Case{"unq", grid("kind: torus, radix: [4, 4]", "virtual_channels: 3, output_depth: 0, crossbar: ports, t_crossbar: 2", "kind: duato"), {1, 4, 9, 33}},
  Case{"half1", grid("kind: torus, radix: [4, 3], duplex: half", "virtual_channels: 3", "kind: duato"), {1, 4, 9, 33}},
  Case{"half2", grid("kind: torus, radix: [4, 3], duplex: half, link_latency: 2", "virtual_channels: 3, t_crossbar: 2, output_depth: 2", "kind: duato"), {1, 4, 9, 33}},
  Case{"half2u", grid("kind: torus, radix: [4, 3], duplex: half, link_latency: 2", "virtual_channels: 3, t_crossbar: 2, output_depth: 0", "kind: duato"), {1, 4, 9, 33}},
  Case{"shallow1", grid("kind: torus, radix: [4, 3]", "virtual_channels: 3, input_depth: 1", "kind: duato"), {1, 4, 9, 33}},
  Case{"shallow2", grid("kind: torus, radix: [4, 3]", "virtual_channels: 3, input_depth: 2, t_routing: 3", "kind: duato"), {1, 4, 9, 33}},
  Case{"shallow2u", grid("kind: torus, radix: [4, 3], link_latency: 2", "virtual_channels: 3, input_depth: 3, t_routing: 3, output_depth: 0", "kind: duato"), {1, 4, 9, 33}},
  Case{"shallowcustom", grid(custom, "virtual_channels: 2, input_depth: 4, t_routing: 9", "kind: up_down"), {1, 4, 9, 33}},
  Case{"half1s", grid("kind: torus, radix: [4, 3], duplex: half", "virtual_channels: 3, input_depth: 2", "kind: duato"), {1, 4, 9, 33}},
  Case{"half2s", grid("kind: torus, radix: [4, 3], duplex: half, link_latency: 2", "virtual_channels: 3, input_depth: 3", "kind: duato"), {1, 4, 9, 33}},
  Case{"half3s", grid("kind: torus, radix: [4, 3], duplex: half, link_latency: 3", "virtual_channels: 3, input_depth: 8, output_depth: 1", "kind: duato"), {1, 4, 9, 33}}
));
}  // namespace
}  // namespace switchyard
