#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/base/types.h"
#include "testbench/traffic/packet_length.h"

namespace switchyard {

/// The answer that the receiver of a packet sends back.
struct Reply {
  std::uint8_t label = 0;  ///< Its class.
  PacketLength length = PacketLength::fixed(1);
  Cycle service = 0;  ///< From the arrival of the request until the reply is created.
  /// Requests of the class that a terminal has taken and whose replies have not left it, at most: it takes no
  /// further ones meanwhile. Nothing: no bound.
  std::optional<int> buffer = {};
};

/// A class of messages, as traffic.classes names it.
struct TrafficClass {
  std::string name;
  int network = 0;  ///< Virtual network by which its packets go.
  std::optional<Reply> reply = {};
  std::optional<int> outstanding = {};  ///< Requests of a source without a reply, at most; nothing: no bound.
  int longest_packet = 1;               ///< Flits.
};

/// [label]: those that sources create by themselves, each with its reply after it.
using TrafficClasses = std::vector<TrafficClass>;
}  // namespace switchyard
