#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "testbench/energy/energy_table.h"
#include "testbench/engine/level.h"
#include "testbench/packets/packet_probe.h"
#include "testbench/timeline/timeline.h"
#include "testbench/wave/wave_probe.h"

namespace switchyard {

/// What a run does besides measuring.
struct SimulationOptions {
  std::optional<WaveOptions> wave;
  std::optional<PacketOptions> packets;  ///< Of a network with flits and without a Machine.
  std::filesystem::path record;          ///< A trace of its packets, without a Machine; empty: none.
  LinkObserver* pins = nullptr;       ///< Sees all that crosses links, of a network with flits; null: nobody.
  std::optional<EnergyTable> energy;  ///< Of a network with flits and without a Machine; none: no energy.
  Timeline* timeline = nullptr;       ///< Of a network with flits; null: none.
  LevelOptions level;
  /// Called now and then with the phase's name, the cycle, and the cycles that the phase may take.
  std::function<void(const char* phase, Cycle done, Cycle of)> progress;
  /// Called with what the user should know before the run has ended.
  std::function<void(const std::string& what)> warn = {};
  WaveScope* bench_waves = nullptr;  ///< In the waveform, besides the network.
  Cycle planned = kNever;  ///< Cycles that the run will have, without its drain; kNever if nobody knows.
};

}  // namespace switchyard
