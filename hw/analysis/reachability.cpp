#include "hw/analysis/reachability.h"

#include <cstdint>
#include <vector>

#include "hw/base/bits.h"

namespace switchyard {
namespace {

/// Depth-first walk over the lanes that a header to one destination may be in.
class Walk {
 public:
  Walk(const Topology& topology, const RoutingFunction& routing, NodeId destination)
      : topology_(topology),
        routing_(routing),
        destination_(destination),
        marks_(static_cast<std::size_t>(topology.node_count()) *
                   static_cast<std::size_t>(topology.port_count()) * kMaxVcs,
               Mark::New) {}

  std::optional<UndeliveredPair> from(NodeId source) {
    if (visit({{source, topology_.terminal_port()}, /*vc=*/0})) return std::nullopt;
    return UndeliveredPair{source, destination_, at_, reason_};
  }

 private:
  using Reason = UndeliveredPair::Reason;
  enum class Mark : std::uint8_t { New, Open, Done };
  struct Lane {
    PortRef input;
    VcId vc;
  };
  /// A lane on the way, and those after it that have not been tried.
  struct Frame {
    Lane lane;
    std::vector<Lane> ahead;
  };

  Mark& mark(const Lane& lane) {
    const std::size_t input =
        static_cast<std::size_t>(lane.input.node) * static_cast<std::size_t>(topology_.port_count()) +
        static_cast<std::size_t>(lane.input.port);
    return marks_[input * kMaxVcs + static_cast<std::size_t>(lane.vc)];
  }

  bool fail(NodeId at, Reason reason) {
    at_ = at;
    reason_ = reason;
    return false;
  }

  bool enter(const Lane& lane) {
    mark(lane) = Mark::Open;
    std::vector<Lane>& ahead = path_.emplace_back(Frame{lane, {}}).ahead;
    const NodeId here = lane.input.node;
    if (here == destination_) return true;
    RouteSet routes;
    routing_.route({here, destination_, lane.input.port, lane.vc}, routes);
    for (const RouteChoice& choice : routes) {
      const PortRef output{here, choice.port};
      if (topology_.is_open(output)) return fail(here, Reason::OpenPort);
      for_each_bit(choice.vcs, [&](VcId vc) { ahead.push_back({topology_.peer(output), vc}); });
    }
    return !ahead.empty() || fail(here, Reason::DeadEnd);
  }

  bool visit(const Lane& start) {
    if (!enter(start)) return false;
    while (!path_.empty()) {
      Frame& frame = path_.back();
      if (frame.ahead.empty()) {
        mark(frame.lane) = Mark::Done;
        path_.pop_back();
        continue;
      }
      const Lane next = frame.ahead.back();
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
  routing.route({source, destination, topology.terminal_port(), 0}, routes);
  return !routes.empty();
}

std::vector<std::pair<NodeId, NodeId>> unreachable_pairs(const Topology& topology,
                                                         const RoutingFunction& routing) {
  std::vector<std::pair<NodeId, NodeId>> pairs;
  for (NodeId source = 0; source < topology.node_count(); ++source) {
    for (NodeId destination = 0; destination < topology.node_count(); ++destination) {
      if (source != destination && !is_reachable(topology, routing, source, destination))
        pairs.emplace_back(source, destination);
    }
  }
  return pairs;
}

std::optional<UndeliveredPair> find_undelivered_pair(const Topology& topology,
                                                     const RoutingFunction& routing) {
  for (NodeId destination = 0; destination < topology.node_count(); ++destination) {
    Walk walk(topology, routing, destination);
    for (NodeId source = 0; source < topology.node_count(); ++source) {
      if (const auto fault = walk.from(source)) return fault;
    }
  }
  return std::nullopt;
}

}  // namespace switchyard
