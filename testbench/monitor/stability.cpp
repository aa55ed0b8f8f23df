#include "testbench/monitor/stability.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

namespace switchyard {
namespace {

constexpr std::size_t kLeastSteps = 20;
constexpr double kTolerated = 0.0075;  ///< Growth, as a share of the offered flits.

bool keeps_its_level(const Growth& growth) {
  return growth.pulled_back && growth.rise < std::max(kTolerated, 2 * growth.wobble);
}

bool grows(const Growth& growth) { return growth.is_beyond(kTolerated) && !keeps_its_level(growth); }

bool does_not_grow(const Growth& growth) {
  return growth.share + growth.half_width < kTolerated || keeps_its_level(growth);
}

BacklogSteps steps_of(const FlowRecord& record, std::size_t first, const std::vector<NodeId>& sources) {
  const auto backlog_at = [&](std::size_t sample) {
    std::uint64_t flits = 0;
    for (const NodeId source : sources) flits += record.backlog(sample, source);
    return static_cast<double>(flits);
  };
  BacklogSteps steps;
  double before = backlog_at(first);
  for (std::size_t step = first; step < record.steps(); ++step) {
    const double after = backlog_at(step + 1);
    std::uint64_t created = 0;
    for (const NodeId source : sources) created += record.created(step, source);
    steps.before.push_back(before);
    steps.rise.push_back(after - before);
    steps.created.push_back(static_cast<double>(created));
    before = after;
  }
  return steps;
}

/// `per_cycle`: offered to all of the sources together; none: what they created is taken for it.
std::optional<Growth> growth_of(const FlowRecord& record, std::size_t first,
                                const std::vector<NodeId>& sources, std::optional<double> per_cycle) {
  BacklogSteps steps = steps_of(record, first, sources);
  const double created = std::accumulate(steps.created.begin(), steps.created.end(), 0.0);
  const auto count = static_cast<double>(steps.created.size());
  if (per_cycle) {
    steps.offered = *per_cycle * static_cast<double>(record.step());
  } else {
    steps.offered = created / count;
    std::fill(steps.created.begin(), steps.created.end(), steps.offered);  // Chance cannot be told.
  }
  if (steps.offered == 0) return std::nullopt;
  return measure_growth(steps);
}

/// Those with at least half of the longest backlog.
std::vector<NodeId> slowest_in(const FlowRecord& record, std::size_t sample,
                               const std::vector<NodeId>& sources) {
  std::uint64_t longest = 0;
  for (const NodeId source : sources)
    longest = std::max<std::uint64_t>(longest, record.backlog(sample, source));
  std::vector<NodeId> slowest;
  for (const NodeId source : sources) {
    if (longest > 0 && 2 * std::uint64_t{record.backlog(sample, source)} >= longest)
      slowest.push_back(source);
  }
  return slowest;
}

std::string name_of(const std::vector<NodeId>& sources) {
  constexpr std::size_t kMax = 4;
  if (sources.size() > kMax) return fmt::format("{} slow sources", sources.size());
  return fmt::format("source{} {}", sources.size() == 1 ? "" : "s", fmt::join(sources, ", "));
}

std::string percent(const Growth& growth) {
  return fmt::format("{:.2f} % +- {:.2f} % of what they offer", 100 * growth.share, 100 * growth.half_width);
}

/// In the first half of the steps only.
bool filled_up(const Growth& growth) {
  return growth.share - growth.half_width > kTolerated && growth.late <= 0;
}

/// Why it may or may not grow.
std::string doubt(const std::string& queues, const Growth& growth) {
  if (filled_up(growth))
    return fmt::format(
        "{} still filled up in the first half of the window; a longer measure.warmup would tell", queues);
  return fmt::format("{} may grow, by {}; a longer measure.cycles would tell", queues, percent(growth));
}

}  // namespace

const char* to_string(Stability stability) {
  constexpr const char* kNames[] = {"stable", "unstable", "undecided"};
  return kNames[static_cast<std::size_t>(stability)];
}

StabilityFigures judge_stability(const FlowRecord& record, std::size_t first_step,
                                 const std::optional<OfferedFlits>& offered) {
  StabilityFigures figures;
  figures.because = "measure.cycles is too short to tell whether queues grow";
  if (record.steps() < first_step + kLeastSteps) return figures;

  std::vector<NodeId> all(record.sources());
  std::iota(all.begin(), all.end(), NodeId{0});
  figures.slowest = slowest_in(record, (first_step + record.steps()) / 2, all);
  const auto by = [&](const std::vector<NodeId>& sources) -> std::optional<double> {
    if (!offered) return std::nullopt;
    double sum = 0;
    for (const NodeId source : sources) sum += offered->by_source[source];
    return sum;
  };
  figures.growth = growth_of(record, first_step, all, by(all));
  figures.slowest_growth = growth_of(record, first_step, figures.slowest, by(figures.slowest));

  const auto& [verdict, because, growth, slowest, slowest_growth] = figures;
  const std::string slow = "the queues of " + name_of(slowest);
  if (growth && grows(*growth)) {
    figures.verdict = Stability::Unstable;
    figures.because = fmt::format("the queues of all sources grow by {}", percent(*growth));
  } else if (slowest_growth && grows(*slowest_growth)) {
    figures.verdict = Stability::Unstable;
    figures.because = fmt::format("{} grow by {}", slow, percent(*slowest_growth));
  } else if (growth && !does_not_grow(*growth)) {
    figures.because = doubt("the queues of all sources", *growth);
  } else if (slowest_growth && !does_not_grow(*slowest_growth)) {
    figures.because = doubt(slow, *slowest_growth);
  } else {
    figures.verdict = Stability::Stable;
    figures.because.clear();
  }
  return figures;
}

}  // namespace switchyard
