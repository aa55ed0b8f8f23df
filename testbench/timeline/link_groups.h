#pragma once

#include <string>
#include <vector>

#include "hw/design/design.h"

namespace switchyard {

/// Channels that are looked at together.
struct LinkGroup {
  std::string name;     ///< Letters, digits and underscores.
  double capacity = 0;  ///< Flits per cycle that they carry at most, all together.
};

/// The channels of a network in groups: the dimensions of a grid or HyperX (`x`, `y` ..., see
/// dimension_name()), the levels of a fat tree (`level_0_1`: between these two) and the stages of a
/// multistage network (`stage_0_1`), `local` and `global` links of dragonflies and hierarchical rings,
/// `straight` and `cross` ones of butterflies, `ring` and `cube` ones of cube-connected cycles, `exchange`
/// and `shuffle` ones of shuffle-exchange networks. Of any other network all channels are in one group,
/// `links`.
///
/// A channel carries RouterTraits::link_rate flits in a cycle, one that takes a flit in k cycles a k-th of
/// that, and each direction of a half-duplex link half of it. Links that are known to be faulty are left out.
struct LinkGroups {
  std::vector<LinkGroup> groups;
  std::vector<std::size_t> of_channel;  ///< Of each channel of Design::topology, its place in `groups`.

  double capacity() const;  ///< Of all channels.
};
LinkGroups link_groups_of(const Design& design);

}  // namespace switchyard
