#pragma once

#include <array>
#include <string>

#include "hw/router/packet/packet_terminal.h"

namespace switchyard {

/// Parameters of the chaos router; the words are those of the YAML.
struct ChaosConfig : PacketTerminalConfig {
  /// Which packet of a full queue is derouted.
  enum class Variant {
    Chaos,     ///< A random one.
    Priority,  ///< The youngest.
    Natural    ///< The last in the order of the queue.
  };
  static inline const std::array<std::string, 3> kVariants{"chaos", "priority", "natural"};
  /// Whether a visit that would find nothing to do takes the place of one that would.
  enum class EmptyVisits { Free, Counted };
  static inline const std::array<std::string, 2> kEmptyVisits{"free", "counted"};

  static constexpr int kLeastQueue = 2;  ///< With fewer packets there is no choice of whom to deroute.

  int queue_size = 5;  ///< Packets, >= kLeastQueue.
  int visits_per_cycle = 1;
  Variant variant = Variant::Chaos;
  EmptyVisits empty_visits = EmptyVisits::Free;
};

}  // namespace switchyard
