#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "testbench/wave/vcd_writer.h"
#include "testbench/wave/wave_tree.h"

namespace switchyard {

/// The name of the view that belongs to a wave file: the same with the extension .gtkw.
std::filesystem::path gtkw_path(const std::filesystem::path& wave_file);

/// Whether a view belongs to it: not to a device or a pipe.
bool has_view(const std::filesystem::path& wave_file);

/// A moment at which a view opens, and what it shows first.
struct WaveMark {
  VcdWriter::Time time;
  std::string name;
  std::vector<std::string> signals;  ///< Paths without ranges; those that the tree has not are left out.
};

/// Writes a GTKWave view of `wave_file` beside it: `gtkwave <file>.gtkw` opens both.
///
/// Every scope below the top becomes a group that folds; its wires are labelled with their last two names. It
/// begins at `start` and shows about 50 pixels a nanosecond, if the wave file counts picoseconds. With a mark
/// it begins a little before it: a marker with its name is there, and its signals are on the first lines. The
/// two files may be moved together. Format: GTKWave 3.3, savefile.c and analyzer.h.
///
/// Errors: std::system_error with the path if it cannot be written.
void write_gtkw(const std::filesystem::path& wave_file, const WaveTree& tree, VcdWriter::Time start,
                const std::optional<WaveMark>& mark = {});

}  // namespace switchyard
