#pragma once

#include <functional>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "hw/analysis/deadlock.h"
#include "hw/routing/central_queues.h"
#include "hw/routing/three_queue.h"
#include "tests/support/header_walk.h"

namespace switchyard {

/// A choice of a packet that may be in central queues, and the state in which it then asks for the next.
struct QueueMove {
  Preference preference = Preference::Adaptive;
  bool hop = false;  ///< False: a move inside the node.
  RouteQuery after;
};

inline bool delivered(const RouteQuery& query) {
  return query.here == query.destination && query.held_port != kCentralQueues;
}

inline std::vector<QueueMove> queue_moves_from(const Topology& topology, const RoutingFunction& routing,
                                               const RouteQuery& query) {
  std::vector<QueueMove> moves;
  if (delivered(query)) return moves;
  RouteSet routes;
  routing.route(query, routes);
  for (const RouteChoice& choice : routes) {
    const bool hop = choice.port != kCentralQueues;
    const PortRef there =
        hop ? topology.peer({query.here, choice.port}) : PortRef{query.here, kCentralQueues};
    for_each_bit(VcMask{choice.vcs}, [&](VcId vc) {
      moves.push_back({choice.preference, hop, {there.node, query.destination, there.port, vc}});
    });
  }
  return moves;
}

/// Calls `visit(query, moves)` once for every state that a packet to `destination` can get into.
template <class Visit>
void walk_packets_to(const Topology& topology, const RoutingFunction& routing, NodeId destination,
                     Visit&& visit) {
  walk_states(
      injected_to(topology, destination),
      [&](const RouteQuery& query) { return queue_moves_from(topology, routing, query); }, visit);
}

/// What a brute-force walk over all states of all packets finds.
struct QueueProof {
  bool acyclic = true;         ///< No buffer or queue ever waits for itself, over any choices.
  bool base_acyclic = true;    ///< The same, over static and escape choices.
  bool always_a_way = true;    ///< From every state such choices lead to the destination.
  std::size_t most_moves = 0;  ///< Choices of one answer.
  std::size_t states = 0;

  /// Free of deadlock with store-and-forward switching.
  bool safe() const { return base_acyclic && always_a_way; }
};

inline QueueProof prove(const Topology& topology, const RoutingFunction& routing) {
  const auto ports = static_cast<std::size_t>(topology.port_count()) + 1;
  const auto resource = [&](const RouteQuery& query) {
    const std::size_t port =
        query.held_port == kCentralQueues ? ports - 1 : static_cast<std::size_t>(query.held_port);
    return (query.here * ports + port) * kMaxVcs + static_cast<std::size_t>(query.held_vc);
  };
  QueueProof proof;
  const std::size_t resources = topology.node_count() * ports * kMaxVcs;
  Digraph all(resources);
  Digraph base(resources);
  for (NodeId destination = 0; destination < topology.node_count(); ++destination) {
    walk_packets_to(topology, routing, destination,
                    [&](const RouteQuery& query, const std::vector<QueueMove>& moves) {
                      ++proof.states;
                      proof.most_moves = std::max(proof.most_moves, moves.size());
                      bool way = delivered(query);
                      for (const QueueMove& move : moves) {
                        all.add(resource(query), resource(move.after));
                        if (move.preference == Preference::Adaptive) continue;
                        base.add(resource(query), resource(move.after));
                        way = true;  // Once no cycle is left, every such way ends at the destination.
                      }
                      proof.always_a_way &= way;
                    });
  }
  proof.acyclic = all.acyclic();
  proof.base_acyclic = base.acyclic();
  return proof;
}

/// What the analysis says of such a relation, which must agree with the brute force.
inline DeadlockVerdict::Kind verdict_on(const Topology& topology, const RoutingFunction& routing) {
  return find_verdict(ResourceSpace(topology, kMaxVcs), routing, Holding::OnePacket).kind;
}

/// Hops of the longest way from `source` to `destination` that the choices allow.
/// Precondition: every way ends.
inline int longest_way(const Topology& topology, const RoutingFunction& routing, NodeId source,
                       NodeId destination) {
  std::map<std::tuple<NodeId, PortId, VcId>, int> known;
  const std::function<int(const RouteQuery&)> longest = [&](const RouteQuery& query) {
    const auto key = std::tuple(query.here, query.held_port, query.held_vc);
    if (const auto found = known.find(key); found != known.end()) return found->second;
    int hops = 0;
    for (const QueueMove& move : queue_moves_from(topology, routing, query)) {
      hops = std::max(hops, longest(move.after) + (move.hop ? 1 : 0));
    }
    return known[key] = hops;
  };
  return longest(injected(topology, source, destination));
}

/// ThreeQueue with one input buffer for all classes of a link: the queue that a packet enters follows from
/// what is left for it to do.
class OneBufferPerLink final : public RoutingFunction {
 public:
  explicit OneBufferPerLink(int dimensions) : sound_(dimensions) {}

  void route(const RouteQuery& query, RouteSet& routes) const override {
    if (query.held_port == kCentralQueues) {
      RouteSet classes;
      sound_.route(query, classes);
      for (const RouteChoice& choice : classes) {
        routes.add(choice.port, choice.port == kCentralQueues ? choice.vcs : VcMask{0b001},
                   choice.preference);
      }
      return;
    }
    const bool link =
        query.held_port >= 0 && static_cast<std::size_t>(query.held_port) + 1 < sound_.max_choices();
    const bool rose = link && (query.here >> query.held_port & 1) != 0;
    const VcId ascending = wrong_ones(query.here, query.destination) == 0 ? 2 : 0;
    add_move(routes, !link ? 0 : rose ? ascending : 1, Preference::Static);
  }
  std::size_t max_choices() const override { return sound_.max_choices(); }

 private:
  ThreeQueue sound_;
};

}  // namespace switchyard
