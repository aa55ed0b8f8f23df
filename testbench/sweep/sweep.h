#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "testbench/inspect/pattern_bound.h"
#include "testbench/sweep/decimal.h"
#include "testbench/sweep/point_place.h"
#include "testbench/sweep/sweep_axis.h"
#include "testbench/sweep/sweep_estimate.h"
#include "testbench/sweep/sweep_point.h"

namespace switchyard {

/// A checked sweep, ready to run.
struct Sweep {
  std::string name;    ///< The configuration's; of several, all their names.
  std::string config;  ///< The file; of no meaning if an axis holds several.
  std::vector<SweepAxis> axes;
  std::vector<std::string>
      configs;  ///< Of each combination: YAML after overrides, as a run's manifest has it.
  std::vector<std::vector<std::filesystem::path>> files;  ///< Data that each combination names.
  std::vector<SweepEstimate> estimates;                   ///< Where the queueing model is made for them.
  PointRunner runner;
  std::size_t jobs;         ///< Searches at a time.
  const PointPlace* place;  ///< Where the points run.
  std::filesystem::path folder;
  std::string picture_per;      ///< Path of the axis that has a picture for each value; empty: one picture.
  std::string commit;           ///< Of this program.
  std::filesystem::path junit;  ///< Where the runs go as tests; empty: nowhere.
  bool resume = false;          ///< Runs that an earlier sweep has left in the folder are taken over.
};

/// Runs every combination of the axes' values; writes sweep.csv, sweep.gp, sweep.png, sweep.svg and
/// points/<combination>/ for each of them, counted from 0. With `picture_per` the pictures are
/// sweep_<value>.png and so on. With estimates there is sweep_estimate.csv, and it and the pictures are there
/// before the first run. What an earlier sweep has left in the folder goes first. Precondition: at
/// least one axis.
///
/// An interruption() ends the runs; the table and the pictures are those of what is done then, and the exit
/// status is interrupted_status().
///
/// Returns kDeadlock if any run deadlocked, else kFailed if any left no results or failed a check, else
/// kGood. A run that is not stable or misses what the file expects is a figure like any other. Errors:
/// std::system_error if a file cannot be written, std::invalid_argument if another process has the folder.
/// Without gnuplot the pictures are left out, with a note.
int sweep_points(const Sweep& sweep);

/// Finds the largest stable load of every combination, and the least unstable one, to `tolerance`; prints
/// them and writes saturation.json, saturation.csv, a picture of all runs, and points/<combination>/<load>/
/// for each run. `bounds` holds those of each combination.
///
/// A run that fails counts as unstable. Returns and errors: as sweep_points().
int search_saturation(const Sweep& sweep, Decimal tolerance, const std::vector<LoadBounds>& bounds);

}  // namespace switchyard
