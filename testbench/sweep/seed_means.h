#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "testbench/sweep/sweep_axis.h"

namespace switchyard {

/// Path of the axis over which figures are averaged.
inline constexpr const char* kSeedAxis = "seed";

/// The seeds 1 .. `count`.
SweepAxis seed_axis(std::uint64_t count);

bool has_seeds(const std::vector<SweepAxis>& axes);

/// The mean of independent samples, and half the width of its 95 % interval by Student's t; 0 if one sample
/// is too few for that.
struct SampleMean {
  double mean = 0;
  double ci95 = 0;
};

/// Precondition: at least one sample.
SampleMean mean_of(std::span<const double> samples);

/// The figures of one run, in the order of the table's names; nothing where the run has no such figure.
struct FigureRow {
  std::vector<std::string> values;  ///< Of every axis.
  std::string outcome;
  std::vector<std::optional<double>> figures;
};

/// Writes the means over the seeds as CSV, a row for each combination of the other axes' values: how many
/// runs it has, how they ended, and every figure with the half width of its 95 % interval over the seeds. A
/// figure that a run of them lacks has no mean.
///
/// Errors: std::system_error that names the file.
void write_seed_means(const std::filesystem::path& file, const std::vector<SweepAxis>& axes,
                      const std::vector<std::string>& names, const std::vector<FigureRow>& runs);

}  // namespace switchyard
