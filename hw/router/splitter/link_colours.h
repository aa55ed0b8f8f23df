#pragma once

#include <vector>

#include "hw/base/port_array.h"
#include "hw/topology/topology.h"

namespace switchyard {

/// The 2d colours of the links of a merged multibutterfly, of which each switch has one link that arrives and
/// one that leaves. Butterfly k joins inputs a and a' of a splitter to its outputs u, up, and v, down:
///
/// ```
///   a  ---- 2k ----- u       a -> v and a' -> u are 2k + 1: what arrives at one switch in the step of
///   a' ---- 2k ----- v       a colour comes from one switch, and what leaves one goes to one.
/// ```
///
/// Returns by colour the input port of its link, none where links are gone, and at the first level.
/// Precondition: `network` is a multibutterfly.
/// Source: Upfal, STOC 1989, as Leighton and Maggs, FOCS 1989, tell of it.
std::vector<PortMask> arriving_by_colour(const Topology& network, NodeId node);

}  // namespace switchyard
