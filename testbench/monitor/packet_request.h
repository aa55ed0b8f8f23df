#pragma once

#include <cstdint>

#include "hw/base/types.h"

namespace switchyard {

/// A packet that a node wants to send; or none yet.
struct PacketRequest {
  PacketRequest() = default;
  PacketRequest(Cycle when, NodeId where, int length, std::uint8_t of_class = 0)
      : created(when), destination(where), flits(static_cast<std::uint16_t>(length)), label(of_class) {}

  /// Not a packet: the node arrives at a barrier, once all its packets before have left it.
  static PacketRequest arrival(Cycle when) {
    PacketRequest request(when, 0, 1);
    request.arrives = true;
    return request;
  }

  Cycle created = 0;  ///< Cycle in which it joins the source queue.
  NodeId destination = 0;
  /// At most 65535. 0: no packet; the source has none before `created`, and is to be asked again then.
  std::uint16_t flits = 1;
  bool arrives = false;
  std::uint8_t label = 0;  ///< Its class, of a message; no router sees it.
};

}  // namespace switchyard
