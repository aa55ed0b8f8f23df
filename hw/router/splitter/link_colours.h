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
///   a' ---- 2k ----- v       a colour comes from one switch.
/// ```
///
/// Source: Upfal, STOC 1989, as Leighton and Maggs, FOCS 1989, tell of it.
struct LinkColours {
  /// Precondition: `network` is a multibutterfly.
  LinkColours(const Topology& network, NodeId node);

  int count = 0;                   ///< 2d
  std::vector<PortMask> leaving;   ///< [colour]: its port; none at the last level, and where links are gone.
  std::vector<PortMask> arriving;  ///< [colour]: the same at the first level.
};

/// The colour of a link into this input port of a switch that is up or down from the splitter.
constexpr int colour_of(PortId input, bool down) { return input ^ static_cast<int>(down); }

}  // namespace switchyard
