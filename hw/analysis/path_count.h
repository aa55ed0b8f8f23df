#pragma once

#include <limits>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "hw/analysis/route_walk.h"

namespace switchyard {

/// Counts how many different paths of nodes a routing relation offers, and how long they are, to one
/// destination after the other.
///
/// VCs do not make paths different, so it follows sets of what a packet may hold at a node. Resources of a
/// node from which a packet has the same choices are alike; there are few that are not, and few sets of them.
///
/// Time: of a destination that of a walk, then of the sets that packets can have.
class PathCount {
 public:
  struct Paths {
    double count = 0;  ///< Exact up to 2^53.
    int shortest = std::numeric_limits<int>::max();
    int longest = 0;  ///< Hops.
  };

  /// Both must outlive this object.
  PathCount(const ResourceSpace& space, const RoutingFunction& routing);

  /// Calls visit(resource, routes) as RouteWalk::walk does, and then knows the paths to `destination`.
  template <class Visit>
  void walk(NodeId destination, Visit&& visit) {
    begin(destination);
    walk_.walk(destination, [&](ResourceId held, const RouteSet& routes) {
      add(held, routes);
      visit(held, routes);
    });
  }

  /// Hops of a shortest path of the topology; -1 if there is none.
  int distance(NodeId source) const { return distance_[source]; }
  /// How many there are.
  double shortest_paths(NodeId source);
  /// Whether every choice leads nearer to the destination of the walk.
  bool minimal() const { return minimal_; }
  /// How many of the shortest ones the relation offers.
  double offered_shortest(NodeId source) { return paths_from(source, Among::Nearer).count; }
  /// All that it offers; nothing if packets may go round in circles. Precondition: `source` sends.
  std::optional<Paths> offered(NodeId source);

 private:
  enum class Among : std::uint8_t { All, Nearer };
  using Kind = std::uint16_t;  ///< Resources of a node that are alike.
  using StateId = std::uint32_t;
  static constexpr StateId kNoState = ~StateId{0};
  /// A range of one of the vectors below.
  struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  struct Step {
    PortId port;
    Kind kind;  ///< At the far end.
    friend auto operator<=>(const Step&, const Step&) = default;
  };
  enum class Progress : std::uint8_t { New, Open, Done };
  struct Known {
    Progress progress = Progress::New;
    Paths paths;
  };
  /// A set of kinds of a node.
  struct State {
    NodeId node = 0;
    Range kinds;  ///< In members_.
    Known known[2];
  };

  void begin(NodeId destination);
  void add(ResourceId held, const RouteSet& routes);
  bool leads_nearer(NodeId node, PortId port) const;
  StateId state_of(NodeId node, std::span<const Kind> kinds);
  Paths paths_from(NodeId source, Among among);
  Paths paths_from_state(StateId id, Among among);
  void add_steps(StateId id);

  const ResourceSpace& space_;
  const Topology& topology_;
  const bool looks_at_held_;
  RouteWalk walk_;
  NodeId destination_ = 0;
  bool minimal_ = true;
  bool circles_ = false;
  std::vector<int> distance_;     ///< [node]
  std::vector<double> shortest_;  ///< [node]: shortest_paths(); -1: not counted yet.

  std::vector<Kind> kind_;                 ///< [resource]: valid where the walk has been.
  std::vector<std::vector<Range>> kinds_;  ///< [node][kind]: its choices, in choices_.
  std::vector<RouteChoice> choices_;

  std::vector<State> states_;
  std::vector<Kind> members_;
  std::vector<std::vector<StateId>> single_;                      ///< [node][kind]: of that kind alone.
  std::map<std::pair<NodeId, std::vector<Kind>>, StateId> sets_;  ///< Of several kinds.

  std::vector<Step> steps_;    ///< Of the states that are open, one after the other.
  std::vector<Kind> closure_;  ///< Of one state.
};

}  // namespace switchyard
