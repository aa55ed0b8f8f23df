#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "hw/alloc/arbiter_starts.h"
#include "hw/analysis/deadlock.h"
#include "hw/design/block_factories.h"
#include "hw/design/router_traits.h"
#include "hw/router/router_core.h"
#include "hw/routing/routing_function.h"
#include "hw/topology/faults.h"
#include "hw/topology/topology.h"

namespace switchyard {

/// A checked network: all that either shell needs to build it. A value; both shells share one.
struct Design {
  std::string name;
  std::uint64_t seed = 1;
  std::shared_ptr<const Topology> topology;        ///< Without the links that are known to be faulty.
  std::shared_ptr<const Topology> whole_topology;  ///< With them.
  Faults faults;
  RouterTraits router;
  std::string routing_kind;
  std::shared_ptr<const RoutingFunction> routing;  ///< Null if there are no packets to route.
  std::function<std::unique_ptr<RouterCore>(NodeId)> make_router;
  /// The same router around blocks that come from outside; only if router.has_blocks.
  std::function<std::unique_ptr<RouterCore>(NodeId, const BlockFactories&)> make_router_around;
  /// Whether the network can deadlock, if its router brings a proof of its own; else null.
  std::function<DeadlockVerdict(const Design&)> own_verdict;
  std::function<int(TerminalId, TerminalId)> distance;  ///< Hops of a minimal path.

  /// What reports call a terminal: as each node has one, mostly by its node.
  const char* terminal_word() const { return topology->has_plain_terminals() ? "node" : "terminal"; }
  bool half_duplex() const { return router.timing.half_duplex; }
  /// All that packets can hold.
  ResourceSpace resources() const {
    std::vector<VcId> entries;
    for (int network = 0; network < router.terminal.networks.count(); ++network)
      entries.push_back(router.terminal.networks.first(network));
    return {*topology, router.virtual_channels, std::move(entries)};
  }
  ArbiterStarts starts_at(NodeId node) const { return {router.arbiter_start, seed, node}; }
  /// `router.terminal`, as a terminal sees it.
  TerminalPort terminal_at(TerminalId terminal) const {
    TerminalPort port = router.terminal;
    port.first_vc = starts_at(terminal).of(ArbiterStarts::kInjectionVcs, port.injection_vcs);
    return port;
  }
};

}  // namespace switchyard
