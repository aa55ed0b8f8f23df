#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <optional>
#include <string>

#include "testbench/app/window_choice.h"
#include "testbench/engine/level.h"
#include "testbench/experiment/experiment.h"
#include "testbench/packets/packet_probe.h"

namespace switchyard {

/// The options by which `run` is told to write what became of each packet, and the packets as a trace.
struct PacketChoice {
  std::string file;  ///< Empty: none.
  WindowChoice window;
  std::string classes;  ///< Empty: all.
  std::string record;   ///< Empty: no trace.

  static constexpr const char* kFileOption = "--packets";
  static constexpr const char* kRecordOption = "--record";

  void add_to(CLI::App& command);
  /// Errors: std::invalid_argument if the run has no packets or the level no flits, for nodes that the design
  /// does not have, for classes that the run does not have and for an empty window.
  std::optional<PacketOptions> read(const Level& level, const Experiment& experiment) const;
  /// Where the trace of a platform goes; empty if there is none.
  /// Errors: std::invalid_argument if it could not be replayed.
  const std::string& read_record_of_platform() const;
  /// Where the trace goes; empty if there is none.
  /// Errors: std::invalid_argument if the run has no packets, or the trace could not be replayed.
  std::filesystem::path read_record(const Experiment& experiment) const;
};

/// Says so if the file will have a gigabyte or more, as far as that is known: of all nodes, and of traffic.
/// `cycles`: of the run; kNever if nobody knows.
void warn_of_large_file(const PacketOptions& packets, const Experiment& experiment, Cycle cycles);

}  // namespace switchyard
