#include "hw/analysis/reachability.h"

#include <cstdint>
#include <vector>

#include "hw/base/bits.h"

namespace switchyard {
namespace {

/// Depth-first walk over the VCs that a head flit to one destination may be in.
class Walk {
 public:
  Walk(const Topology& topology, const RoutingFunction& routing, NodeId destination)
      : topology_(topology),
        routing_(routing),
        destination_(destination),
        marks_(static_cast<std::size_t>(topology.node_count()) * topology.port_count() * kMaxVcs, Mark::New) {
  }

  std::optional<UndeliveredPair> from(NodeId source) {
    if (visit({{source, lowest_bit(topology_.entry_ports(source))}, /*vc=*/0})) return std::nullopt;
    return UndeliveredPair{source, destination_, at_, reason_};
  }

 private:
  using Reason = UndeliveredPair::Reason;
  enum class Mark : std::uint8_t { New, Open, Done };
  struct InputVc {
    PortRef input;
    VcId vc;
  };
  /// A VC on the way, and those after it that have not been tried.
  struct Frame {
    InputVc input_vc;
    std::vector<InputVc> ahead;
  };

  Mark& mark(const InputVc& input_vc) {
    const std::size_t input =
        static_cast<std::size_t>(input_vc.input.node) * topology_.port_count() + input_vc.input.port;
    return marks_[input * kMaxVcs + input_vc.vc];
  }

  bool fail(NodeId at, Reason reason) {
    at_ = at;
    reason_ = reason;
    return false;
  }

  bool enter(const InputVc& input_vc) {
    mark(input_vc) = Mark::Open;
    std::vector<InputVc>& ahead = path_.emplace_back(Frame{input_vc, {}}).ahead;
    const NodeId here = input_vc.input.node;
    RouteSet routes;
    routing_.route_unless_arrived({here, destination_, input_vc.input.port, input_vc.vc}, routes);
    if (here == destination_ && routes.empty()) return true;
    for (const RouteChoice& choice : routes) {
      const PortRef output{here, choice.port};
      if (topology_.is_open(output)) return fail(here, Reason::OpenPort);
      for_each_bit(choice.vcs, [&](VcId vc) { ahead.push_back({topology_.peer(output), vc}); });
    }
    return !ahead.empty() || fail(here, Reason::DeadEnd);
  }

  bool visit(const InputVc& start) {
    if (!enter(start)) return false;
    while (!path_.empty()) {
      Frame& frame = path_.back();
      if (frame.ahead.empty()) {
        mark(frame.input_vc) = Mark::Done;
        path_.pop_back();
        continue;
      }
      const InputVc next = frame.ahead.back();
      frame.ahead.pop_back();
      if (mark(next) == Mark::Open) return fail(next.input.node, Reason::Circle);
      if (mark(next) == Mark::New && !enter(next)) return false;
    }
    return true;
  }

  const Topology& topology_;
  const RoutingFunction& routing_;
  NodeId destination_;
  std::vector<Mark> marks_;
  std::vector<Frame> path_;
  NodeId at_ = 0;
  Reason reason_ = Reason::DeadEnd;
};

}  // namespace

bool is_reachable(const Topology& topology, const RoutingFunction& routing, NodeId source,
                  NodeId destination) {
  RouteSet routes;
  routing.route({source, destination, lowest_bit(topology.entry_ports(source)), 0}, routes);
  return !routes.empty();
}

std::vector<std::pair<NodeId, NodeId>> unreachable_pairs(const Topology& topology,
                                                         const RoutingFunction& routing) {
  std::vector<std::pair<NodeId, NodeId>> pairs;
  for (const NodeId source : topology.sources()) {
    for (const NodeId destination : topology.destinations()) {
      if (source != destination && !is_reachable(topology, routing, source, destination))
        pairs.emplace_back(source, destination);
    }
  }
  return pairs;
}

std::optional<UndeliveredPair> find_undelivered_pair(const Topology& topology,
                                                     const RoutingFunction& routing) {
  for (const NodeId destination : topology.destinations()) {
    Walk walk(topology, routing, destination);
    for (const NodeId source : topology.sources()) {
      if (const auto fault = walk.from(source)) return fault;
    }
  }
  return std::nullopt;
}

}  // namespace switchyard
