#pragma once

#include <array>
#include <string>
#include <vector>

#include "hw/alloc/arbiter_starts.h"
#include "hw/alloc/selection.h"
#include "hw/base/types.h"
#include "hw/router/queues/barrier_wave.h"

namespace switchyard {

/// Parameters of the central-queue router; the words are those of the YAML. A packet is one flit.
struct KonstantinidouConfig {
  enum class Service { Any, Head };
  static inline const std::array<std::string, 2> kServices{"any", "head"};
  using Selection = switchyard::Selection;

  std::vector<int> queue_size;  ///< Packets of each central queue.
  int input_buffer = 2;         ///< Packets per link and class, and of the injection buffer.
  int ejection_buffer = 2;      ///< Packets.
  double ejection_rate = 1;     ///< Packets per routing cycle that leave the ejection buffer, at most.
  Service queue_service = Service::Any;
  Selection selection = Selection::Random;
  ArbiterStart arbiter_start = ArbiterStart::Random;
  BarrierWave::Discipline barriers = BarrierWave::Discipline::None;
  int phits_per_packet = 1;  ///< Clock cycles of a routing cycle: over a link, or into a queue.
  /// Packets per clock cycle: that leave the queues of a node over links, and that enter each queue.
  int departures_per_cycle = kNoLimit;
  int admissions_per_cycle = kNoLimit;
};

}  // namespace switchyard
