#include "chordal_ring.h"

#include "hw/topology/metrics.h"

using namespace switchyard;

std::optional<Topology> read_chordal_ring(const ConfigNode& root) {
  const ConfigNode node = root.child("topology");
  const auto nodes = static_cast<NodeId>(node.integer("nodes", {5, 4096}, {"nodes", "of the ring"}));
  const auto chord = static_cast<NodeId>(
      node.integer("chord", {2, nodes / 2}, {"nodes", "that a chord leads on", "2..`nodes` / 2"}));
  if (!node.sound()) return std::nullopt;
  Topology ring("chordal_ring", nodes, /*port_count=*/5);
  for (NodeId here = 0; here < nodes; ++here) {
    ring.connect({here, 0}, {(here + 1) % nodes, 1}, /*latency=*/1);
    ring.connect({here, 2}, {(here + chord) % nodes, 3}, /*latency=*/1);
  }
  return ring;
}

namespace {

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

}  // namespace

std::unique_ptr<RoutingFunction> read_chords_first(const ConfigNode& root, const Topology& topology, int) {
  return root.sound() ? std::make_unique<ChordsFirst>(topology) : nullptr;
}
