#include "hw/analysis/reachability.h"

#include <bit>
#include <cstdint>
#include <vector>

namespace switchyard {
namespace {

/// Depth-first walk over (node, input port) for one destination: finds dead ends and circles.
class Walk {
 public:
  Walk(const Topology& topology, const RoutingFunction& routing, NodeId destination)
      : topology_(topology),
        routing_(routing),
        destination_(destination),
        marks_(
            static_cast<std::size_t>(topology.node_count()) * static_cast<std::size_t>(topology.port_count()),
            Mark::New) {}

  std::optional<UndeliveredPair> from(NodeId source) {
    if (visit({source, topology_.terminal_port()})) return std::nullopt;
    return UndeliveredPair{source, destination_, at_, circles_};
  }

 private:
  enum class Mark : std::uint8_t { New, Open, Done };
  struct Frame {
    PortRef place;
    RouteSet routes;
    std::size_t next = 0;
  };

  Mark& mark(PortRef place) {
    return marks_[static_cast<std::size_t>(place.node) * static_cast<std::size_t>(topology_.port_count()) +
                  static_cast<std::size_t>(place.port)];
  }

  bool enter(PortRef place, VcId vc) {
    Frame& frame = path_.emplace_back();
    frame.place = place;
    mark(place) = Mark::Open;
    if (place.node == destination_) return true;
    routing_.route({place.node, destination_, place.port, vc}, frame.routes);
    if (!frame.routes.empty()) return true;
    at_ = place.node;
    return false;
  }

  bool visit(PortRef start) {
    if (mark(start) == Mark::Done) return true;
    if (!enter(start, 0)) return false;
    while (!path_.empty()) {
      Frame& frame = path_.back();
      if (frame.next == frame.routes.size()) {
        mark(frame.place) = Mark::Done;
        path_.pop_back();
        continue;
      }
      const RouteChoice& choice = frame.routes.begin()[frame.next++];
      const PortRef next = topology_.peer({frame.place.node, choice.port});
      if (mark(next) == Mark::Open) {
        at_ = next.node;
        circles_ = true;
        return false;
      }
      if (mark(next) == Mark::New && !enter(next, std::countr_zero(choice.vcs))) return false;
    }
    return true;
  }

  const Topology& topology_;
  const RoutingFunction& routing_;
  NodeId destination_;
  std::vector<Mark> marks_;
  std::vector<Frame> path_;
  NodeId at_ = 0;
  bool circles_ = false;
};

}  // namespace

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
