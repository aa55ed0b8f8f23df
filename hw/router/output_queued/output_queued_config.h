#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "hw/router/queues/barrier_wave.h"

namespace switchyard {

/// Parameters of the output-queued router; the words are those of the YAML. A packet is one flit.
struct OutputQueuedConfig {
  /// Which packet of a queue leaves first; of equals the one that came first.
  enum class Discipline : std::uint8_t {
    Fifo,              ///< The one that came first.
    Lifo,              ///< The one that came last.
    FarthestFirst,     ///< The one with the most hops to go.
    NearestFirst,      ///< The one with the fewest.
    Random,            ///< Any.
    FirstPhaseFirst,   ///< One in the first phase of routing.
    SecondPhaseFirst,  ///< One in the second.
  };
  static inline const std::array<std::string, 7> kDisciplines{
      "fifo", "lifo", "farthest_first", "nearest_first", "random", "phase_1_first", "phase_2_first"};

  int virtual_channels = 1;
  bool shared_queues = false;  ///< All VCs of a link share one queue.
  int queue_size = 0;          ///< Packets; 0: without bound.
  int input_buffer = 2;        ///< Packets per VC.
  Discipline discipline = Discipline::Fifo;
  BarrierWave::Discipline barriers = BarrierWave::Discipline::None;
};

}  // namespace switchyard
