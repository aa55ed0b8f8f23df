#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "hw/analysis/analysis_progress.h"
#include "hw/analysis/resource_space.h"

namespace switchyard {

/// What a packet that waits may hold.
enum class Holding : std::uint8_t {
  OnePacket,  ///< One resource: store-and-forward. Queues may hold several packets.
  LinkQueue,  ///< The same, where one queue holds the packets of all VCs of a link.
  OwnVcs,     ///< Several VCs one after the other, each its own: its head flit can always reach the front.
  SharedVcs   ///< Several VCs, which may hold the head of one packet behind the tail of another.
};

/// A packet that holds one resource and may wait for another.
struct Dependency {
  ResourceId held = 0;
  ResourceId wanted = 0;
  std::vector<ResourceId> via;  ///< Adaptive VCs between them that it holds as well.
  NodeId source = 0;            ///< The nearest source of such a packet.
  NodeId destination = 0;
};

/// Whether a network can deadlock, and why.
struct DeadlockVerdict {
  enum class Kind : std::uint8_t {
    Acyclic,     ///< No resource waits for itself, over all choices.
    Escape,      ///< Wormhole: the sub-relation is connected, and its extended dependencies have no cycle.
    Dynamic,     ///< Store-and-forward: from every state the sub-relation leads to the destination without a
                 ///< cycle.
    Preemptive,  ///< Packets that would wait are sent elsewhere, and the conditions for that hold.
    Unsafe
  } kind = Kind::Unsafe;
  static inline const std::array<std::string, 5> kNames{"acyclic", "escape", "dynamic", "preemptive",
                                                        "unsafe"};

  std::string reason;             ///< Of Unsafe: why no proof holds.
  std::vector<Dependency> cycle;  ///< Of Unsafe: a shortest cycle, and packets that close it.
  /// Of Unsafe, where others have an escape: nodes, and destinations to which a packet there has none.
  std::vector<std::pair<NodeId, NodeId>> without_escape;
  std::size_t states = 0;        ///< Pairs of a resource and a destination that packets can reach.
  std::size_t dependencies = 0;  ///< Pairs of resources, over all destinations.
};

inline const char* name_of(DeadlockVerdict::Kind kind) {
  return DeadlockVerdict::kNames[static_cast<std::size_t>(kind)].c_str();
}

/// Walks the routing relation over all states and looks for a proof, the strongest first.
///
/// A safe verdict is a proof for routers that use any free choice, empty their terminals, and serve waiting
/// packets fairly. Unsafe means that these proofs fail; such a network need not deadlock.
/// Time and memory grow with the states: resources times destinations.
///
/// Precondition: every packet that sets out can be delivered (find_undelivered_pair, SurvivingRoutes).
/// Source: Dally, Seitz, "Deadlock-Free Message Routing in Multiprocessor Interconnection Networks", IEEE ToC
///         1987; Duato, "A New Theory of Deadlock-Free Adaptive Routing in Wormhole Networks", IEEE TPDS
///         1993; Felperin et al., "Routing Techniques for Massively Parallel Communication", Proc. IEEE 1991,
///         section VIII.
DeadlockVerdict find_verdict(const ResourceSpace& space, const RoutingFunction& routing, Holding holding,
                             const AnalysisProgress& progress = no_progress);

}  // namespace switchyard
