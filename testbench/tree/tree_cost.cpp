#include "testbench/tree/tree_cost.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace switchyard {

double best_descendants_of_ratio(int dimension, double ratio, double messages) {
  const double log_terminals = dimension * std::numbers::ln2;
  const double further = messages - 1;
  if (further == 0) return std::exp(1 + ratio);
  const double root = std::sqrt(log_terminals * log_terminals + 4 * further * log_terminals * (1 + ratio));
  return std::exp((root - log_terminals) / (2 * further));
}

double best_descendants(int dimension, const TreeWork& work) {
  const double log_terminals = dimension * std::numbers::ln2;
  const double grain = work.compute / work.path;
  const auto slope = [&](double log_descendants) {  // Of the time; it rises.
    return log_descendants * log_descendants * (work.messages - 1) +
           log_terminals * (log_descendants - 1 - grain / std::exp(log_descendants));
  };
  double low = 0;
  double high = 1 + grain;  // Where the slope is no longer below 0.
  for (double middle = (low + high) / 2; middle > low && middle < high; middle = (low + high) / 2)
    (slope(middle) < 0 ? low : high) = middle;
  return std::exp(high);
}

double time_on_tree(const CommunicationTree& tree, const TreeWork& work) {
  double time = 0;
  double longest = 0;
  for (int level = 0; level < tree.levels(); ++level) {
    const double of_level = work.compute + tree.descendants(level) * work.path;
    time += of_level;
    longest = std::max(longest, of_level);
  }
  return time + (work.messages - 1) * longest;
}

int best_tree(int dimension, const TreeWork& work) {
  constexpr int kLeastOfStretch = 4;
  int best = 0;
  double least = 0;
  for (int d = dimension >= kLeastOfStretch ? 1 : 2; d <= dimension; ++d) {
    const double time = time_on_tree({dimension, d, 0}, work);
    if (best != 0 && time >= least) continue;
    best = d;
    least = time;
  }
  return best;
}

}  // namespace switchyard
