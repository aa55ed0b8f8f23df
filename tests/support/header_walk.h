#pragma once

#include <cstddef>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "hw/base/bits.h"
#include "hw/routing/routing_function.h"
#include "hw/topology/topology.h"

namespace switchyard {

/// A directed graph over 0 .. n-1.
class Digraph {
 public:
  explicit Digraph(std::size_t nodes) : successors_(nodes) {}

  void add(std::size_t from, std::size_t to) { successors_[from].insert(to); }

  /// Takes away nodes that nothing leads to until none is left, or only cycles and what follows them.
  bool acyclic() const {
    std::vector<std::size_t> predecessors(successors_.size(), 0);
    for (const auto& successors : successors_) {
      for (const std::size_t to : successors) ++predecessors[to];
    }
    std::vector<std::size_t> free;
    for (std::size_t node = 0; node < predecessors.size(); ++node) {
      if (predecessors[node] == 0) free.push_back(node);
    }
    for (std::size_t next = 0; next < free.size(); ++next) {
      for (const std::size_t to : successors_[free[next]]) {
        if (--predecessors[to] == 0) free.push_back(to);
      }
    }
    return free.size() == successors_.size();
  }

 private:
  std::vector<std::set<std::size_t>> successors_;
};

/// One VC that a head flit may take, and the state in which it then asks for the next.
struct Move {
  PortId port = 0;
  Preference preference = Preference::Adaptive;
  RouteQuery after;
};

inline RouteQuery injected(const Topology& topology, NodeId source, NodeId destination) {
  return {source, destination, *topology.entry_ports(source).begin(), /*held_vc=*/0};
}

inline std::vector<Move> moves_from(const Topology& topology, const RoutingFunction& routing,
                                    const RouteQuery& query) {
  std::vector<Move> moves;
  RouteSet routes;
  routing.route_unless_arrived(query, routes);
  for (const RouteChoice& choice : routes) {
    if (topology.is_open({query.here, choice.port})) throw std::logic_error("routed into an open port");
    const PortRef& far = topology.peer({query.here, choice.port});
    for_each_bit(choice.vcs, [&](VcId vc) {
      moves.push_back({choice.port, choice.preference, {far.node, query.destination, far.port, vc}});
    });
  }
  return moves;
}

/// Calls `visit(query, moves)` once for every state that can be reached from those in `ahead` by what
/// `moves_of(query)` lists; each of its moves says in `after` where it leads.
template <class MovesOf, class Visit>
void walk_states(std::vector<RouteQuery> ahead, MovesOf&& moves_of, Visit&& visit) {
  std::set<std::tuple<NodeId, PortId, VcId>> seen;
  while (!ahead.empty()) {
    const RouteQuery query = ahead.back();
    ahead.pop_back();
    if (!seen.insert({query.here, query.held_port, query.held_vc}).second) continue;
    const auto moves = moves_of(query);
    visit(query, moves);
    for (const auto& move : moves) ahead.push_back(move.after);
  }
}

/// The states in which packets to `destination` begin: one for every node with a terminal that sends.
inline std::vector<RouteQuery> injected_to(const Topology& topology, NodeId destination) {
  std::vector<RouteQuery> states;
  for (const NodeId source : topology.sources()) {
    states.push_back(injected(topology, source, destination));
  }
  return states;
}

/// Calls `visit(query, moves)` once for every state that a head flit to `destination` can get into, from any
/// source and by any choices.
template <class Visit>
void walk_headers_to(const Topology& topology, const RoutingFunction& routing, NodeId destination,
                     Visit&& visit) {
  std::vector<RouteQuery> states = injected_to(topology, destination);
  std::erase_if(states, [&](const RouteQuery& query) { return query.here == destination; });
  walk_states(
      std::move(states), [&](const RouteQuery& query) { return moves_from(topology, routing, query); },
      visit);
}

template <class Visit>
void walk_all_headers(const Topology& topology, const RoutingFunction& routing, Visit&& visit) {
  for (const NodeId destination : topology.destinations()) {
    walk_headers_to(topology, routing, destination, visit);
  }
}

/// Whether no answer has more choices than max_choices().
inline bool keeps_to_max_choices(const Topology& topology, const RoutingFunction& routing) {
  bool kept = true;
  walk_all_headers(topology, routing, [&](const RouteQuery& query, const std::vector<Move>&) {
    RouteSet routes;
    routing.route_unless_arrived(query, routes);
    kept &= routes.size() <= routing.max_choices();
  });
  return kept;
}

/// Whether every head flit arrives whatever it chooses: it never gets stuck and never comes back to a state.
inline bool delivers_all_pairs(const Topology& topology, const RoutingFunction& routing) {
  const auto state = [&](const RouteQuery& query) {
    const std::size_t port = query.here * static_cast<std::size_t>(topology.port_count()) +
                             static_cast<std::size_t>(query.held_port);
    return port * kMaxVcs + static_cast<std::size_t>(query.held_vc);
  };
  for (const NodeId destination : topology.destinations()) {
    bool stuck = false;
    Digraph states(topology.node_count() * static_cast<std::size_t>(topology.port_count()) * kMaxVcs);
    const auto visit = [&](const RouteQuery& query, const std::vector<Move>& moves) {
      stuck |= moves.empty() && query.here != destination;
      for (const Move& move : moves) states.add(state(query), state(move.after));
    };
    walk_headers_to(topology, routing, destination, visit);
    if (stuck || !states.acyclic()) return false;
  }
  return true;
}

/// The virtual channel that a head flit holds, as a number over the whole network.
inline std::size_t vc_held(const Topology& topology, const RouteQuery& query) {
  const int channel = topology.channel_to({query.here, query.held_port});
  return static_cast<std::size_t>(channel) * kMaxVcs + static_cast<std::size_t>(query.held_vc);
}

/// Edges from each VC to the VCs that a head flit in it may wait for.
inline Digraph vc_dependencies(const Topology& topology, const RoutingFunction& routing) {
  Digraph vcs(topology.channels().size() * kMaxVcs);
  walk_all_headers(topology, routing, [&](const RouteQuery& query, const std::vector<Move>& moves) {
    if (topology.channel_to({query.here, query.held_port}) < 0) return;
    for (const Move& move : moves) vcs.add(vc_held(topology, query), vc_held(topology, move.after));
  });
  return vcs;
}

/// Duato's extended dependencies: edges from each escape VC to the escape VCs that its packet may wait
/// for next, at once (direct) or after any number of adaptive hops (indirect).
/// Precondition: `routing` looks at the node and the destination only, not at the VC held.
inline Digraph escape_dependencies(const Topology& topology, const RoutingFunction& routing) {
  Digraph vcs(topology.channels().size() * kMaxVcs);
  for (NodeId destination = 0; destination < topology.node_count(); ++destination) {
    const auto escapes_ahead_of = [&](NodeId node) {
      std::set<std::size_t> escapes;
      std::set<NodeId> seen;
      std::vector<RouteQuery> ahead{injected(topology, node, destination)};
      while (!ahead.empty()) {
        const RouteQuery query = ahead.back();
        ahead.pop_back();
        if (!seen.insert(query.here).second) continue;
        for (const Move& move : moves_from(topology, routing, query)) {
          if (move.preference == Preference::Adaptive) ahead.push_back(move.after);
          if (move.preference == Preference::Escape) escapes.insert(vc_held(topology, move.after));
        }
      }
      return escapes;
    };
    std::vector<std::set<std::size_t>> escapes_ahead;
    for (NodeId node = 0; node < topology.node_count(); ++node) {
      escapes_ahead.push_back(escapes_ahead_of(node));
    }

    walk_headers_to(topology, routing, destination, [&](const RouteQuery&, const std::vector<Move>& moves) {
      for (const Move& move : moves) {
        if (move.preference != Preference::Escape) continue;
        const std::size_t held = vc_held(topology, move.after);
        for (const std::size_t escape : escapes_ahead[move.after.here]) vcs.add(held, escape);
      }
    });
  }
  return vcs;
}

}  // namespace switchyard
