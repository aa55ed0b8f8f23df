#pragma once

#include "hw/base/types.h"

namespace switchyard {

/// A packet that a node wants to send; or none yet.
struct PacketRequest {
  Cycle created = 0;  ///< Cycle in which it joins the source queue.
  NodeId destination = 0;
  int flits = 1;  ///< 0: no packet; the source has none before `created`, and is to be asked again then.
};

}  // namespace switchyard
