#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "testbench/app/window_choice.h"
#include "testbench/engine/level.h"
#include "testbench/wave/wave_probe.h"

namespace switchyard {

/// The options by which a command is told to write a waveform.
struct WaveChoice {
  std::string file;  ///< Empty: none.
  WindowChoice window;

  void add_to(CLI::App& command);
  /// Nothing if there is none. Errors: std::invalid_argument for a level without flits and for nodes that the
  /// design does not have.
  std::optional<WaveOptions> read(const Level& level, const Design& design) const;
};

/// Says so if a run of so many cycles ended before the waveform began.
void warn_of_empty_wave(const WaveOptions& wave, Cycle cycles);

}  // namespace switchyard
