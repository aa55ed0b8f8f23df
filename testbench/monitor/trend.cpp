#include "testbench/monitor/trend.h"

#include <cmath>
#include <cstddef>
#include <numeric>

#include "testbench/monitor/student_t.h"

namespace switchyard {

namespace {

constexpr std::size_t kBlocks = 20;

}  // namespace

bool can_tell_growth(std::span<const double> backlog_samples) { return backlog_samples.size() > kBlocks; }

bool queues_grow(std::span<const double> backlog_samples, double offered_flits) {
  constexpr double kLeastRise = 0.01;  // Of the offered flits.
  if (!can_tell_growth(backlog_samples)) return false;

  const auto backlog = [&](std::size_t block) {
    return backlog_samples[block * (backlog_samples.size() - 1) / kBlocks];
  };
  const double rise = backlog(kBlocks) - backlog(0);
  double squares = 0;
  for (std::size_t block = 0; block < kBlocks; ++block) {
    const double excess = backlog(block + 1) - backlog(block) - rise / kBlocks;
    squares += excess * excess;
  }
  const double standard_error = std::sqrt(squares * kBlocks / (kBlocks - 1));  // Of `rise`, a sum of blocks.
  return rise > kLeastRise * offered_flits && rise > student_t_975(kBlocks - 1) * standard_error;
}

bool still_fills(std::span<const double> backlog_samples, double offered_flits) {
  constexpr double kLeastRise = 0.02;  // Of the offered flits.
  constexpr double kDeviations = 4;
  if (!can_tell_growth(backlog_samples)) return false;

  const auto settled = backlog_samples.subspan(backlog_samples.size() / 2);
  const auto count = static_cast<double>(settled.size());
  const double mean = std::accumulate(settled.begin(), settled.end(), 0.0) / count;
  double squares = 0;
  for (const double sample : settled) squares += (sample - mean) * (sample - mean);
  const double rise = mean - backlog_samples.front();
  return rise > kLeastRise * offered_flits && rise > kDeviations * std::sqrt(squares / (count - 1));
}

}  // namespace switchyard
