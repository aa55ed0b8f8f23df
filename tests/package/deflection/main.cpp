#include "deflection_router.h"
#include "hw/topology/metrics.h"
#include "testbench/app/switchyard.h"
#include "testbench/catalog/standard_catalogs.h"

using namespace switchyard;

namespace {

/// A ring of `nodes` with a second way round that skips `chord` - 1 of them at a time.
std::optional<Topology> read_chordal_ring(const ConfigNode& root) {
  const ConfigNode node = root.child("topology");
  const auto nodes = static_cast<NodeId>(node.integer("nodes", {5, 4096}));
  const auto chord = static_cast<NodeId>(node.integer("chord", {2, nodes / 2}));
  if (!node.sound()) return std::nullopt;
  Topology ring("chordal_ring", nodes, /*port_count=*/5);
  for (NodeId here = 0; here < nodes; ++here) {
    ring.connect({here, 0}, {(here + 1) % nodes, 1}, /*latency=*/1);
    ring.connect({here, 2}, {(here + chord) % nodes, 3}, /*latency=*/1);
  }
  return ring;
}

/// Every hop that brings a packet nearer, the chords first.
class ChordsFirst final : public RoutingFunction {
 public:
  explicit ChordsFirst(const Topology& topology) : topology_(topology) {
    for (NodeId node = 0; node < topology.node_count(); ++node) hops_.push_back(hops_from(topology, node));
  }
  void route(const RouteQuery& query, RouteSet& routes) const override {
    const std::vector<int>& hops = hops_[query.destination];
    for (PortId port = topology_.terminal_port() - 1; port >= 0; --port) {
      const PortRef from{query.here, port};
      const bool nearer = !topology_.is_open(from) && hops[topology_.peer(from).node] < hops[query.here];
      routes.add(port, /*vcs=*/1, Preference::Adaptive, nearer);
    }
  }
  std::size_t max_choices() const override { return static_cast<std::size_t>(topology_.terminal_port()); }

 private:
  const Topology& topology_;
  std::vector<std::vector<int>> hops_;  ///< [destination][node]
};

std::unique_ptr<RoutingFunction> read_chords_first(const ConfigNode& root, const Topology& topology, int) {
  return root.sound() ? std::make_unique<ChordsFirst>(topology) : nullptr;
}

}  // namespace

int main(int argc, char** argv) {
  Catalogs catalogs = standard_catalogs();
  catalogs.hardware.topologies.push_back({"chordal_ring", "a ring with chords", read_chordal_ring});
  catalogs.hardware.routings.push_back(
      {"chords_first", "every hop that brings nearer, the chords first", read_chords_first, /*queues=*/1});
  catalogs.hardware.routers.push_back({"deflection", "bufferless: packets that lose a link take another",
                                       read_deflection_router, /*has_queues=*/true, /*most_queues=*/1});
  return run_switchyard(argc, argv, catalogs);
}
