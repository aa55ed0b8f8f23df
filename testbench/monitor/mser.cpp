#include "testbench/monitor/mser.h"

#include <limits>
#include <numeric>

namespace switchyard {

Truncation mser5(std::span<const double> observations) {
  constexpr std::size_t kBatch = 5;
  const std::size_t batches = observations.size() / kBatch;
  const std::size_t latest_cut = batches / 2;

  std::size_t best_cut = latest_cut;
  double best_score = std::numeric_limits<double>::infinity();
  double mean = 0;     // Of the batches from `cut` on,
  double squares = 0;  // and the sum of their squared deviations from it.
  for (std::size_t cut = batches; cut-- > 0;) {
    const std::span<const double> batch = observations.subspan(cut * kBatch, kBatch);
    const double x = std::accumulate(batch.begin(), batch.end(), 0.0) / kBatch;
    const auto kept = static_cast<double>(batches - cut);
    const double deviation = x - mean;
    mean += deviation / kept;
    squares += deviation * (x - mean);
    const double score = squares / (kept * kept);
    if (cut <= latest_cut && score <= best_score) {
      best_score = score;
      best_cut = cut;
    }
  }
  return {best_cut * kBatch, best_cut < latest_cut};
}

}  // namespace switchyard
