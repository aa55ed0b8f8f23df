#pragma once

#include <functional>
#include <string>

#include "testbench/run/experiment.h"
#include "testbench/run/level.h"
#include "testbench/run/results.h"
#include "testbench/wave/wave_probe.h"

namespace switchyard {

/// What a run does besides measuring.
struct SimulationOptions {
  std::optional<WaveOptions> wave;
  LevelOptions level;
  /// Called now and then with the phase's name, the cycle, and the cycles that the phase may take.
  std::function<void(const char* phase, Cycle done, Cycle of)> progress;
  /// Called with what the user should know before the run has ended.
  std::function<void(const std::string& what)> warn = {};
  WaveScope* bench_waves = nullptr;  ///< In the waveform, besides the network.
  Cycle planned = kNever;  ///< Cycles that the run will have, without its drain; kNever if nobody knows.
};

/// Runs the experiment at the level: warm-up, measured window, drain. Once per process.
///
/// The scoreboard, the credit check and the deadlock watchdog are always on; the first violation or a
/// deadlock ends the run and is in the results. From its first cycle on SIGINT and SIGTERM end it, too, with
/// the figures so far.
Results simulate(const Experiment& experiment, const Level& level, const SimulationOptions& options);

}  // namespace switchyard
