#pragma once

#include "hw/router/router_core.h"

namespace switchyard {

/// A running network as its monitors see it, whatever its level.
class Network {
 public:
  virtual ~Network() = default;
  /// The core of a node, for looking at only. Valid between cycles.
  virtual const RouterCore& router(NodeId node) const = 0;
};

}  // namespace switchyard
