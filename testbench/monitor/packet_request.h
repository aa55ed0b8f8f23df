#pragma once

#include "hw/base/types.h"

namespace switchyard {

/// A packet that a node wants to send.
struct PacketRequest {
  Cycle created = 0;  ///< Cycle in which it joins the source queue.
  NodeId destination = 0;
  int flits = 1;
};

}  // namespace switchyard
