#include "hw/design/proof/ranade_verdict.h"

#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "hw/analysis/components.h"
#include "hw/analysis/cycles.h"
#include "hw/router/combining/ranade_config.h"
#include "hw/router/combining/ranade_router.h"

namespace switchyard {
namespace {

constexpr std::size_t kMaxStarts = 64;  ///< Of the search for a short cycle: rows and columns are alike.

/// The streams by the places where they come in.
class StreamGraph {
 public:
  explicit StreamGraph(const Design& design)
      : topology_(*design.topology),
        space_(topology_, design.router.virtual_channels),
        feeders_(space_.size()),
        waits_(space_.size()) {
    for (NodeId node = 0; node < topology_.node_count(); ++node) {
      const std::unique_ptr<RouterCore> core = design.make_router(node);
      for (const RanadeRouter::Switch& part : dynamic_cast<const RanadeRouter&>(*core).switches())
        add(node, part);
    }
  }

  /// Heads of a merge also wait for what may come in beside them, and so for the heads that it is behind.
  void wait_for_messages() {
    for (const auto& [a, b] : siblings_) {
      for (const ResourceId head : feeders_[b]) wait(a, head);
      for (const ResourceId head : feeders_[a]) wait(b, head);
    }
  }

  const ResourceSpace& space() const { return space_; }
  std::size_t streams() const { return streams_; }
  std::size_t edges() const { return edges_; }
  void successors(Vertex from, std::vector<Vertex>& out) const {
    out.insert(out.end(), waits_[from].begin(), waits_[from].end());
  }
  std::size_t vertex_count() const { return space_.size(); }

 private:
  void add(NodeId node, const RanadeRouter::Switch& part) {
    std::vector<ResourceId> heads;
    for (const StreamPlace& in : part.in) heads.push_back(space_.id({node, in.port, in.vc}));
    streams_ += heads.size();
    if (part.merges) siblings_.emplace_back(heads[0], heads[1]);
    for (const StreamPlace& out : part.out) {
      if (out.port == topology_.terminal_port()) continue;
      const ResourceId far = space_.beyond(node, out.port, out.vc);
      feeders_[far] = heads;
      for (const ResourceId head : heads) wait(head, far);
    }
  }
  void wait(ResourceId held, ResourceId wanted) {
    waits_[held].push_back(wanted);
    ++edges_;
  }

  const Topology& topology_;
  ResourceSpace space_;
  std::vector<std::vector<ResourceId>> feeders_;  ///< [stream]: those whose messages may go there next.
  std::vector<std::vector<Vertex>> waits_;        ///< [stream]: those that its head may wait for.
  std::vector<std::pair<ResourceId, ResourceId>> siblings_;  ///< The two inputs of a merge.
  std::size_t streams_ = 0;
  std::size_t edges_ = 0;
};

/// Streams of which each may wait for the next and the last for the first; empty if there are none.
std::vector<Vertex> cycle_in(const StreamGraph& graph) {
  const auto successors = [&](Vertex v, std::vector<Vertex>& out) { graph.successors(v, out); };
  std::vector<Vertex> all(graph.vertex_count());
  std::iota(all.begin(), all.end(), Vertex{0});
  const std::vector<std::uint32_t> component = strong_components(all.size(), all, successors);
  std::vector<std::size_t> size(all.size(), 0);
  for (const std::uint32_t c : component) ++size[c];
  std::vector<Vertex> suspects;
  for (const Vertex v : all) {
    if (size[component[v]] > 1) suspects.push_back(v);
    if (suspects.size() == kMaxStarts) break;
  }
  return suspects.empty() ? suspects : shortest_cycle(suspects, component, successors);
}

std::string to_text(const ResourceSpace& space, const std::vector<Vertex>& cycle) {
  std::string text;
  for (const Vertex stream : cycle) text += space.name(stream) + " waits for ";
  return text + space.name(cycle.front());
}

}  // namespace

DeadlockVerdict verdict_of_ranade(const Design& design) {
  StreamGraph graph(design);
  DeadlockVerdict verdict;
  verdict.states = graph.streams();
  verdict.dependencies = graph.edges();
  const std::vector<Vertex> circle = cycle_in(graph);
  if (!circle.empty()) {
    verdict.reason = "the graph of the phases has a cycle: " + to_text(graph.space(), circle);
    return verdict;
  }
  if (!design.router.as<RanadeConfig>()->ghosts) {
    graph.wait_for_messages();
    const std::vector<Vertex> cycle = cycle_in(graph);
    if (!cycle.empty()) {
      verdict.reason =
          "without ghosts the streams of a cycle may wait for each other: " + to_text(graph.space(), cycle);
      return verdict;
    }
  }
  verdict.kind = DeadlockVerdict::Kind::Acyclic;
  return verdict;
}

}  // namespace switchyard
