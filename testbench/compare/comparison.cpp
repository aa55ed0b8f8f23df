#include "testbench/compare/comparison.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "testbench/monitor/student_t.h"
#include "testbench/sweep/seed_means.h"

namespace switchyard {
namespace {

constexpr double kFamilyError = 0.05;

double mean_over(const std::vector<double>& samples) {
  return std::accumulate(samples.begin(), samples.end(), 0.0) / static_cast<double>(samples.size());
}

bool are_whole(const std::vector<double>& samples) {
  return std::ranges::all_of(samples, [](double sample) { return sample == std::floor(sample); });
}

/// Of the mean. `rounding`: variance that each sample has beyond what can be seen of it.
double variance_of_mean(const std::vector<double>& samples, double rounding) {
  const double mean = mean_over(samples);
  const auto count = static_cast<double>(samples.size());
  double squares = 0;
  for (const double sample : samples) squares += (sample - mean) * (sample - mean);
  return (squares / (count - 1) + rounding) / count;
}

/// Welch's test; both have two samples or more.
double probability_over_seeds(const std::vector<double>& a, const std::vector<double>& b) {
  constexpr double kOfRounding = 1.0 / 4;  // At most: where half of all samples fall on either side.
  const double rounding = are_whole(a) && are_whole(b) ? kOfRounding : 0;
  const double va = variance_of_mean(a, rounding);
  const double vb = variance_of_mean(b, rounding);
  const double difference = std::abs(mean_over(a) - mean_over(b));
  if (va + vb == 0) return difference == 0 ? 1 : 0;
  const auto freedom_of = [](double variance, std::size_t samples) {
    return variance * variance / (static_cast<double>(samples) - 1);
  };
  const double freedom = (va + vb) * (va + vb) / (freedom_of(va, a.size()) + freedom_of(vb, b.size()));
  return student_t_outside(difference / std::sqrt(va + vb), std::max(1, static_cast<int>(freedom)));
}

/// Of two means with the half widths of their 95 % intervals.
double probability_of_single_runs(double difference, double half_a, double half_b) {
  constexpr double kNormal975 = 1.959964;
  const double error = std::hypot(half_a, half_b) / kNormal975;
  if (error == 0) return difference == 0 ? 1 : 0;
  return std::erfc(std::abs(difference) / error / std::sqrt(2.0));
}

double log_choose(int n, int k) { return std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1); }

/// Fisher's exact test: `hits` of `runs` in each folder.
double probability_of_counts(int hits_a, int runs_a, int hits_b, int runs_b) {
  const int hits = hits_a + hits_b;
  const auto probability_of = [&](int k) {
    return std::exp(log_choose(runs_a, k) + log_choose(runs_b, hits - k) - log_choose(runs_a + runs_b, hits));
  };
  const double seen = probability_of(hits_a);
  constexpr double kEqual = 1 + 1e-9;
  double sum = 0;
  for (int k = std::max(0, hits - runs_b); k <= std::min(runs_a, hits); ++k) {
    const double probability = probability_of(k);
    if (probability <= seen * kEqual) sum += probability;
  }
  return std::min(1.0, sum);
}

std::string text_of(const ComparedFigure& figure) {
  if (figure.samples.size() == 1)
    return figure.interval ? fmt::format("{:.6g} ± {:.3g}", figure.samples.front(), *figure.interval)
                           : fmt::format("{:.6g}", figure.samples.front());
  const SampleMean mean = mean_of(figure.samples);
  return fmt::format("{:.6g} ± {:.3g}", mean.mean, mean.ci95);
}

std::string outcomes_of(const ComparedPoint& point) {
  if (point.runs == 1) return point.outcomes.begin()->first;
  std::vector<std::string> texts;
  for (const auto& [outcome, count] : point.outcomes) texts.push_back(fmt::format("{} {}", count, outcome));
  return fmt::format("{}", fmt::join(texts, "; "));
}

int stable_runs(const ComparedPoint& point) {
  int runs = 0;
  for (const char* outcome : {"stable", "finished"}) {
    const auto found = point.outcomes.find(outcome);
    runs += found == point.outcomes.end() ? 0 : found->second;
  }
  return runs;
}

/// Judges the points one after the other.
class Judge {
 public:
  Judge(FolderComparison& result, double at_least) : result_(result), at_least_(at_least) {}

  void compare(const std::vector<std::string>& at, const ComparedPoint& a, const ComparedPoint& b,
               const std::vector<std::string>& figures) {
    ++result_.points;
    if (!a.hashes.empty() && a.hashes == b.hashes && a.outcomes == b.outcomes) {
      ++result_.same;
      return;
    }
    compare_outcomes(at, a, b);
    for (const std::string& name : figures) {
      const auto in_b = b.figures.find(name);
      if (in_b != b.figures.end()) compare_figure(at, name, a.figures.at(name), in_b->second);
    }
  }

  /// Holm's procedure over all that was compared.
  void decide() {
    std::vector<FigureChange*> by_probability;
    for (FigureChange& change : result_.figures) by_probability.push_back(&change);
    std::ranges::stable_sort(by_probability, {}, &FigureChange::probability);
    for (std::size_t k = 0; k < by_probability.size(); ++k) {
      FigureChange& change = *by_probability[k];
      if (change.probability > kFamilyError / static_cast<double>(by_probability.size() - k)) break;
      change.beyond_noise = !change.share || std::abs(*change.share) >= at_least_;
    }
  }

 private:
  void compare_outcomes(const std::vector<std::string>& at, const ComparedPoint& a, const ComparedPoint& b) {
    const auto add = [&](const char* figure, double probability) {
      result_.figures.push_back({at, figure, outcomes_of(a), outcomes_of(b), {}, probability, false});
    };
    if ((a.failed == 0) != (b.failed == 0)) return add("failed", 0);
    if (a.outcomes.empty() || b.outcomes.empty()) return;
    if (a.runs == 1 && b.runs == 1) {
      if (a.outcomes != b.outcomes) add("outcome", 0);
      return;
    }
    const int stable = stable_runs(a) + stable_runs(b);
    const bool all_alike = stable == 0 || stable == a.runs + b.runs;
    if (!all_alike) add("outcome", probability_of_counts(stable_runs(a), a.runs, stable_runs(b), b.runs));
  }

  void compare_figure(const std::vector<std::string>& at, const std::string& name, const ComparedFigure& a,
                      const ComparedFigure& b) {
    if (a.samples.empty() || b.samples.empty()) return;
    const double before = mean_over(a.samples);
    const double difference = mean_over(b.samples) - before;
    FigureChange change{at, name, text_of(a), text_of(b), {}, 1, false};
    if (before != 0) change.share = difference / std::abs(before);
    if (a.samples.size() > 1 && b.samples.size() > 1) {
      change.probability = probability_over_seeds(a.samples, b.samples);
    } else if (a.interval && b.interval) {
      change.probability = probability_of_single_runs(difference, *a.interval, *b.interval);
    } else {
      if (difference != 0) ++result_.unjudged;
      return;
    }
    result_.figures.push_back(std::move(change));
  }

  FolderComparison& result_;
  double at_least_;
};

std::vector<SetUpChange> set_up_changes(const ComparedFolder& before, const ComparedFolder& after) {
  std::map<std::string, SetUpChange> changes;
  for (const auto& [key, value] : before.set_up) changes[key] = {key, value, ""};
  for (const auto& [key, value] : after.set_up) {
    changes[key].key = key;
    changes[key].after = value;
  }
  std::vector<SetUpChange> told;
  for (const auto& [key, change] : changes) {
    if (change.before != change.after) told.push_back(change);
  }
  return told;
}

}  // namespace

std::size_t FolderComparison::changed() const {
  return static_cast<std::size_t>(std::ranges::count_if(figures, &FigureChange::beyond_noise));
}

FolderComparison compare(const ComparedFolder& before, const ComparedFolder& after, double at_least) {
  if (before.axes != after.axes)
    throw std::invalid_argument(fmt::format("the axes are not the same: [{}] and [{}]",
                                            fmt::join(before.axes, ", "), fmt::join(after.axes, ", ")));
  FolderComparison result;
  result.axes = before.axes;
  result.set_up = set_up_changes(before, after);
  Judge judge(result, at_least);
  for (const std::vector<std::string>& at : before.order) {
    const auto other = after.points.find(at);
    if (other == after.points.end()) {
      result.only_before.push_back(at);
    } else {
      judge.compare(at, before.points.at(at), other->second, before.figures);
    }
  }
  std::ranges::copy_if(after.order, std::back_inserter(result.only_after),
                       [&](const auto& at) { return !before.points.contains(at); });
  if (result.points == 0) throw std::invalid_argument("no point is in both");
  judge.decide();
  return result;
}

}  // namespace switchyard
