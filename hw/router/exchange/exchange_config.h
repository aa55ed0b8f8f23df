#pragma once

#include <array>
#include <string>

#include "hw/router/packet/packet_terminal.h"

namespace switchyard {

/// Parameters of the exchange router; the words are those of the YAML. A packet is one flit.
struct ExchangeConfig : PacketTerminalConfig {
  /// Which packet goes first, and which one is given away last.
  enum class Priority {
    Age,       ///< The oldest.
    Distance,  ///< The one nearest to its destination, the oldest of these.
    None       ///< The one that came first; a random one is given away.
  };
  static inline const std::array<std::string, 3> kPriorities{"age", "distance", "none"};

  int buffers = 0;  ///< Packets; at least one per link.
  Priority priority = Priority::Age;
};

}  // namespace switchyard
