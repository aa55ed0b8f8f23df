#pragma once

#include <compare>

#include "hw/base/types.h"

namespace switchyard {

/// A port of a node: one end of a link, or where a terminal is attached.
struct PortRef {
  NodeId node = kNoNode;
  PortId port = -1;
  friend auto operator<=>(const PortRef&, const PortRef&) = default;
};

}  // namespace switchyard
