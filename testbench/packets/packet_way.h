#pragma once

#include <vector>

#include "hw/base/port_ref.h"
#include "hw/base/types.h"

namespace switchyard {

/// A head flit has reached a router.
struct PacketHop {
  Cycle cycle = 0;
  PortRef at;  ///< The port through which it came.
  VcId vc = 0;
};

/// The way of one packet through the network, as far as it has come.
struct PacketWay {
  PacketId packet = 0;
  TerminalId source = 0;
  TerminalId destination = 0;
  int flits = 0;
  std::uint8_t label = 0;  ///< Its class.
  Cycle created = 0;
  Cycle injected = kNever;         ///< Its head flit has left the source.
  std::vector<PacketHop> routers;  ///< In order; the first is that of the source.
  Cycle ejected = kNever;          ///< Its tail flit has reached the destination,
  VcId ejected_on = 0;             ///< and on which VC.
};

}  // namespace switchyard
