#pragma once

#include <optional>
#include <string>
#include <vector>

#include "testbench/compare/compared_folder.h"

namespace switchyard {

/// How one figure of one point stands in both folders.
struct FigureChange {
  std::vector<std::string> point;  ///< The values of the axes.
  std::string figure;              ///< "outcome" and "failed" too, which are not numbers.
  std::string before, after;       ///< "21.18 ± 0.28"
  std::optional<double> share;     ///< By which it grew.
  double probability = 1;          ///< Of such a difference, or a larger one, if nothing had changed.
  bool beyond_noise = false;
};

/// A key of the set-up, and what it was; empty: it was not there.
struct SetUpChange {
  std::string key, before, after;
};

/// What has changed between two folders.
struct FolderComparison {
  std::vector<std::string> axes;
  std::vector<FigureChange> figures;  ///< All that could be judged.
  std::size_t points = 0;             ///< In both.
  std::size_t same = 0;               ///< Of them: with the same events, so every figure is the same.
  std::size_t unjudged = 0;  ///< Figures that differ between single runs, with noise that nobody knows.
  std::vector<std::vector<std::string>> only_before, only_after;  ///< Points.
  std::vector<SetUpChange> set_up;

  std::size_t changed() const;
};

/// Compares the points that both folders have, figure by figure.
///
/// Over seeds: Welch's t test of the means; numbers that are whole in all runs count as rounded. Of single
/// runs: the difference against both runs' own intervals, as if it were normal; figures without one are not
/// judged. Stable or not: Fisher's exact test over seeds; of single runs any change counts. That runs fail in
/// one folder alone always counts. All tests together are wrong in at most 5 % of comparisons where nothing
/// has changed (Holm). A change is one if it is also at least the share `at_least` of what was before.
///
/// Errors: std::invalid_argument if the axes differ, or no point is in both.
/// Source: S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of
///         Statistics 6, 1979; B. L. Welch, Biometrika 34, 1947.
FolderComparison compare(const ComparedFolder& before, const ComparedFolder& after, double at_least = 0);

/// For a person: what was told differently, each change, and a count. With `all`, every figure.
std::string to_text(const FolderComparison& comparison, bool all);
std::string to_json(const FolderComparison& comparison);

/// "traffic.load=0.3, seed=1"; "the run" of a single one.
std::string name_of_point(const FolderComparison& comparison, const std::vector<std::string>& values);

}  // namespace switchyard
