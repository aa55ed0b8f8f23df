#pragma once

#include <vector>

#include "hw/base/random_stream.h"
#include "tests/support/pram_bench.h"

namespace switchyard {

/// The links of a node, or one of them at random.
inline std::vector<PortRef> random_fault(const Topology& whole, RandomStream& random) {
  const NodeId node = random.below(whole.node_count());
  std::vector<PortRef> links;
  for (PortId port = 0; port < whole.terminal_port(); ++port) links.push_back({node, port});
  if (random.below(4) == 0) return links;
  return {links[random.below(static_cast<std::uint32_t>(links.size()))]};
}

inline Topology pram_topology(const PramSetup& setup) {
  return build_butterfly({setup.dimensions, setup.own_wires ? 3 : 1, setup.link_latency, setup.extra_column});
}

/// Adds up to `most` faults with which the machine still works. Each is drawn a few times.
inline void add_random_faults(PramSetup& setup, int most, RandomStream& random) {
  const Topology whole = pram_topology(setup);
  for (int draw = 0; draw < 3 * most; ++draw) {
    std::vector<PortRef> faults = setup.faults;
    for (const PortRef& link : random_fault(whole, random)) faults.push_back(link);
    const RanadePaths paths(whole.without(faults));
    if (!paths.gap() && !paths.rows().empty()) setup.faults = faults;
  }
}

}  // namespace switchyard
