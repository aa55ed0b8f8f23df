#include "testbench/monitor/histogram.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "hw/base/ratio.h"

namespace switchyard {

double LatencyHistogram::mean() const {
  require_samples();
  return ratio(sum_, count_);
}

double LatencyHistogram::variance() const {
  const double centre = mean();
  double squares = 0;
  for (std::size_t bin = 0; bin < counts_.size(); ++bin) {
    const double deviation = static_cast<double>(value_of(bin)) - centre;
    squares += static_cast<double>(counts_[bin]) * deviation * deviation;
  }
  return squares / static_cast<double>(count_);
}

Cycle LatencyHistogram::min() const {
  require_samples();
  return min_;
}

Cycle LatencyHistogram::max() const {
  require_samples();
  return max_;
}

Cycle LatencyHistogram::percentile(double p) const {
  require_samples();
  if (!(p >= 0 && p <= 1)) throw std::invalid_argument("a percentile is a fraction from 0 to 1");

  // 0.07 * 100 is a little above 7 in binary; its rank is 7 all the same.
  constexpr double kRoundingError = 0x1p-51;
  const double rank = std::ceil(p * static_cast<double>(count_) * (1 - kRoundingError));

  std::size_t bin = 0;
  std::uint64_t seen = counts_[0];
  while (seen == 0 || static_cast<double>(seen) < rank) seen += counts_[++bin];
  return value_of(bin);
}

std::vector<HistogramBin> LatencyHistogram::bins(std::size_t most) const {
  if (most == 0) throw std::invalid_argument("a histogram needs at least one bin");
  if (count_ == 0) return {};

  const Cycle width = (max_ - min_) / most + 1;
  std::vector<HistogramBin> bins((max_ - min_) / width + 1);
  for (std::size_t b = 0; b < bins.size(); ++b) {
    bins[b].from = min_ + b * width;
    bins[b].to = bins[b].from + (width - 1);
  }
  for (std::size_t bin = 0; bin < counts_.size(); ++bin) {
    if (counts_[bin] != 0) bins[(value_of(bin) - min_) / width].count += counts_[bin];
  }
  return bins;
}

Cycle LatencyHistogram::value_of(std::size_t bin) const {
  if (bin < kExactBins) return bin;
  const std::size_t octave = (bin - kExactBins) / kSubBins;
  const Cycle leading_bits = kSubBins + (bin - kExactBins) % kSubBins;
  const Cycle last = ((leading_bits + 1) << (octave + kExactBits - kSubBits)) - 1;
  return std::min(last, max_);
}

void LatencyHistogram::require_samples() const {
  if (count_ == 0) throw std::logic_error("an empty histogram has no figures");
}

}  // namespace switchyard
