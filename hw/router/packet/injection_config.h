#pragma once

#include <array>
#include <string>

#include "hw/base/types.h"

namespace switchyard {

/// What keeps the nodes of a packet-switched network from starving each other; the words are those of the
/// YAML.
struct InjectionConfig {
  enum class Policy {
    Competition,    ///< Nothing: a packet is injected where there is room for it.
    Control,        ///< See InjectionControl.
    PrivateBuffer,  ///< See Recirculation.
    Token           ///< See Recirculation.
  };
  static inline const std::array<std::string, 4> kPolicies{"competition", "control", "private_buffer",
                                                           "token"};

  Policy policy = Policy::Competition;
  int lead = 4;      ///< Control: packets that a node may lead its neighbours by.
  int buffers = 1;   ///< PrivateBuffer: null packets of each node.
  int tokens = 1;    ///< Token: in the network, at most one per node.
  int patience = 4;  ///< Token: packets that may overtake one that waits for injection.
  NodeId nodes = 1;  ///< Of the network.

  /// Places of a queue that only packets of the node itself may take, at most.
  int kept_places() const { return policy == Policy::PrivateBuffer ? buffers : 0; }
  /// Null packets that are never at rest.
  int circulating() const { return policy == Policy::Token ? tokens : 0; }
  /// 0: no control.
  int lead_if_controlled() const { return policy == Policy::Control ? lead : 0; }
};

}  // namespace switchyard
