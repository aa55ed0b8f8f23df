#pragma once

#include <functional>
#include <optional>
#include <string>

#include "testbench/monitor/packet_log.h"

namespace switchyard {

/// A packet that moves all the time and does not arrive: it is sent the wrong way again and again.
struct Livelock {
  Cycle found = 0;
  PacketId packet = 0;
  NodeId source = 0;
  NodeId destination = 0;
  int hops = 0;
  int distance = 0;  ///< Hops of a minimal path.
  friend bool operator==(const Livelock&, const Livelock&) = default;
};

/// The packet under way that has made the most hops, if it has made a hundred and 16 times its distance more
/// than it needs at the least.
///
/// Cost:   one look at every packet that is not delivered.
std::optional<Livelock> find_livelock(Cycle now, const PacketLog& log,
                                      const std::function<int(NodeId, NodeId)>& distance);

std::string to_string(const Livelock& livelock);

}  // namespace switchyard
